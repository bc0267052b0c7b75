"""No number depends on the order of items, coders and rows, nor, where nothing is drawn, on their names."""

import dataclasses
import itertools
import random
from collections.abc import Mapping

import numpy as np
import pytest
from tests.properties.public_calls import random_call, random_study

import seamark as sm
from seamark.base.results import ResultRecord


def numbers(value, known=None):
    """All numbers of a result with every bit; names stand as keys only, and are translated where that is asked for."""
    if isinstance(value, ResultRecord):
        # A seed stands in the signature where something was drawn.
        left_out = ("signature", "matrix", "seed")
        fields = [field.name for field in dataclasses.fields(value) if field.name not in left_out]
        return {name: numbers(getattr(value, name), known) for name in fields}
    if isinstance(value, sm.Segmentation):
        return str(value)
    if isinstance(value, Mapping):
        keys = {key: frozenset(key) if isinstance(key, tuple) else key for key in value}
        if known is not None:
            keys = {
                key: frozenset(map(known.get, name)) if isinstance(name, frozenset) else known.get(name, name)
                for key, name in keys.items()
            }
        return {keys[key]: numbers(part, known) for key, part in value.items()}
    if isinstance(value, np.ndarray):
        return [numbers(part) for part in value.tolist()]
    if isinstance(value, tuple | list):
        return [numbers(part, known) for part in value if not isinstance(part, str)]
    if isinstance(value, float):
        return float(value).hex()
    return value if isinstance(value, int) else None


def ordered(value):
    """Lists of results without their order."""
    if isinstance(value, list):
        return sorted(map(ordered, value), key=repr)
    if isinstance(value, dict):
        parts = [(sorted(key) if isinstance(key, frozenset) else key, ordered(part)) for key, part in value.items()]
        return dict(sorted((repr(key), part) for key, part in parts))
    return value


def shuffled(rng, given):
    """The same codings with items, coders and rows in another order."""
    rows = [(item, coder, coding) for item, by_coder in given.items() for coder, coding in by_coder.items()]
    rng.shuffle(rows)
    return sm.Corpus.from_columns(*map(list, zip(*rows, strict=True)))


def renamed(rng, given):
    """The same codings under other names, and what each new name was."""
    known = {}
    for names in (list(given), list({coder: None for by_coder in given.values() for coder in by_coder})):
        known |= dict(zip(rng.sample(names, len(names)), names, strict=True))
    new = {name: now for now, name in known.items()}
    codings = {new[item]: {new[coder]: given[item][coder] for coder in given[item]} for item in given}
    return shuffled(rng, codings), known


def outcome(call, corpus):
    """The numbers that a call gives; an error is an outcome, too, by its type."""
    compute, data = call
    try:
        return compute(*data(corpus))
    except (sm.InputError, sm.UndefinedScoreError) as error:
        return type(error).__name__


def untested(result):
    """A result without its p-values, for which systems are swapped on items in the order of their names."""
    if isinstance(result, sm.SystemComparison):
        plain = {"p_value": 0.0, "p_adjusted": 0.0}
        return dataclasses.replace(result, pairs=tuple(dataclasses.replace(pair, **plain) for pair in result.pairs))
    return result


@pytest.mark.parametrize("trials", [150, pytest.param(1_000, marks=pytest.mark.slow)])
def test_no_number_depends_on_order(trials):
    rng = random.Random(trials)  # noqa: S311
    for trial in range(trials):
        given, call = random_study(rng), random_call(rng, drawn=trial % 2 == 1)
        one, other = (ordered(numbers(outcome(call, corpus))) for corpus in (sm.Corpus(given), shuffled(rng, given)))
        assert one == other, given


@pytest.mark.parametrize("trials", [150, pytest.param(1_000, marks=pytest.mark.slow)])
def test_without_draws_no_number_depends_on_names(trials):
    rng = random.Random(1 + trials)  # noqa: S311
    for _ in range(trials):
        given, call = random_study(rng), random_call(rng, drawn=False)
        again, known = renamed(rng, given)
        one, other = (untested(outcome(call, corpus)) for corpus in (sm.Corpus(given), again))
        assert ordered(numbers(one)) == ordered(numbers(other, known)), given


