import itertools
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seamark import B, Corpus, InputError, S, Segmentation, UndefinedScoreError, WindowDiff, agree, save
from seamark.scale.agreement import agree_parquet
from tests.oracle.windows import gaps, positions
from tests.unit.scale.pairs import random_masses


def random_codings(items=120, seed=3):
    """Codings of items by one to four of six coders."""
    rng = np.random.default_rng(seed)
    codings = {}
    for item in range(items):
        mass = int(rng.integers(1, 80))
        coders = rng.choice(6, rng.integers(1, 5), replace=False).tolist()
        codings[f"item{item}"] = {f"coder{coder}": random_masses(rng, mass) for coder in coders}
    return codings


def rows_of(codings):
    return [(item, coder, masses) for item, by_coder in codings.items() for coder, masses in by_coder.items()]


def long_table(codings):
    items, coders, masses = zip(*rows_of(codings), strict=True)
    return pa.table({"item": items, "coder": coders, "masses": masses})


CODINGS = random_codings()
TABLE = long_table(CODINGS)


def agree_table(table, *arguments, **options):
    with tempfile.TemporaryDirectory() as folder:
        pq.write_table(table, f"{folder}/codings.parquet")
        return agree_parquet(f"{folder}/codings.parquet", *arguments, **options)


def assert_same(found, expected):
    assert found.value == pytest.approx(expected.value, rel=1e-12)
    assert found.observed == pytest.approx(expected.observed, rel=1e-12)
    assert found.expected == pytest.approx(expected.expected, rel=1e-12)
    assert found.bias == pytest.approx(expected.bias, abs=1e-13)
    assert str(found.signature) == str(expected.signature)
    assert (found.items, found.coders, found.pairs) == (expected.items, expected.coders, expected.pairs)
    assert (found.draws, found.seed) == (expected.draws, expected.seed)


def assert_identical(found, expected):
    """All numbers are the same to the last bit."""
    assert found.to_dict() == expected.to_dict()


@pytest.mark.parametrize("metric", [S(), B(n=3), WindowDiff()])
@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("chance_average", ["micro", "macro", "fournier2012"])
@pytest.mark.parametrize("chance_count", ["boundaries", "segments"])
def test_same_as_from_a_corpus(metric, coefficient, chance_average, chance_count):
    options = {"chance_average": chance_average, "chance_count": chance_count}
    assert_same(agree_table(TABLE, metric, coefficient, **options), agree(CODINGS, metric, coefficient, **options))


@pytest.mark.parametrize("metric", [S(), B(n=3), WindowDiff()])
@pytest.mark.parametrize("most_work", [2**26, 50_000, 1])
def test_the_shuffled_level_is_that_of_a_corpus(metric, most_work, tmp_path, monkeypatch):
    monkeypatch.setattr("seamark.agreement.shuffled._MOST_WORK", most_work)
    monkeypatch.setattr("seamark.scale.agreement.BATCH_ROWS", 25)
    expected = agree(CODINGS, metric, shuffles=40, rng=5)
    assert (expected.draws == 40, expected.draws == 1) == (most_work == 2**26, most_work == 1)
    path = sorted_file(CODINGS, tmp_path / "codings.parquet")
    for rows, workers in ((1, 1), (7, 3), (1000, 1)):
        found = agree_parquet(path, metric, shuffles=40, rng=5, batch_rows=rows, workers=workers)
        assert_same(found, expected)
        assert found.shuffled == pytest.approx(expected.shuffled, rel=1e-12)
        assert found.above_shuffled == pytest.approx(expected.above_shuffled, rel=1e-9)


def test_the_shuffled_level_depends_on_names_and_not_on_the_order_of_rows():
    backwards = {item: dict(reversed(by_coder.items())) for item, by_coder in reversed(CODINGS.items())}
    # All sums of S are whole numbers and halves, so that there is no rounding.
    levels = {agree(CODINGS).shuffled, agree(backwards).shuffled, agree_table(long_table(backwards)).shuffled}
    assert len(levels) == 1
    renamed = {f"{item}!": by_coder for item, by_coder in CODINGS.items()}
    assert agree(renamed).shuffled not in levels


def test_other_forms_of_segmentations_and_names():
    rows = rows_of(CODINGS)
    items, coders, masses = zip(*rows, strict=True)
    as_positions = pa.table(
        {
            "doc": pa.array([int(item[4:]) for item in items], pa.int16()),
            "who": pa.array(coders).dictionary_encode(),
            "at": [positions(row) for row in masses],
            "units": [sum(row) for row in masses],
        }
    )
    assert_same(agree_table(as_positions, item="doc", coder="who", masses="at", mass="units"), agree(CODINGS))
    as_strings = pa.table({"item": items, "coder": coders, "masses": [gaps(row) for row in masses]})
    assert_same(agree_table(as_strings), agree(CODINGS))


