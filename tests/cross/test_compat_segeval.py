"""The names of segeval in front of our kernel: what segeval's own examples give, and where it is not followed."""

import copy
import json
import pickle
import random
import runpy
import sys
from decimal import Decimal
from pathlib import Path

import pytest
import segeval as peer
from segeval.data.samples import MULTIPLE_BOUNDARY_TYPES
from tests.cross.test_segeval import lonely_pair, random_pair

import seamark.compat.segeval as ours
from seamark import SeamarkError, UndefinedScoreError

SCRIPT = Path(__file__).with_name("segeval_script.txt")
SAMPLES = {
    "G5": peer.KAZANTSEVA2012_G5,
    "G2": peer.KAZANTSEVA2012_G2,
    "complete": peer.COMPLETE_AGREEMENT,
    "large disagreement": peer.LARGE_DISAGREEMENT,
    "stargazer": peer.HEARST_1997_STARGAZER,
}
DIGITS = Decimal("1e-25")


def test_all_names_are_segevals():
    assert set(ours.__all__) <= set(peer.__all__)
    missing = {
        name for name in set(peer.__all__) - set(ours.__all__) if name.islower() and not name.startswith("weight")
    }
    of_nobody = {"artstein_poesio_bias_linear", "input_linear_mass_tsv", "load_nested_folders_dict"}
    of_nobody |= {"boundary_edit_distance", "boundary_statistics", "compute_window_size", "output_linear_mass_json"}
    assert missing == {"boundary_confusion_matrix", "fmeasure", "precision", "recall", *of_nobody}


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("name", ["actual_agreement_linear", "fleiss_pi_linear", "fleiss_kappa_linear"])
def test_coefficients_of_its_samples(name, sample):
    data = SAMPLES[sample]
    assert abs(getattr(ours, name)(data) - getattr(peer, name)(data)) < DIGITS
    with_s = getattr(ours, name)(data, fnc_compare=ours.segmentation_similarity)
    assert abs(with_s - getattr(peer, name)(data, fnc_compare=peer.segmentation_similarity)) < DIGITS


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("name", ["boundary_similarity", "segmentation_similarity", "window_diff", "pk"])
def test_pairs_of_its_samples_digit_by_digit(name, sample):
    data = SAMPLES[sample]
    assert getattr(ours, name)(data) == getattr(peer, name)(data)
    assert getattr(ours, name)(dataset=data, one_minus=True) == getattr(peer, name)(dataset=data, one_minus=True)
    for theirs, mine in zip(
        peer.summarize(getattr(peer, name)(data)), ours.summarize(getattr(ours, name)(data)), strict=True
    ):
        assert abs(theirs - mine) < DIGITS


def test_random_pairs():
    rng = random.Random(17)  # noqa: S311
    for _ in range(150):
        a, b = random_pair(rng)
        for name in ("boundary_similarity", "segmentation_similarity"):
            assert getattr(ours, name)(a, b) == getattr(peer, name)(a, b), (name, a, b)
        if sum(a) > 3 and sum(a) < 250:
            size = rng.randint(1, sum(a) - 1)
            for name in ("window_diff", "pk"):
                for options in ({"window_size": size}, {"window_size": size, "return_parts": True}):
                    assert getattr(ours, name)(a, b, **options) == getattr(peer, name)(a, b, **options), (name, a, b)
        n = rng.choice([3, 5])
        a, b = lonely_pair(rng, n)
        theirs = peer.boundary_similarity(a, b, n_t=n, return_parts=True)
        assert ours.boundary_similarity(a, b, n_t=n, return_parts=True) == theirs[:2]


def test_all_boundary_formats():
    given = {
        "mass": ((2, 3, 2), (3, 2, 2)),
        "position": ((1, 1, 2, 2, 2, 3, 3), (1, 1, 1, 2, 2, 3, 3)),
        "nltk": ("010010", "001010"),
        "sets": tuple(peer.boundary_string_from_masses(m) for m in ((2, 3, 2), (3, 2, 2))),
    }
    for form, (a, b) in given.items():
        for name in ("boundary_similarity", "segmentation_similarity"):
            found = getattr(ours, name)(a, b, boundary_format=form)
            assert found == getattr(peer, name)(a, b, boundary_format=form)
    assert ours.window_diff(*given["nltk"], boundary_format="nltk") == peer.window_diff(
        *given["nltk"], boundary_format="nltk"
    )
    assert ours.convert_nltk_to_masses("010010") == peer.convert_nltk_to_masses("010010") == (2, 3, 2)
    assert ours.convert_masses_to_positions((2, 3, 2)) == given["position"][0]
    assert ours.convert_positions_to_masses(given["position"][1]) == (3, 2, 2)
    assert ours.boundary_string_from_masses((2, 3, 2)) == given["sets"][0]


def test_the_window_of_lamprier():
    a, b, fixed = (1, 4, 5, 3), (2, 3, 6, 2), {"lamprier_et_al_2007_fix": True}
    assert ours.window_diff(a, b, **fixed) == peer.window_diff(a, b, **fixed)