def test_the_consensus_of_two_coders_does_not_depend_on_who_comes_first():
    rng = random.Random(5)  # noqa: S311
    for _ in range(150):
        one, other = ("".join(rng.choice("0001") for _ in range(9)) for _ in range(2))
        there, back = (sm.consensus({"poem": dict(zip(names, (one, other), strict=True))}) for names in ("ab", "ba"))
        assert there["poem"] == back["poem"]
        # Neither is closer to both than the other is: the one with fewer boundaries is taken.
        assert len(there["poem"].positions) <= min(one.count("1"), other.count("1")) or there.value > 0.5


def test_files_of_two_formats_give_the_same_numbers(tmp_path):
    found = []
    for name in ("codings.json", "codings.tsv"):
        sm.save(sm.datasets.stargazer(), tmp_path / name, drop=["metadata"])
        found.append(numbers(sm.agree(sm.load(tmp_path / name), "B", ci=0.95)))
    assert found[0] == found[1]


#: Tasks about labels, and whether both sides have the same names.
OF_LABELS = {"diarization": False, "music": False, "actions": True, "phones": True, "entities": True, "chunks": True}


def labelled_pair(rng, task):
    """Two small codings, where equally good mappings are common."""
    length = rng.randint(8, 24)
    if sm.TASKS[task].kind == "spans":
        sides = []
        for side in range(2):
            starts = [rng.randrange(length) for _ in range(rng.randint(1, 5))]
            spans = [(start, rng.randint(start + 1, length), rng.choice("ABC")) for start in starts]
            sides.append(sm.Spans([span[:2] if task == "chunks" and side else span for span in spans], length=length))
        return sides
    labels = [rng.choice("ABC") for _ in range(5)]
    sides = []
    for _ in range(2):
        edges = [0, *sorted(rng.sample(range(1, length), 4)), length]
        masses = [after - before for before, after in itertools.pairwise(edges)]
        mine = labels if task == "phones" else [rng.choice("ABC") for _ in masses]
        sides.append(sm.LabelledSegmentation.from_segments(zip(masses, mine, strict=True)))
    return sides


def with_names(coding, names):
    if isinstance(coding, sm.Spans):
        spans = [(start, end, names.get(category)) for start, end, category in coding]
        return sm.Spans(spans, length=coding.length)
    masses = coding.segmentation.masses
    return sm.LabelledSegmentation.from_segments(zip(masses, map(names.get, coding.labels), strict=True))


@pytest.mark.parametrize(("task", "shared"), OF_LABELS.items())
def test_no_number_of_a_task_changes_with_names(task, shared):
    """A thousand renamings of speakers, sections, actions, phones, categories and questions."""
    rng = random.Random(task)  # noqa: S311
    pairs = {f"item {number}": labelled_pair(rng, task) for number in range(50)}
    resolution = {"resolution": 1.0} if sm.TASKS[task].resolution else {}

    def scored(sides):
        one, other = ({item: pair[side] for item, pair in sides.items()} for side in (0, 1))
        table = sm.score(one, other, task=task, **resolution)
        categories = None if table.further is None else numbers(table.further)
        if categories is not None:
            categories["per_category"] = sorted(map(repr, categories["per_category"].values()))
        return (
            [numbers(total) for total in table.overall.values()],
            [table.scores(name).tobytes() for name in table.overall],
            categories,
        )

    def new_names():
        return dict(zip("ABC", rng.sample(range(1000), 3), strict=True))

    expected = scored(pairs)
    for _ in range(20):
        renamed, everywhere = {}, new_names()
        for item, pair in pairs.items():
            # Entities of all items have one set of categories; others are named item by item.
            names = [everywhere if task == "entities" else new_names() for _ in pair]
            renamed[item] = [with_names(one, names[0 if shared else side]) for side, one in enumerate(pair)]
        assert scored(renamed) == expected