def test_from_files(tmp_path):
    seen = []
    folder = cut_files(TABLE, tmp_path / "files", 3, 40)
    found = agree_parquet(folder, batch_rows=17, progress=lambda done, total: seen.append((done, total)))
    assert_same(found, agree(CODINGS))
    assert seen[-1] == (len(TABLE), len(TABLE))
    assert not found.per_item
    assert found.unranked.startswith("there are so many codings")


@pytest.mark.parametrize("seed", range(4))
def test_few_rows_are_measured_as_those_of_a_corpus(seed, tmp_path):
    """Every number, the items and their ranking are the same to the last bit."""
    codings = random_codings(30 + 20 * seed, seed)
    table = long_table(codings)
    expected = agree(codings, "B", ci=0.9)
    assert expected.ranking
    for files in (1, 4):
        found = agree_parquet(cut_files(table, tmp_path / str(files), files, 9), "B", ci=0.9, workers=files)
        assert_identical(found, expected)
        assert found.ranking == expected.ranking
        assert found.rows() == expected.rows()
    assert_identical(agree(table, "B"), agree(codings, "B"))


def test_rows_of_very_long_lists_are_not_measured_as_a_whole(tmp_path, monkeypatch):
    path = sorted_file(CODINGS, tmp_path / "codings.parquet")
    assert agree_parquet(path).per_item
    monkeypatch.setattr("seamark.scale.agreement._WHOLE_VALUES", 100)
    assert not agree_parquet(path).per_item
    assert_same(agree_parquet(path), agree(CODINGS))


def test_a_corpus_that_was_saved(tmp_path):
    corpus = Corpus(CODINGS)
    save(corpus, tmp_path / "corpus.parquet")
    assert_same(agree_parquet(tmp_path / "corpus.parquet", "B:n=3", "kappa"), agree(corpus, "B:n=3", "kappa"))
    assert_same(agree(pq.read_table(tmp_path / "corpus.parquet")), agree(corpus))


def test_boundary_types_in_a_saved_corpus(tmp_path):
    def corpus(types):
        return Corpus(
            {
                item: {
                    "ann": Segmentation.from_positions([2, 4], 9, types=types),
                    "ben": Segmentation.from_positions([3], 9, types=types[:1]),
                }
                for item in ("poem", "song")
            }
        )

    save(corpus(["topic", "topic"]), tmp_path / "one.parquet")
    assert_same(agree_parquet(tmp_path / "one.parquet"), agree(corpus(["topic", "topic"])))
    save(corpus(["topic", "speaker"]), tmp_path / "two.parquet")
    with pytest.raises(InputError, match=r"'types' holds several boundary types.*convert the file to JSON"):
        agree_parquet(tmp_path / "two.parquet")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (("item0", "coder9", [0, 1]), "item 'item0', coder 'coder9': masses has a mass below 1"),
        (("item0", "coder9", None), "item 'item0', coder 'coder9': masses is null"),
        (("item0", "coder9", [99, 9]), "item 'item0', coder 'coder[0-9]': the coding covers another number of units"),
        (("item0", next(iter(CODINGS["item0"])), [9]), "item 'item0', coder 'coder[0-9]': there are two codings"),
        (("item0", None, [1]), "column 'coder' holds a null; expected a name in every row"),
        ((None, "coder9", [1]), "column 'item' holds a null; expected a name in every row"),
    ],
)
def test_a_row_that_cannot_be_used_is_named(row, reason, tmp_path, monkeypatch):
    items, coders, masses = zip(row, *rows_of(CODINGS), strict=True)
    table = pa.table({"item": items, "coder": coders, "masses": masses})
    with pytest.raises(InputError, match=reason):
        agree_table(table)
    monkeypatch.setattr("seamark.scale.agreement.BATCH_ROWS", 25)
    folder = cut_files(table, tmp_path / "files", 3, 10)
    with pytest.raises(InputError, match=reason):
        agree_parquet(folder, batch_rows=7, shuffles=0)


SCATTERED = pa.table(
    {"item": [*"bbccaadd", *"eeff", *"cc"], "coder": [*"xyxyxyxy", *"xyxy", *"zw"], "masses": [[2, 3]] * 14}
)


