"""The numbers of a task are those of the program of its field: mir_eval, pyannote.metrics, md-eval, segeval, nltk;
MS-TCN, TransNet and Chroma's chunking_evaluation restated. Change points are in ``test_fields.py``, entities in
``test_entities.py``.

``md_eval.jsonl`` holds what md-eval.pl, version 22 (Debian's sctk 2.4.10), printed for random turns in hundredths of a
second: ``md-eval.pl -r REF -s HYP -u UEM -c 0.25 -1``, with and without collar and ``-1``.
"""

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import mir_eval
import numpy as np
import pytest
import segeval
from nltk.metrics.segmentation import pk as nltk_pk
from nltk.metrics.segmentation import windowdiff as nltk_windowdiff
from pyannote.core import Segment, Timeline
from pyannote.metrics.diarization import DiarizationErrorRate
from tests.metrics.turns import annotation
from tests.oracle.labelled import action_counts, levenshtein, runs

import seamark as sm

Rows = list[tuple[float, float, str]]

#: With frames of a power of two mir_eval is exact.
FRAME = 0.125
SONGS = 300
#: What `mir_eval.segment.evaluate` calls the numbers of the task.
MIR_EVAL = {
    "F@0.5s": "F-measure@0.5",
    "F@3s": "F-measure@3.0",
    "deviation": "Ref-to-est deviation",
    "pairwise F": "Pairwise F-measure",
    "NCE": "NCE F-measure",
    "V": "V-measure",
    "ARI": "Adjusted Rand Index",
}


def song(rng: Random, frames: int, start: int = 0) -> Rows:
    """At least two sections with two labels, which neither begin at zero nor end with another song by chance."""
    while True:
        ends = sorted(rng.sample(range(start + 1, frames), rng.randint(1, 9)))
        labels = [rng.choice("ABCD") for _ in range(len(ends) + 1)]
        if len(set(labels)) > 1:
            places = [start, *ends, frames]
            return [(a * FRAME, b * FRAME, c) for a, b, c in zip(places[:-1], places[1:], labels, strict=True)]


def evaluated(reference: Rows, estimate: Rows, *, trim: bool = True) -> dict[str, float]:
    sides = [(np.array([row[:2] for row in rows]), [row[2] for row in rows]) for rows in (reference, estimate)]
    return mir_eval.segment.evaluate(*sides[0], *sides[1], frame_size=FRAME, trim=trim)


def pairs_of_songs() -> dict[str, tuple[Rows, Rows]]:
    rng = Random(5)  # noqa: S311
    found: dict[str, tuple[Rows, Rows]] = {}
    for number in range(SONGS):
        length = rng.randint(200, 900)
        # Estimates end early, at the end, or late: they are filled up or cut, as mir_eval does it.
        end = length + rng.choice((0, rng.randint(-60, -1), rng.randint(1, 60)))
        estimate = song(rng, end, start=rng.choice((0, rng.randint(1, 40))))
        kept = [row for row in estimate if row[0] < length * FRAME]
        # On a boundary at the end mir_eval crashes, and one section has no score there.
        if any(row[0] == length * FRAME for row in estimate) or len({row[2] for row in kept}) == 1:
            continue
        found[f"{number:03}"] = song(rng, length, start=rng.choice((0, 0, rng.randint(1, 40)))), estimate
    return found


def labelled(rows: Rows) -> sm.LabelledSegmentation:
    return sm.LabelledSegmentation.from_times(rows, rows[-1][1], resolution=FRAME)


def test_music_is_mir_eval() -> None:
    songs = pairs_of_songs()
    assert len(songs) > 200
    sides = ({name: labelled(pair[side]) for name, pair in songs.items()} for side in (0, 1))
    table = sm.score(*sides, task="music", resolution=FRAME)
    theirs = [evaluated(*pair) for pair in songs.values()]
    untrimmed = [evaluated(*pair, trim=False) for pair in songs.values()]
    for window in (0.5, 3.0):
        expected = [one[f"F-measure@{window}"] for one in untrimmed]
        assert table.scores(f"F@{window:g}s mir_eval") == pytest.approx(expected, abs=1e-9)
    for ours, name in MIR_EVAL.items():
        assert table.scores(ours) == pytest.approx([one[name] for one in theirs], abs=1e-9), ours
        assert table.overall[ours].value == pytest.approx(np.mean([one[name] for one in theirs]), abs=1e-9)


