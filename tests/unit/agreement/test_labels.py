"""Agreement about labelled segments."""

from random import Random

import krippendorff
import numpy as np
import pytest

import seamark as sm

L = sm.LabelledSegmentation
STUDY = {
    "one": {"ann": "AABBBA", "ben": "AABBAA", "cat": "ABBBAA"},
    "two": {"ann": "ABBC", "ben": "ABBC"},
    "three": {"cat": "AA"},
}


def corpus(study: dict[str, dict[str, str]]) -> sm.Corpus:
    return sm.Corpus({item: {name: L.from_labels(text) for name, text in by.items()} for item, by in study.items()})


def units(study: dict[str, dict[str, str]]) -> np.ndarray:
    """A row per coder and a column per unit, NaN where a coder did not label it."""
    coders = sorted({coder for by in study.values() for coder in by})
    rows = {coder: [] for coder in coders}
    for by in study.values():
        length = len(next(iter(by.values())))
        for coder, row in rows.items():
            row += [float(ord(label)) for label in by[coder]] if coder in by else [np.nan] * length
    return np.array([rows[coder] for coder in coders])


def test_alpha_of_units_is_krippendorffs() -> None:
    assert sm.label_agreement(corpus(STUDY)).unit_alpha == pytest.approx(0.7395833333)
    rng = Random(4)  # noqa: S311
    for _ in range(200):
        study = {
            str(item): {
                coder: "".join(rng.choice("ABC") * rng.randint(1, 4) for _ in range(20))[: 5 + item]
                for coder in rng.sample("wxyz", rng.randint(2, 4))
            }
            for item in range(rng.randint(1, 4))
        }
        expected = krippendorff.alpha(units(study), level_of_measurement="nominal")
        assert sm.label_agreement(corpus(study), "B", shuffles=1).unit_alpha == pytest.approx(expected)


def test_above_shuffled_runs_from_chance_to_one() -> None:
    same = {item: dict.fromkeys(("ann", "ben"), f"{'A' * 5}{'B' * n}{'C' * 7}") for n, item in enumerate("abc", 4)}
    found = sm.label_agreement(corpus(same))
    assert [level.value for level in found.levels.values()] == [1.0, 1.0, 1.0]
    rng = Random(1)  # noqa: S311
    unrelated = {
        str(item): {coder: "".join(rng.choice("ABCD") * rng.randint(1, 9) for _ in range(40))[:150] for coder in "xy"}
        for item in range(60)
    }
    levels = sm.label_agreement(corpus(unrelated), shuffles=50).levels
    # Shuffled segments of one label may meet, which those of a coder never do: pairwise F of theirs is a little larger.
    assert all(abs(levels[name].value) < limit for name, limit in (("B", 0.02), ("S", 0.02), ("pairwisef", 0.05)))
    assert levels["B"].interval.low < 0 < levels["B"].interval.high


def test_labels_count() -> None:
    """The same boundaries with other labels: f of boundaries is 1, B with labels is not."""
    study = corpus({str(n): {"ann": "AAABBBB" + "A" * n, "ben": "CCCAAAA" + "B" * n} for n in range(2, 6)})
    levels = sm.label_agreement(study, "B,f").levels
    assert (levels["f"].value, levels["B"].observed) == (1.0, 0.0)


def test_what_has_no_agreement() -> None:
    with pytest.raises(sm.InputError, match="expected labels"):
        sm.label_agreement({"a": {"x": [2, 3], "y": [5]}})
    with pytest.raises(sm.InputError, match="at least two coders"):
        sm.label_agreement(corpus({"a": {"x": "AB"}}))


def test_shuffled_segments_that_agree_fully_say_nothing() -> None:
    found = sm.label_agreement(corpus({str(n): {"ann": "AB", "ben": "AB"} for n in range(3)}), "f:tolerance=5")
    assert np.isnan(found.levels["f"].value)
    assert "has no value above shuffled" in found.answer()[1]