@pytest.mark.parametrize("files", [1, 2, 7, 14])
@pytest.mark.parametrize("rows", [1, 3, 100])
@pytest.mark.parametrize("options", [{}, {"ci": 0.9}])
def test_an_item_that_comes_back_in_another_file(files, rows, options, tmp_path, monkeypatch):
    monkeypatch.setattr("seamark.scale.agreement.BATCH_ROWS", rows)
    folder = cut_files(SCATTERED, tmp_path / "files", files, rows)
    with pytest.raises(InputError, match="the rows of item 'c' are not adjacent; sort the table by item"):
        agree_parquet(folder, batch_rows=rows, **options)
    together = cut_files(SCATTERED.slice(0, 12), tmp_path / "together", min(files, 12), rows)
    assert agree_parquet(together, batch_rows=rows).items == 6


@pytest.mark.parametrize(("items", "in_order"), [("aabbccdd", True), ("aabbddcc", False), ("bbaaccdd", False)])
@pytest.mark.parametrize("rows", [1, 3, 100])
def test_items_are_read_again_only_where_they_do_not_ascend(items, in_order, rows, tmp_path, monkeypatch):
    looked: list[object] = []
    monkeypatch.setattr("seamark.scale.agreement.require_together", looked.append)
    table = pa.table({"item": [*items], "coder": [*"xy"] * 4, "masses": [[2, 3]] * 8})
    pq.write_table(table, tmp_path / "codings.parquet")
    monkeypatch.setattr("seamark.scale.agreement._WHOLE_VALUES", 1)
    assert agree_parquet(tmp_path, batch_rows=rows).items == 4
    assert (not looked) is in_order


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"item": ["a"], "coder": ["x"], "masses": [[1]]},
            "agreement needs at least two coders; the corpus has 1: 'x'",
        ),
        ({"item": ["a", "b"], "coder": ["x", "y"], "masses": [[1], [1]]}, "no item was coded by two coders"),
        ({"item": ["a"], "coder": ["x"], "masses": [[0]]}, "item 'a', coder 'x': masses has a mass below 1"),
        ({"item": [1.5], "coder": ["x"], "masses": [[1]]}, "column 'item' is double; expected names, or whole numbers"),
        ({"item": ["a"], "masses": [[1]]}, "no column is called 'coder'; there are: item, masses"),
    ],
)
def test_tables_without_agreement(columns, message):
    with pytest.raises(InputError, match=message):
        agree_table(pa.table(columns))


def test_undefined_agreement():
    table = pa.table({"item": ["a", "a"], "coder": ["x", "y"], "masses": [[1, 1, 1], [1, 1, 1]]})
    assert agree_table(table).value == 1.0
    with pytest.raises(UndefinedScoreError, match="the coefficient is undefined"):
        agree_table(table.set_column(2, "masses", [[[1, 1], [2]]]), WindowDiff(k=1), chance_count="segments")


def sorted_file(codings, path, row_group_size=64):
    pq.write_table(long_table(codings), path, row_group_size=row_group_size)
    return path


def assert_same_interval(found, expected):
    for one, two in ((found.interval, expected.interval), (found.above_interval, expected.above_interval)):
        assert (one.low, one.high) == pytest.approx((two.low, two.high), rel=1e-9, nan_ok=True)
        assert (one.ci, one.method, one.resampled, one.note) == (two.ci, two.method, two.resampled, two.note)


# Counts of these are whole numbers and halves, so that sums do not depend on an order.
@pytest.mark.parametrize("metric", ["S", "B", "windowdiff"])
@pytest.mark.parametrize("most_work", [2**26, 1])
@pytest.mark.parametrize("groups", [False, True])
def test_intervals_in_parts_are_those_of_a_corpus_to_the_last_bit(metric, most_work, groups, tmp_path, monkeypatch):
    """However the rows are cut into files, tasks and batches, with one shuffle and with several."""
    monkeypatch.setattr("seamark.agreement.shuffled._MOST_WORK", most_work)
    monkeypatch.setattr("seamark.scale.agreement.BATCH_ROWS", 25)
    for seed in range(2):
        codings = grouped([(6, 4), (9, 3), (4, 5)], seed) if groups else random_codings(60, seed)
        options = {"ci": 0.9, "shuffles": 6, "rng": seed}
        expected = agree(codings, metric, **options)
        assert np.isfinite(expected.above_interval.low)
        for files, rows, workers in ((1, 50, 1), (3, 11, 2), (9, 1, 1)):
            folder = cut_files(long_table(codings), tmp_path / f"{seed} {files}", files, rows)
            found = agree_parquet(folder, metric, **options, batch_rows=rows, workers=workers)
            assert (found.interval, found.above_interval) == (expected.interval, expected.above_interval)
            assert (found.value, found.above_shuffled) == (expected.value, expected.above_shuffled)