def turns(rng: Random, speakers: str) -> list[tuple[int, int, str]]:
    """Turns that overlap those of others, not of the same speaker, which pyannote counts twice."""
    rows = []
    for speaker in speakers:
        place = rng.randint(0, 8)
        while place < 60:
            end = place + rng.randint(1, 12)
            rows.append((place, end, speaker))
            place = end + rng.randint(1, 15)
    return rows


@pytest.mark.parametrize(("collar", "skip_overlap"), [(0, False), (1, False), (0, True), (1, True)])
def test_diarization_is_pyannote(collar: int, skip_overlap: bool) -> None:
    rng = Random(f"{collar} {skip_overlap}")  # noqa: S311
    # pyannote's collar is both sides together, ours is on each side.
    options = {"collar": 2.0 * collar, "skip_overlap": skip_overlap}
    der, sides, theirs = DiarizationErrorRate(**options), ({}, {}), []
    regions = {}
    for number in range(200):
        rows = turns(rng, "ABC"[: rng.randint(1, 3)]), turns(rng, "xyz"[: rng.randint(1, 3)])
        name = str(number)
        start = rng.randint(0, 20)
        regions[name] = [(start, start + rng.randint(20, 30)), (55, 70)]
        uem = Timeline([Segment(*region) for region in regions[name]])
        for side, mine in zip(sides, rows, strict=True):
            side[name] = sm.Spans(mine, length=max(end for _, end, _ in mine))
        theirs.append(der(*(annotation(side[name]) for side in sides), uem=uem))
    given = {"collar": collar, "skip_overlap": skip_overlap, "uem": regions}
    table = sm.score(*sides, task="diarization", resolution=1.0, **given)
    assert table.scores("DER") == pytest.approx(theirs, abs=1e-9)
    assert table.overall["DER"].value == pytest.approx(abs(der), abs=1e-9)
    assert table.overall["DER"].average == "micro"


def test_diarization_is_md_eval() -> None:
    """It maps speakers before collars are taken away, and prints hundredths of a second."""
    rows = [json.loads(line) for line in Path(__file__).with_name("md_eval.jsonl").read_text().splitlines()]
    assert len(rows) >= 200
    for row in rows:
        sides = [{"talk": sm.Spans(map(tuple, row[side]), length=4000)} for side in ("reference", "hypothesis")]
        metric = sm.DER(collar=row["collar"], skip_overlap=row["skip_overlap"], map_on="all")
        settings = {"task": "diarization", "uem": {"talk": row["uem"]}, "resolution": 0.01}
        found = sm.score(*sides, {"DER": metric}, **settings).overall["DER"]
        for name in ("total", "missed", "false_alarm", "confusion"):
            assert found.counts[name] / 100 == pytest.approx(row[name], abs=0.0051)
        assert 100 * found.value == pytest.approx(row["der"], abs=0.0051)
        if not row["collar"] and not row["skip_overlap"]:  # as the task has it
            assert sm.score(*sides, **settings).overall["DER"].value == found.value


def edit(*videos: str) -> float:
    p, y = ([label for _, _, label in runs(one, "b")] for one in videos)
    return 1 - levenshtein(p, y) / max(len(p), len(y))


def video(rng: Random, frames: int) -> str:
    text = "".join(rng.choice("ABCb") * rng.randint(1, 12) for _ in range(frames))[:frames]
    return text if set(text) - {"b"} else "A" * frames


def test_actions_are_those_of_ms_tcn() -> None:
    rng = Random(8)  # noqa: S311
    videos = [(video(rng, n), video(rng, n)) for n in (rng.randint(5, 90) for _ in range(250))]
    sides = ([sm.LabelledSegmentation.from_labels(pair[side]) for pair in videos] for side in (0, 1))
    table = sm.score(*sides, task="actions", background="b")
    for name, overlap in (("F1@50", 0.5), ("F1@25", 0.25), ("F1@10", 0.1)):
        true, false, missed = np.sum([action_counts(*pair, overlap, "b") for pair in videos], axis=0)
        precision, recall = true / (true + false), true / (true + missed)
        expected = 2 * precision * recall / (precision + recall)
        assert table.overall[name].value == pytest.approx(expected, abs=1e-12)
    assert table.overall["edit"].value == pytest.approx(np.mean([edit(*pair) for pair in videos]))
    same = sum(a == b for truth, found in videos for a, b in zip(truth, found, strict=True))
    assert table.overall["accuracy"].value == same / sum(len(truth) for truth, _ in videos)


