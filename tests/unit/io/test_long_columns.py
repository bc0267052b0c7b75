"""Large long tables: what is read in columns is what the reader of rows reads, and what it refuses is refused."""

from collections.abc import Callable
from io import BytesIO
from random import Random

import pytest

import seamark as sm
from seamark.io.formats import long_table
from tests.fuzz.damage import damaged

pytest.importorskip("pyarrow")

TYPES = ("", "1", "2", "minor", "major", "01")


def table(rng: Random, separator: str = ",", *, mixed: bool = False, typed: bool = True) -> bytes:
    """A table with an item for every few rows; ``mixed`` puts its rows in any order."""
    rows = []
    for item in range(rng.randint(1, 6)):
        mass = rng.randint(2, 40)
        for coder in rng.sample(("ann", "ben", "čeněk", "d-4"), rng.randint(1, 4)):
            places = sorted(rng.sample(range(1, mass), rng.randint(0, mass // 2)))
            told = rng.random() < 0.7 or coder == "ann"
            rows.append([f"item {item}", coder, str(mass), "", ""])
            rows += [[f"item {item}", coder, str(mass) if told else "", str(at), rng.choice(TYPES)] for at in places]
    if mixed:
        rng.shuffle(rows)
    header = ["Item", "coder", "mass", "position", "type"]
    width = 5 if typed else 4
    return "".join(separator.join(row[:width]) + "\n" for row in [header, *rows]).encode()


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], tuple[list[object], list[bool]]]:
    """What loading in columns and in rows gives, and whether columns were read."""

    def outcomes(data: bytes) -> tuple[list[object], list[bool]]:
        found: list[object] = []
        used: list[bool] = []
        original = long_table._in_columns

        def spied(source):
            rows = original(source)
            used.append(rows is not None)
            return rows

        for smallest in (0, 2**60):
            with monkeypatch.context() as patch:
                patch.setattr("seamark.io.formats.long_table.SMALLEST", smallest)
                patch.setattr("seamark.io.formats.long_table._in_columns", spied)
                try:
                    corpus = sm.load(BytesIO(data), name="a.csv", format="csv")
                    found.append((corpus, corpus.item_names, [*map(list, corpus.values())], corpus.types))
                except sm.InputError as error:
                    found.append(str(error))
        return found, used

    return outcomes


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("typed", [True, False])
def test_columns_are_rows(both, separator, typed):
    for seed in range(30):
        data = table(Random(seed), separator, typed=typed)  # noqa: S311
        (columns, rows), used = both(data)
        assert columns == rows
        assert not isinstance(rows, str)
        assert used == [True, False]
    assert both(b"\xef\xbb\xbf" + data) == ([columns, rows], [True, False])


def test_rows_in_any_order(both):
    for seed in range(60):
        columns, rows = both(table(Random(seed), mixed=True))[0]  # noqa: S311
        assert columns == rows


@pytest.mark.parametrize(
    "row",
    ["item 0,ann,0x10,1,", "item 0,ann,40,0x1,", '"item 0",ann,,1,', "item 0,ann,99,1,", ",ann,9,1,", "item 0,,9,1,",
     "item 9,ann,,1,", "item 9,ann,5,7,", "item 9,ann,5,2,\nitem 9,ann,5,2,", "item 9,ann,5,,minor",
     "item 9,ann,5,,1", "item 9,ann,5",
     "item 9,ann,5,1,,", ",,,,", "item 9,ann, 5,+2,", "item 9,ann,five,2,", "item 9,ann,5,2.0,", "item 9,ann,-5,2,",
     "item 9,ann,5,99999999999999999999,", "item 9,ann,5,2,\ud800".encode("utf-8", "surrogatepass").decode("latin-1")],
)  # fmt: skip
def test_what_is_unusual_is_left_to_the_rows(both, row):
    data = table(Random(4)) + row.encode() + b"\n"  # noqa: S311
    columns, rows = both(data)[0]
    assert columns == rows


def test_damaged_tables(both):
    refused = 0
    for seed in range(400):
        rng = Random(seed)  # noqa: S311
        (columns, rows), _ = both(damaged(rng, table(rng)))
        assert columns == rows
        refused += isinstance(rows, str)
    assert 50 < refused < 390
