"""Tags as spans: well-formed tags of every scheme, and what is done with others."""

import pytest

from seamark import InputError, Spans

WELL_FORMED = {
    "IOB1": "I-A I-A B-A O I-B I-A",
    "IOB2": "B-A I-A B-A O B-B B-A",
    "IOBES": "B-A E-A S-A O S-B S-A",
    "BILOU": "B-A L-A U-A O U-B U-A",
    None: "B-A E-A U-A O S-B S-A",
}


@pytest.mark.parametrize("scheme", WELL_FORMED)
@pytest.mark.parametrize("repair", ["conlleval", "drop", "error"])
def test_every_scheme_says_the_same(scheme, repair):
    tags = WELL_FORMED[scheme].split()
    expected = [(0, 2, "A"), (2, 3, "A"), (4, 5, "B"), (5, 6, "A")]
    assert Spans.from_tags(tags, scheme, repair) == Spans(expected, length=6)


@pytest.mark.parametrize(
    ("tags", "scheme", "conlleval", "drop", "place"),
    [
        ("O I-A I-A", "IOB2", [(1, 3)], [], 2),
        ("B-A I-B", "IOB2", [(0, 1), (1, 2)], [(0, 1)], 2),
        ("B-A I-A O", "IOBES", [(0, 2)], [], 3),
        ("S-A B-A", "IOBES", [(0, 1), (1, 2)], [(0, 1)], 2),
        ("B-A S-A E-A", "IOBES", [(0, 1), (1, 2), (2, 3)], [(1, 2)], 2),
        ("I-A U-A L-A", "BILOU", [(0, 1), (1, 2), (2, 3)], [(1, 2)], 1),
        ("O B-A I-A", "IOB1", [(1, 3)], [(2, 3)], 2),
        # FIELDS.md 10: seqeval reads these as one entity, and loses one; conlleval.pl joins these.
        ("U-A U-A", "BILOU", [(0, 1), (1, 2)], [(0, 1), (1, 2)], None),
        ("B-A L-A B-A", None, [(0, 2), (2, 3)], [(0, 2)], 3),
        ("B-A E-A B-A E-A", None, [(0, 2), (2, 4)], [(0, 2), (2, 4)], None),
        ("S-A O", None, [(0, 1)], [(0, 1)], None),
    ],
)
def test_tags_that_do_not_follow_each_other(tags, scheme, conlleval, drop, place):
    given = tags.split()
    for repair, expected in (("conlleval", conlleval), ("drop", drop)):
        assert [span[:2] for span in Spans.from_tags(given, scheme, repair)] == expected
    if place is None:
        assert [span[:2] for span in Spans.from_tags(given, scheme, "error")] == drop
    else:
        with pytest.raises(InputError, match=f"tag {place} is"):
            Spans.from_tags(given, scheme, "error")


def test_categories_may_hold_hyphens_and_those_that_do_not_occur_are_gone():
    assert Spans.from_tags(["B-X-1", "I-X-1"]).categories == ("X-1",)
    assert Spans.from_tags(["I-Z", "O", "B-A"], "IOB2", "drop").categories == ("A",)
    assert Spans.from_tags(iter(["O", "O"])) == Spans([], length=2)


@pytest.mark.parametrize(
    ("tags", "options", "place"),
    [
        (["O", "X-A"], {}, "tag 2 is 'X-A'"),
        (["B"], {}, "tag 1 is 'B'"),
        (["B-"], {}, "tag 1 is 'B-'"),
        (["O-A"], {}, "tag 1 is 'O-A'"),
        (["O", 3], {}, "tag 2 is 3"),
        (["O", ["B-A"]], {}, "tag 2 is"),
        (["E-A"], {"scheme": "IOB2"}, "tag 1 is 'E-A', which IOB2 does not have"),
        (["O"], {"scheme": "BMES"}, "scheme"),
        (["O"], {"repair": "guess"}, "repair"),
        ([], {}, "number of tags"),
        ("OO", {}, "tags are 'OO'"),
    ],
)
def test_what_is_no_tag(tags, options, place):
    with pytest.raises(InputError, match=place):
        Spans.from_tags(tags, **options)


def test_crop():
    talk = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    assert talk.crop(Spans([(5, 25)], length=30)) == talk.crop([(9, 25), (5, 9)])
    assert talk.crop([(0, 99)]) == talk
    assert talk.crop([]) == talk.crop([(20, 24)]) == Spans([], length=30)
    for wrong in ([(3, 3)], [(-1, 3)], [(1.5, 3)], 5, [5]):
        with pytest.raises(InputError):
            talk.crop(wrong)