def ran(script: str, path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    place = path.parent / "script.py"
    place.write_text(script, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", [str(place), str(path)])
    runpy.run_path(str(place), run_name="__main__")
    return capsys.readouterr().out


def test_a_script_runs_after_changing_the_import(tmp_path, capsys, monkeypatch):
    data = tmp_path / "hearst1997.json"
    items = {item: {coder: list(m) for coder, m in by.items()} for item, by in peer.HEARST_1997_STARGAZER.items()}
    data.write_text(json.dumps({"segmentation_type": "linear", "source": "Hearst 1997", "items": items}))
    script = SCRIPT.read_text(encoding="utf-8")
    changed = script.replace("import segeval\n", "import seamark.compat.segeval as segeval\n")
    assert changed != script
    mine = ran(changed, data, capsys, monkeypatch)

    # segeval opens files in a mode that Python 3.11 took away, and its agreement does not see the coders of a file.
    monkeypatch.setattr(
        peer, "input_linear_mass_json", lambda path: peer.Dataset(json.loads(data.read_text())["items"])
    )
    assert mine == ran(script, data, capsys, monkeypatch)
    assert "pi* 0.46444973767378" in mine


def test_files(tmp_path):
    items = {"poem": {"ann": [2, 3], "ben": [5]}}
    document = {"segmentation_type": "linear", "source": "a test", "items": items}
    (tmp_path / "poem.json").write_text(json.dumps(document))
    read = ours.input_linear_mass_json(tmp_path / "poem.json")
    assert (read, read.properties, read.coders) == (
        {"poem": {"ann": (2, 3), "ben": (5,)}},
        {"source": "a test"},
        {"ann", "ben"},
    )


def test_dataset_as_segevals():
    mine, theirs = ours.Dataset({"a": {"x": (1, 2)}}), peer.Dataset({"a": {"x": (1, 2)}})
    for dataset in (mine, theirs):
        dataset["b"]["y"] = (3,)
    assert mine == theirs
    assert mine.coders == {"x", "y"}
    for copied in (copy.deepcopy(mine), pickle.loads(pickle.dumps(mine))):
        assert (copied, type(copied), copied.boundary_format) == (mine, ours.Dataset, "mass")
    copied["a"]["x"] = (3,)
    assert mine["a"]["x"] == (1, 2)
    assert ours.HEARST_1997_STARGAZER == peer.HEARST_1997_STARGAZER


def test_several_types_count_once_in_s():
    pair = MULTIPLE_BOUNDARY_TYPES["item1"]
    assert ours.segmentation_similarity(pair["an5"], pair["an6"], boundary_format="sets") == 1 - Decimal("0.5") / 10
    twice = peer.segmentation_similarity(pair["an5"], pair["an6"], boundary_format="sets")
    assert twice == 1 - Decimal("0.5") / 20
    # B does not count potential boundaries.
    assert ours.boundary_similarity(MULTIPLE_BOUNDARY_TYPES) == peer.boundary_similarity(MULTIPLE_BOUNDARY_TYPES)
    pi = ours.fleiss_pi_linear(MULTIPLE_BOUNDARY_TYPES)
    assert abs(pi - Decimal("0.4666666666666666666666666667")) < DIGITS


def test_what_segeval_cannot_do():
    assert ours.boundary_similarity((5,), (5,)) == ours.segmentation_similarity(5, 5) == 1
    with pytest.raises(ValueError, match="empty"):
        peer.boundary_similarity((5,), (5,))
    assert ours.window_diff((600, 600), (500, 700)) == Decimal(2) / 9
    with pytest.raises(AssertionError):
        peer.window_diff((600, 600), (500, 700))
    # The cheapest edits, where the greedy search finds dearer ones.
    best, greedy = (m.boundary_similarity((1, 3, 4), (3, 3, 2), n_t=3) for m in (ours, peer))
    assert best > greedy


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: ours.boundary_similarity(), "expected a hypothesis and a reference, or a dataset"),
        (lambda: ours.boundary_similarity((1, 2), hypothesis=(1, 2)), "1 arguments were given by place"),
        (lambda: ours.boundary_similarity((1, 2), (1, 3)), "3 units"),
        (lambda: ours.boundary_similarity((1, 2), (2, 1), boundary_format="masses"), "mass"),
        (lambda: ours.fleiss_pi_linear({"i": {"c1": [2, 1]}}), "the dataset has 1 coders"),
        (lambda: ours.fleiss_pi_linear({"i": {"a": [3], "b": [3]}, "j": {"a": [3]}}), "item 'j': coder 'b' is missing"),
        (lambda: ours.fleiss_kappa_linear([1]), "segmentations by item and coder"),
        (lambda: ours.summarize({}), "pairs are empty"),
        (lambda: ours.input_linear_mass_json("nowhere.json"), "nowhere.json"),
        (lambda: ours.window_diff((1, 2), (2, 1), window_size=9), "window"),
        (lambda: ours.pk((1, 2), (2, 1), one_minus=[1, 2]), "one_minus is"),
        (lambda: ours.fleiss_pi_linear({"i": 5}), "codings of 'i' are 5"),
    ],
)
def test_mistakes_are_told(call, says):
    with pytest.raises(SeamarkError, match=says):
        call()


def test_agreement_without_any_boundary():
    with pytest.raises(UndefinedScoreError, match="no coder placed a boundary"):
        ours.fleiss_pi_linear({"i": {"a": [3], "b": [3]}})
