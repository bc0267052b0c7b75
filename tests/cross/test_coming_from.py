"""docs/coming-from.md row by row: both sides run on the same random data."""

import json
import random
import re
import sys
from collections.abc import Iterator
from importlib.metadata import version
from io import StringIO
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import krippendorff
import mir_eval
import numpy as np
import pytest
import ruptures.metrics
import segeval
import sklearn.metrics
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.segmentation import ghd, pk, windowdiff
from pyannote.core import Annotation, Segment, Timeline
from pyannote.metrics import detection, diarization, identification
from seqeval.metrics import f1_score
from tests.random_models import labelled_units, levels

import seamark as sm

PAGE = Path(__file__).parents[2] / "docs" / "coming-from.md"
CASES = 15
HALF_SECOND = 0.5


def rows_of(library: str) -> list[tuple[str, str]]:
    """The code on both sides of the rows of a section."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {library}\n")[1].split("\n## ")[0]
    rows = [
        re.findall(r"`([^`]+)`", line.replace("\\|", "|"))[:2] for line in section.splitlines() if line[:3] == "| `"
    ]
    assert rows
    return [(theirs, ours) for theirs, ours in rows]


def rows(library: str) -> list[Any]:
    return [pytest.param(theirs, ours, id=theirs) for theirs, ours in rows_of(library)]


def plain(value: Any) -> Any:
    """Numbers as floats, in the order in which they stand."""
    return [float(part) for part in value] if isinstance(value, (tuple, list, np.ndarray)) else float(value)


def run_row(theirs: str, ours: str, cases: Iterator[dict[str, Any]], *, at_most: bool = False) -> None:
    """Both sides on every case; the values of the cases must not all be one, or the row would say nothing."""
    seen = []
    for names in cases:
        expected, found = (plain(eval(code, {"sm": sm, **names})) for code in (theirs, ours))  # noqa: S307
        if at_most:
            assert found <= expected
        else:
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)
        seen.append(found)
    assert len(seen) == CASES
    assert any(found != seen[0] for found in seen)


def random_masses(rng: random.Random, mass: int) -> tuple[int, ...]:
    places = sorted(rng.sample(range(1, mass), rng.randint(2, mass // 4)))
    return tuple(right - left for left, right in pairwise([0, *places, mass]))


def segeval_cases(folder: Path) -> Iterator[dict[str, Any]]:
    rng = random.Random(17)  # noqa: S311
    for number in range(CASES):
        reference, hypothesis = (random_masses(rng, 40) for _ in range(2))
        codings = {item: {coder: random_masses(rng, 24) for coder in ("ann", "ben", "cat")} for item in ("x", "y")}
        path = folder / f"{number}.json"
        path.write_text(json.dumps({"segmentation_type": "linear", "items": codings}))
        yield {
            "segeval": segeval,
            "a": reference,
            "b": hypothesis,
            "reference": reference,
            "hypothesis": hypothesis,
            "dataset": segeval.Dataset(codings),
            "corpus": sm.Corpus(codings),
            "labels": [label for label, size in enumerate(reference) for _ in range(size)],
            "string": sm.Segmentation.from_masses(reference).to_string(),
            "path": str(path),
        }


@pytest.mark.parametrize(("theirs", "ours"), rows("segeval"))
def test_segeval(theirs, ours, tmp_path, monkeypatch):
    if "path" in theirs:
        # It asks for a mode of opening files that Python 3.11 no longer has.
        reader = sys.modules[segeval.input_linear_mass_json.__module__]
        monkeypatch.setattr(reader, "open", lambda path, _: StringIO(Path(path).read_text()), raising=False)
        for names in segeval_cases(tmp_path):
            expected, found = (eval(code, {"sm": sm, **names}) for code in (theirs, ours))  # noqa: S307
            assert {i: {c: s.masses for c, s in by.items()} for i, by in found.items()} == dict(expected)
        return
    run_row(theirs, ours, segeval_cases(tmp_path))


def nltk_cases() -> Iterator[dict[str, Any]]:
    rng = random.Random(18)  # noqa: S311
    for _ in range(CASES):
        reference, hypothesis = (sm.Segmentation.from_masses(random_masses(rng, 40)).to_string() for _ in range(2))
        corpus = sm.Corpus({"x": {coder: random_masses(rng, 24) for coder in ("ann", "ben", "cat")}})
        yield {
            "windowdiff": windowdiff,
            "pk": pk,
            "ghd": ghd,
            "AnnotationTask": AnnotationTask,
            "reference": reference,
            "hypothesis": hypothesis,
            "k": rng.randint(2, 8),
            "corpus": corpus,
            "judgements": [
                (coder, place, mark)
                for coder, coding in corpus["x"].items()
                for place, mark in enumerate(coding.to_string())
            ],
        }


@pytest.mark.parametrize(("theirs", "ours"), rows("nltk"))
def test_nltk(theirs, ours):
    run_row(theirs, ours, nltk_cases(), at_most=theirs.startswith("ghd("))


def intervals(masses: Any) -> np.ndarray:
    return np.array(list(pairwise([0, *accumulate(masses)])), dtype=float) * HALF_SECOND


def mir_eval_cases() -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng(19)
    for _ in range(CASES):
        sides = [labelled(rng, 60) for _ in range(2)]
        flat = [nested(rng, 60) for _ in range(2)]
        deep = [sm.Hierarchy.from_labelled([labelled(rng, 60) for _ in range(2)], nested=False) for _ in range(2)]
        yield {
            "segment": mir_eval.segment,
            "hierarchy": mir_eval.hierarchy,
            "song": [part for side in sides for part in (intervals(side.masses), list(side.labels))],
            "reference": sides[0],
            "estimate": sides[1],
            "levels": [[intervals(level.masses) for level in side.segmentations] for side in flat],
            "reference_levels": flat[0],
            "estimate_levels": flat[1],
            "labelled_levels": [
                part
                for side in deep
                for part in ([intervals(s.masses) for s in side.labelled], [list(s.labels) for s in side.labelled])
            ],
            "reference_labels": deep[0],
            "estimate_labels": deep[1],
        }


def labelled(rng: np.random.Generator, mass: int) -> sm.LabelledSegmentation:
    while True:
        found = sm.LabelledSegmentation.from_labels(labelled_units(rng, mass, "ABC"))
        if len(set(found.labels)) > 1:
            return found


def nested(rng: np.random.Generator, mass: int) -> sm.Hierarchy:
    """Every level finer than the one above: where a side orders no units, mir_eval has 0 for it."""
    while True:
        found = sm.Hierarchy.from_positions(levels(rng, mass, 3, nested=True), mass)
        sizes = [1, *(len(level.masses) for level in found.segmentations)]
        if sizes == sorted(set(sizes)):
            return found


@pytest.mark.filterwarnings("ignore:Segment hierarchy is inconsistent")
@pytest.mark.parametrize(("theirs", "ours"), rows("mir_eval"))
def test_mir_eval(theirs, ours):
    run_row(theirs, ours, mir_eval_cases())


def pyannote_cases() -> Iterator[dict[str, Any]]:
    """Turns of three speakers, who do not overlap themselves, in whole numbers so large that no two mappings tie."""
    rng = random.Random(20)  # noqa: S311
    for _ in range(CASES):
        sides = []
        for _ in range(2):
            ends = {name: sorted(rng.sample(range(6000), 6)) for name in "ABC"}
            sides.append(
                [
                    (*turn, name)
                    for name, places in ends.items()
                    for turn in pairwise(places)
                    if places.index(turn[0]) % 2 == 0
                ]
            )
        start, end = sorted(rng.sample(range(6000), 2))
        annotations = []
        for turns in sides:
            annotations.append(Annotation())
            for number, (left, right, name) in enumerate(turns):
                annotations[-1][Segment(left, right), number] = name
        yield {
            **{
                name: getattr(diarization, name)
                for name in diarization.__dict__
                if name.endswith(("Rate", "ity", "age"))
            },
            "DetectionErrorRate": detection.DetectionErrorRate,
            "IdentificationErrorRate": identification.IdentificationErrorRate,
            "reference": annotations[0],
            "hypothesis": annotations[1],
            "turns": sm.Spans(sides[0], length=6000),
            "guess": sm.Spans(sides[1], length=6000),
            "uem": Timeline([Segment(start, end)]),
            "regions": [(start, end)],
        }


@pytest.mark.filterwarnings("ignore:'uem' was approximated")
@pytest.mark.parametrize(("theirs", "ours"), rows("pyannote, dscore and md-eval"))
def test_pyannote(theirs, ours):
    if version("pyannote.metrics").startswith("3.") and theirs.startswith(("DiarizationPurity", "DiarizationCoverage")):
        pytest.skip("pyannote.metrics 3 divides by the time shared with each speaker of the reference, summed")
    run_row(theirs, ours, pyannote_cases())


def seqeval_cases() -> Iterator[dict[str, Any]]:
    rng = random.Random(21)  # noqa: S311
    tags = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]
    for _ in range(CASES):
        gold, tagged = ([[rng.choice(tags) for _ in range(12)] for _ in range(8)] for _ in range(2))
        spans = [{str(place): sm.Spans.from_tags(one) for place, one in enumerate(side)} for side in (gold, tagged)]
        yield {"f1_score": f1_score, "gold": gold, "tagged": tagged, "gold_spans": spans[0], "tagged_spans": spans[1]}


@pytest.mark.parametrize(("theirs", "ours"), rows("seqeval"))
def test_seqeval(theirs, ours):
    run_row(theirs, ours, seqeval_cases())


def ruptures_cases() -> Iterator[dict[str, Any]]:
    rng = random.Random(22)  # noqa: S311
    for _ in range(CASES):
        changes, found = (list(accumulate(random_masses(rng, 40))) for _ in range(2))
        true, predicted = (sm.Segmentation.from_positions(side[:-1], side[-1]) for side in (changes, found))
        names = {"changes": changes, "found": found, "true": true, "predicted": predicted}
        yield {name: getattr(ruptures.metrics, name) for name in ("hausdorff", "meantime", "randindex")} | names


@pytest.mark.parametrize(("theirs", "ours"), rows("ruptures"))
def test_ruptures(theirs, ours):
    run_row(theirs, ours, ruptures_cases())


def unit_label_cases() -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng(23)
    for _ in range(CASES):
        units = rng.integers(0, 3, (2, 60))
        one, other = (sm.LabelledSegmentation.from_labels(row.tolist()) for row in units)
        names = {"labels": units[0], "guessed": units[1], "units": units, "one": one, "other": other}
        corpus = sm.Corpus({"x": {"ann": one, "ben": other}})
        yield {**vars(sklearn.metrics), **names, "krippendorff": krippendorff, "corpus": corpus}


@pytest.mark.parametrize(("theirs", "ours"), rows("scikit-learn") + rows("krippendorff and DKPro"))
def test_labels_of_units(theirs, ours):
    run_row(theirs, ours, unit_label_cases())


def stored_runs(name: str) -> list[dict[str, Any]]:
    """Studies and what pygamma-agreement 0.5.9 found on them; it is too heavy to be installed for tests."""
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def codings_of(run: dict[str, Any]) -> dict[str, sm.Spans]:
    rows = enumerate(run["coders"], start=1)
    return {f"coder {number}": sm.Spans(map(tuple, spans), length=run["length"]) for number, spans in rows}


@pytest.mark.parametrize(("theirs", "ours"), rows("pygamma-agreement"))
def test_pygamma(theirs, ours):
    runs = stored_runs("pygamma_gammas.jsonl")
    assert len(runs) == 3
    for run in runs:
        found = eval(ours, {"sm": sm, "codings": codings_of(run)})  # noqa: S307
        if "compute_gamma" in theirs:
            # Eight runs of theirs, whose mean has a standard error of .001; ours has about .003.
            assert found == pytest.approx(np.mean(run["gammas"]), abs=0.01)
        else:
            assert found == pytest.approx(run["disorder"], abs=2e-6)