def test_scenes_are_those_of_transnet() -> None:
    """`evaluate_scenes`: a transition is found if its middle lies within two frames of one that is not yet taken."""
    rng = Random(3)  # noqa: S311
    sides: tuple[list[sm.Segmentation], list[sm.Segmentation]] = ([], [])
    true = false = missed = 0
    for _ in range(200):
        # Cuts of one side are farther apart than twice the tolerance: then it does not matter who is taken first.
        places = [[9 * place + rng.randint(0, 3) for place in sorted(rng.sample(range(1, 40), 12))] for _ in range(2)]
        for side, mine in zip(sides, places, strict=True):
            side.append(sm.Segmentation.from_positions(mine, 400))
        hits = sum(any(abs(a - b) <= 2 for b in places[1]) for a in places[0])
        true, false, missed = true + hits, false + len(places[1]) - hits, missed + len(places[0]) - hits
    found = sm.score(*sides, task="scenes").overall["F@2"]
    assert found.value == pytest.approx(2 * true / (2 * true + false + missed))


def documents(rng: Random, number: int, most: int, apart: int) -> list[tuple[sm.Segmentation, sm.Segmentation]]:
    """References and hypotheses that have some boundaries in common, some near and some far, so far apart at least."""
    found = []
    for _ in range(number):
        length = rng.randint(30, most)
        places = sorted(rng.sample(range(apart, length, 2 * apart), rng.randint(1, min(9, length // (2 * apart)))))
        moved = {place + rng.choice((0, 0, 1, -1, apart - 1)) for place in places if rng.random() < 0.8}
        moved = {place for place in moved if 0 < place < length} or {length // 2}
        found.append(tuple(sm.Segmentation.from_positions(one, length) for one in (places, sorted(moved))))
    return found


def test_topics_are_those_of_nltk_and_segeval() -> None:
    pairs = documents(Random(11), 250, 120, 4)  # noqa: S311
    table = sm.score(*([pair[side] for pair in pairs] for side in (0, 1)), task="topics")
    for number, (a, b) in enumerate(pairs):
        # Half of the mean length of a reference segment, rounded half up; it is passed to nltk.
        k = max(2, int(a.mass / (2 * len(a.masses)) + 0.5))
        ours = {name: table.scores(name)[number] for name in ("Pk", "WindowDiff", "B", "F")}
        marks = ["".join("01"[place in one.positions] for place in range(1, one.mass)) for one in (a, b)]
        assert ours["Pk"] == pytest.approx(nltk_pk(*marks, k=k)), (a, b)
        assert ours["WindowDiff"] == pytest.approx(nltk_windowdiff(*marks, k=k)), (a, b)
        assert ours["B"] == pytest.approx(float(segeval.boundary_similarity(a.masses, b.masses)))
        same = len(set(a.positions) & set(b.positions))
        assert ours["F"] == pytest.approx(2 * same / (len(a.positions) + len(b.positions)))
    assert table.overall["Pk"].value == pytest.approx(np.mean(table.scores("Pk")))


def test_chapters_are_found_within_seconds_as_in_mir_eval() -> None:
    """Its maximum matching of boundaries without the ends; B with near misses up to 3 s, as segeval has them."""
    pairs = documents(Random(12), 250, 400, 8)  # noqa: S311
    table = sm.score(*([pair[side] for pair in pairs] for side in (0, 1)), task="chapters", resolution=1.0)
    for number, (a, b) in enumerate(pairs):
        sides = [np.array(one.segments, dtype=float) for one in (a, b)]
        for name, window in (("F@3s", 3), ("F@5s", 5)):
            theirs = mir_eval.segment.detection(*sides, window=window, trim=True)[2]
            assert table.scores(name)[number] == pytest.approx(theirs)
        assert table.scores("B")[number] == pytest.approx(
            float(segeval.boundary_similarity(a.masses, b.masses, n_t=4, boundary_format=segeval.BoundaryFormat.mass))
        )


def test_phones_are_compared_in_order() -> None:
    """Shares within tolerances and mean distances over all boundaries, as aligners are reported; the median by file."""
    rng = Random(13)  # noqa: S311
    sides: tuple[list[sm.LabelledSegmentation], list[sm.LabelledSegmentation]] = ([], [])
    distances: list[list[int]] = []
    for _ in range(220):
        starts = sorted(rng.sample(range(200, 4000, 150), rng.randint(2, 20)))
        labels = [rng.choice("aeiout") for _ in range(len(starts) + 1)]
        found = [start + rng.choice((0, rng.randint(-60, 60), rng.randint(-15, 15))) for start in starts]
        distances.append([b - a for a, b in zip(starts, found, strict=True)])
        # The last phone ends with the reference, wherever the aligner ends it.
        for side, places, end in zip(sides, (starts, found), (4200, 4200 + rng.randint(-90, 90)), strict=True):
            rows = zip([0, *places], [*places, end], labels, strict=True)
            side.append(sm.LabelledSegmentation.from_segments([(b - a, label) for a, b, label in rows]))
    table = sm.score(*sides, task="phones")
    flat = np.array([one for file in distances for one in file])
    for tolerance in (10, 20, 25, 50, 100):
        share = np.mean(np.abs(flat) <= tolerance)
        assert table.overall[f"within@{tolerance / 1000:g}s"].value == pytest.approx(share)
    assert table.overall["mean"].value == pytest.approx(np.mean(np.abs(flat)) / 1000)
    assert table.overall["mean"].parts["bias"] == pytest.approx(np.mean(flat) / 1000)
    medians = [np.median(np.abs(file)) / 1000 for file in distances]
    assert table.scores("median") == pytest.approx(medians)
    assert table.overall["median"].value == pytest.approx(np.mean(medians))


def chroma(
    answers: list[tuple[int, int]], chunks: list[tuple[int, int]], *, touching: bool
) -> tuple[float, float, float]:
    """Precision, recall and IoU of `chunking_evaluation` when every chunk that shares with an answer is retrieved;
    ranges that only touch intersect there.
    """
    numerator, denominator, unused = set(), set(), {unit for answer in answers for unit in range(*answer)}
    total = len(unused)
    for chunk in chunks:
        for answer in answers:
            common = max(chunk[0], answer[0]), min(chunk[1], answer[1])
            if common[0] < common[1] or (touching and common[0] == common[1]):
                numerator |= set(range(*common))
                denominator |= set(range(*chunk))
                unused -= set(range(*common))
    precision = len(numerator) / len(denominator) if denominator else 0.0
    return precision, len(numerator) / total, len(numerator) / (len(denominator) + len(unused))


def test_chunks_are_those_of_chroma_where_ranges_that_touch_do_not_share() -> None:
    rng = Random(14)  # noqa: S311
    lower = 0
    for _ in range(250):
        length = rng.randint(40, 200)
        cuts = [0, *sorted(rng.sample(range(1, length), rng.randint(1, 8))), length]
        overlap = rng.choice((0, 0, 5))
        chunks = [(max(0, a - overlap), b) for a, b in pairwise(cuts) if rng.random() < 0.95]
        edges = [rng.choice((rng.choice(cuts[:-1]), rng.randrange(length - 1))) for _ in range(rng.randint(1, 6))]
        answers = [(start, rng.randint(start + 1, min(length, start + 40)), f"q{rng.randint(1, 3)}") for start in edges]
        asked = sm.Spans(answers, length=length)
        table = sm.score({"text": asked}, {"text": sm.Spans(chunks, length=length)}, task="chunks")
        by_question = [[tuple(span)[:2] for span in asked.only(question)] for question in asked.categories]
        theirs = [chroma(question, chunks, touching=False) for question in by_question]
        assert table.overall["omega"].value == pytest.approx(np.mean([omega for _, _, omega in theirs]))
        scores = sm.chunk_scores(sm.Spans(chunks, length=length), asked)
        for (precision, recall, omega), question in zip(theirs, asked.categories, strict=True):
            assert scores.per_question[question] == pytest.approx(omega)
            # Where all of an answer is in chunks, omega is Chroma's precision.
            assert omega == pytest.approx(precision) or recall < 1
        published = [chroma(question, chunks, touching=True)[2] for question in by_question]
        assert np.mean(published) <= table.overall["omega"].value + 1e-12
        lower += np.mean(published) < table.overall["omega"].value - 1e-12
    assert lower > 50
