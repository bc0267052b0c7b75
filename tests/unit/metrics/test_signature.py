import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark import B, EditWeights, InputError, Segmentation, Signature, __version__

#: What a key of ours may look like; values and names may be any text.
keys = st.from_regex(r"[a-z_]{1,8}", fullmatch=True)


@given(st.text(min_size=1), st.lists(st.tuples(keys, st.text()), unique_by=lambda option: option[0]))
def test_any_signature_is_read_back(name, options):
    signature = Signature(name, tuple(options))
    assert Signature.parse(str(signature)) == signature
    assert "\n" not in str(signature)


def test_made_from_options_in_their_order():
    signature = Signature.of("x", {"n": 2, "w": EditWeights(), "a": "p|q:r"})
    assert str(signature) == f"x|n:2|w:1,1,1|a:p%7Cq%3Ar|v:{__version__}"
    assert signature["a"] == "p|q:r"
    assert signature["v"] == __version__


@pytest.mark.parametrize("text", ["", "|n:2", "S|n", "S|", "S|n:2|"])
def test_not_a_signature(text):
    with pytest.raises(InputError, match=r"is not a signature; expected name\|key:value\|\.\.\.$"):
        Signature.parse(text)


def test_signatures_tell_ordinal_types_apart():
    a, b = (Segmentation.from_sets([{label}]) for label in (1, 2))
    near, far = (B(types=types).compare(a, b) for types in ((1, 2, 3), (1, 2, 9)))
    assert near.value != far.value
    assert (near.signature["types"], far.signature["types"]) == ("1,2,3", "1,2,9")