ALIKE = {f"t{n}": {"a": [3, 3], "b": [3, 3], "c": [3, 3]} for n in range(4)}
#: Studies whose intervals cannot be estimated, or only just, in whatever parts the items are read.
AT_THE_EDGE = {
    "all alike": ALIKE,
    "nothing varies from item to item": {f"t{n}": {"a": [3, 3], "b": [2, 4], "c": [3, 3]} for n in range(4)},
    "two differ on one item": {**ALIKE, "u": {"a": [2, 4], "b": [3, 3]}},
    "two coders met once": {
        **{f"t{n}": {"a": [3, n + 2], "b": [4, n + 1], "c": [n + 1, 4]} for n in range(9)},
        "z": {"d": [3, 3], "a": [2, 4]},
    },
    "one of two groups differs on one item": {
        **{f"{'xp'[group]}{n}": {f"{c}{group}": [2, 3] for c in "xyz"} for group in (0, 1) for n in range(3)},
        "z": {"x1": [2, 3], "y1": [3, 2], "z1": [2, 3]},
    },
}


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("codings", AT_THE_EDGE.values(), ids=AT_THE_EDGE)
def test_intervals_at_the_edge_are_those_of_a_corpus(codings, coefficient, tmp_path):
    path = sorted_file(codings, tmp_path / "codings.parquet", 3)
    for resample in ("items", "both"):
        options = {"coefficient": coefficient, "ci": 0.95, "resample": resample}
        assert_same_interval(agree_parquet(path, **options, batch_rows=3), agree(codings, **options))


def test_too_few_items_or_coders_for_an_interval(tmp_path):
    codings = {"a": {"x": [2, 3], "y": [3, 2]}, "b": {"x": [2, 3]}}
    path = sorted_file(codings, tmp_path / "codings.parquet")
    for resample in ("items", "coders"):
        with pytest.raises(InputError) as expected:
            agree(codings, ci=0.95, resample=resample)
        with pytest.raises(InputError) as found:
            agree_parquet(path, ci=0.95, resample=resample)
        assert str(found.value) == str(expected.value)


def grouped(sizes, seed=8):
    """Groups of so many items and coders, of which each item has two or more; one coder is never compared."""
    rng = np.random.default_rng(seed)
    codings = {}
    for group, (items, coders) in enumerate(sizes):
        for item in range(items):
            mass, number = int(rng.integers(5, 40)), int(rng.integers(2, coders + 1))
            chosen = range(coders) if item == 0 else rng.choice(coders, number, replace=False).tolist()
            codings[f"{item}/{group}"] = {f"coder {group}{coder}": random_masses(rng, mass) for coder in chosen}
    codings["alone"] = {"hermit": [3, 4]}
    codings["0/alone"] = {"coder 00": [2, 2, 9]}
    return dict(sorted(codings.items()))


@pytest.mark.parametrize(
    "sizes",
    [
        [(6, 4), (9, 3), (4, 5)],  # items and coders are left out within their group
        [(6, 4), (9, 2), (5, 2)],  # whole groups instead of coders
        [(6, 4), (1, 3), (7, 3)],  # a group with a single item
    ],
)
@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("resample", ["items", "coders", "both"])
def test_groups_of_coders_are_kept_apart_as_in_memory(sizes, coefficient, resample, tmp_path):
    codings = grouped(sizes)
    options = {"ci": 0.9, "resample": resample, "shuffles": 2, "chance_average": "macro"}
    expected = agree(codings, B(n=3), coefficient, **options)
    for files, rows, workers in ((1, 1000, 1), (5, 7, 2)):
        folder = cut_files(long_table(codings), tmp_path / str(files), files, rows)
        found = agree_parquet(folder, B(n=3), coefficient, **options, batch_rows=rows, workers=workers)
        assert_same(found, expected)
        assert_same_interval(found, expected)
        assert np.isfinite(found.interval.low)


def cut_files(table, folder, files, row_group_size=64):
    """The same rows in so many files, cut anywhere."""
    folder.mkdir()
    edges = np.linspace(0, len(table), files + 1).astype(int)
    for number, (start, stop) in enumerate(itertools.pairwise(edges.tolist())):
        pq.write_table(table.slice(start, stop - start), folder / f"{number:02}.parquet", row_group_size=row_group_size)
    return folder
