"""Calls every function of the compiled kernel with arrays that do not fit together; run as a process of its own.

`python -m tests.unit.kernels.misuse SEED CALLS` prints how many calls gave a result and how many an exception. A wrong
check shows as a signal that ends the process.
"""

import json
import sys
from collections import Counter

import numpy as np

from seamark import _kernel
from seamark.model.alignment import Addition, Match, Substitution, Transposition

EDGES = (0, 1, 2, -1, 63, 64, 511, 512, 2**20, 2**31 - 1, 2**62, 2**62 + 1, 2**63 - 1, -(2**31), -(2**62), -(2**63))
EXPECTED = (ValueError, TypeError, RuntimeError, MemoryError)


class Typed:
    """In the place of a Segmentation."""


class Misuse:
    """Arguments that are right, until one or two of them are spoiled."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def number(self) -> int:
        return (
            int(self.rng.choice(np.array(EDGES, dtype=object))) if self.chance(0.5) else int(self.rng.integers(-9, 99))
        )

    def spoiled(self, array):
        """Another array in the place of a good one, more or less alike."""
        values = array.copy()
        match int(self.rng.integers(12)):
            case 0 | 1 | 2 if values.size and values.dtype.kind in "iu":
                info = np.iinfo(values.dtype)
                values.flat[self.rng.integers(values.size)] = min(max(self.number(), info.min), info.max)
            case 3:
                values = values[: self.rng.integers(values.shape[0] + 1)]
            case 4:
                values = np.concatenate([values, values])
            case 5:
                values = values[::-1].copy()
            case 6:
                self.rng.shuffle(values)
            case 7:
                values = values[::2]
            case 8:
                values = np.frombuffer(b"\0" + values.tobytes(), dtype=np.uint8)[1:].view(values.dtype)
            case 9:
                values = values.astype(self.rng.choice(["int64", "int32", "float64", "uint8", "bool", ">i8"]))
            case 10:
                values.flags.writeable = False
            case _:
                return self.rng.choice(np.array([None, "x", 3], dtype=object)) if self.chance(0.3) else values[:0]
        return values

    def some_spoiled(self, *arrays):
        wrong = self.rng.integers(len(arrays), size=self.rng.integers(3))
        return [self.spoiled(array) if i in wrong else array for i, array in enumerate(arrays)]

    # ------------------------------------------------------------------------------------------- good arguments

    def rows(self):
        """Masses, and the positions of two sides with offsets and types."""
        count, mass = int(self.rng.integers(1, 6)), int(self.rng.choice([8, 60, 200, 500, 5000]))
        sides = []
        for _ in range(2):
            sizes = self.rng.integers(0, min(mass - 1, 40), size=count)
            positions = [np.sort(self.rng.choice(np.arange(1, mass), size, replace=False)) for size in sizes]
            offsets = np.concatenate([[0], np.cumsum(sizes)])
            types = self.rng.integers(0, 3, size=offsets[-1]).astype(np.int32)
            sides.append((np.concatenate(positions).astype(np.int64), offsets.astype(np.int64), types))
        return sides[0], sides[1], np.full(count, mass, dtype=np.int64)

    def pairs(self, *, typed: bool):
        """The columns of both sides, and their masses."""
        a, b, masses = self.rows()
        sides = [self.some_spoiled(side[0], side[1], masses, side[2] if typed else side[2][:0]) for side in (a, b)]
        return tuple(map(tuple, sides)), masses

    def parameters(self, weights=None):
        span = float(self.rng.choice([1.0, 0.0, np.nan]))
        return (weights or self.weights(), self.type_values(), span)

    def weights(self):
        n = self.number() if self.chance(0.2) else int(self.rng.choice([2, 3, 10, 2**62]))
        scale = self.number() if self.chance(0.2) else int(self.rng.integers(3))
        return _kernel.Weights(1.0, float(self.rng.choice([1.0, 0.0, np.nan, np.inf])), 1.0, scale, n)

    def type_values(self):
        return self.spoiled(np.arange(3.0)) if self.chance(0.3) else np.arange(3.0)[: self.rng.choice([0, 3])]

    def out(self, rows: int, width: int | None = None):
        shape = (rows,) if width is None else (rows, width)
        out = np.zeros(shape)
        return self.spoiled(out) if self.chance(0.2) else out

    # ----------------------------------------------------------------------------------------- one call of each

    def filled(self, function, *options, typed=False):
        pairs, masses = self.pairs(typed=typed)
        return function(*pairs, *(option(masses) for option in options))

    def edit(self, function):
        return function(*self.pairs(typed=self.chance(0.7))[0], self.parameters())

    def scripts(self):
        pairs, _ = self.pairs(typed=self.chance(0.7))
        labels = (1, "x", 3)[: 3 if self.chance(0.8) else self.rng.integers(3)]
        return _kernel.edit_scripts(*pairs, self.parameters(), labels, self.records())

    def records(self):
        kinds = [Match, Addition, Substitution, Transposition]
        if self.chance(0.2):
            kinds[self.rng.integers(4)] = self.rng.choice(np.array([int, tuple, dict, None, "x"], dtype=object))
        return _kernel.EditRecords(*kinds)

    def table_rows(self, side, totals):
        """Rows of positions, of which masses and characters are made too."""
        positions, offsets, _ = side
        rows = totals.size
        form = int(self.rng.integers(3)) if self.chance(0.9) else self.number()
        values = {0: np.maximum(np.diff(positions, prepend=0), 1), 2: np.full(positions.size, 48)}.get(form, positions)
        dtype = "uint8" if form == 2 else self.rng.choice(["int64", "int32", "uint8", "uint64", "int8"])
        marks = np.ones(rows if self.chance(0.5) else 0, dtype=np.uint8)
        present = np.ones(values.size if self.chance(0.5) else 0, dtype=np.uint8)
        offsets = offsets.astype(self.rng.choice(["int32", "int64"]))
        units = totals if form == 1 or self.chance(0.1) else totals[:0]
        mass_present = np.ones(units.size if self.chance(0.5) else 0, dtype=np.uint8)
        return _kernel.TableRows(
            form, *self.some_spoiled(values.astype(dtype), offsets, marks, present, units, mass_present)
        )

    def room(self, values: int, rows: int):
        room = [np.zeros(size, dtype=np.int64) for size in (values, rows + 1, rows)]
        return _kernel.ReadRows(*self.some_spoiled(*room))

    def edit_work(self, rows: int):
        return _kernel.EditWork(self.weights(), self.real(), *(self.out(rows) for _ in range(2)))

    def window_work(self, rows: int):
        return _kernel.WindowWork(self.chance(0.5), self.one_windows(), *(self.out(rows) for _ in range(3)))

    def together(self):
        a, b, totals = self.rows()
        rows = totals.size
        edits = [self.edit_work(rows) for _ in range(self.rng.integers(3))]
        windows = [self.window_work(rows) for _ in range(self.rng.integers(2))]
        if self.chance(0.05):
            edits.append(self.rng.choice(np.array([None, 3], dtype=object)))
        status = (
            self.maybe_spoiled(np.zeros(rows, dtype=np.uint8)) if self.chance(0.3) else np.zeros(rows, dtype=np.uint8)
        )
        read = (self.room(a[0].size, rows), self.room(b[0].size, rows)) if self.chance(0.5) else None
        return _kernel.count_rows(self.table_rows(a, totals), self.table_rows(b, totals), edits, windows, status, read)

    def reading(self):
        side, _, totals = self.rows()
        faults = self.maybe_spoiled(np.zeros(totals.size, dtype=np.uint8))
        return _kernel.read_rows(self.table_rows(side, totals), self.room(side[0].size, totals.size), faults)

    def sizes(self):
        return _kernel.window_sizes(self.one_windows(), self.pairs(typed=False)[0][0])

    def mass_values(self):
        (positions, offsets, _), _, _ = self.rows()
        return _kernel.columns_of_mass_values(*self.some_spoiled(np.diff(positions, prepend=0), offsets))

    def plain(self):
        anything = np.array([3, True, 2.5, None, "x", 2**62, 2**70, -1, 0], dtype=object)
        items = [int(i) if self.chance(0.7) else self.rng.choice(anything) for i in self.rng.integers(1, 9, size=6)]
        return tuple(items) if self.chance(0.3) else items

    def spans(self):
        """Spans of some codings on lines of one length."""
        count, length = int(self.rng.integers(1, 5)), int(self.rng.choice([3, 60, 5000]))
        sizes = self.rng.integers(0, 12, size=count)
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        starts = self.rng.integers(0, length, size=offsets[-1])
        ends = np.array([self.rng.integers(start + 1, length + 1) for start in starts], dtype=np.int64)
        codes = self.rng.integers(0, 3, size=offsets[-1]).astype(np.int32)
        return starts, ends, codes, offsets, np.full(count, length, dtype=np.int64)

    def shuffling(self):
        (columns, _), masses = self.pairs(typed=self.chance(0.5))
        draws = int(self.rng.integers(0, 4)) if self.chance(0.8) else abs(self.number())
        places = np.zeros(np.size(columns[0]) * min(draws, 4), dtype=np.int64)
        counters = self.maybe_spoiled(np.arange(masses.size, dtype=np.uint64))
        outputs = self.some_spoiled(places, places.astype(np.int32))
        return _kernel.shuffle_rows(columns, counters, abs(self.number()), abs(self.number()), draws, *outputs)

    def gathering(self):
        (columns, _), masses = self.pairs(typed=self.chance(0.5))
        return _kernel.gather_rows(columns, self.maybe_spoiled(self.rng.integers(0, masses.size, size=7)))

    def pair_sums(self):
        (positions, offsets, types), _, masses = self.rows()
        rows, coders = masses.size, 3
        starts = np.array([0, rows // 2, rows], dtype=np.int64)
        coder = np.concatenate([np.arange(rows // 2), np.arange(rows - rows // 2)]) % coders
        met = (np.array([0, 2, 3, 3], dtype=np.int64), np.array([1, 2, 2], dtype=np.int64))
        match int(self.rng.integers(3)):
            case 0:
                return _kernel.coder_meetings(*self.some_spoiled(starts, coder), abs(self.number()))
            case 1:
                some = self.rng.integers(0, rows, size=(2, 4))
                sums = (self.rng.random((4, 2)), coder, *met, np.zeros((rows, 2)), np.zeros((3, 2)))
                return _kernel.add_pair_rows(*self.some_spoiled(*some, *sums))
        weights = _kernel.Weights(1.0, 1.0, 1.0, int(self.rng.integers(3)), int(self.rng.integers(1, 5)))
        lengths = np.full(rows, masses.max())
        typed = types if self.chance(0.5) else types[:0]
        columns = tuple(self.some_spoiled(positions, offsets, lengths, typed))
        source = self.some_spoiled(starts, coder, *met)
        sums = self.out(rows, 7), self.out(3, 7)
        return _kernel.sum_edits(columns, *source, (weights, np.empty(0), 1.0), *sums)

    def several(self, function, *options):
        """All codings of an item together."""
        pairs, masses = self.pairs(typed=self.chance(0.5))
        starts = self.maybe_spoiled(np.arange(masses.size + 1))
        given = (pairs[0], starts, pairs[1]) if options else (pairs[0], starts)
        return function(*given, self.parameters(), *options)

    def median_options(self):
        places = 200 if self.chance(0.8) else abs(self.number())
        return _kernel.MedianOptions(self.chance(0.5), 3.0, places, 1e-12 if self.chance(0.8) else self.real())

    def subset_sums(self):
        count, width, arrangements = (int(number) for number in self.rng.integers(1, (150, 4, 9)))
        words = self.rng.integers(0, 2**63, (arrangements, (count + 63) // 64)).astype(np.uint64)
        return _kernel.subset_sums(
            *self.some_spoiled(words, self.rng.random((count, width)), np.zeros((arrangements, width)))
        )

    def random_places(self):
        places = self.rng.integers(0, 40, size=5)
        numbers = np.array([self.rng.integers(0, room + 1) for room in places])
        source = self.some_spoiled(numbers, places, np.arange(5, dtype=np.uint64))
        out = self.maybe_spoiled(np.zeros(int(numbers.sum()), dtype=np.int64))
        return _kernel.random_places(*source, abs(self.number()), abs(self.number()), out)

    def candidates(self):
        *spans, _ = self.spans()
        categories = 3 if self.chance(0.8) else abs(self.number())
        distances = self.maybe_spoiled((1.0 - np.eye(3)).ravel())
        weights = [self.real(None) if self.chance(0.1) else 1.0 for _ in range(3)]
        return _kernel.span_candidates(*self.some_spoiled(*spans), *weights, distances, categories, 10_000)

    def assignment(self):
        _, _, codes, offsets, _ = self.spans()
        costs = self.rng.normal(size=codes.size)
        columns = 3 if self.chance(0.7) else abs(self.number())
        return _kernel.assign_pairs(*self.some_spoiled(offsets, codes, costs), columns)

    def span_pairs(self, function, *options):
        one = self.spans()
        other = one if self.chance(0.5) else self.spans()
        arrays = [tuple(self.some_spoiled(*side)) for side in (one, other)]
        categories = 3 if self.chance(0.8) else abs(self.number()) % 5
        return function(*arrays, categories, *(option() for option in options))

    def turns(self, function, *options, rules=True):
        """Turns on lines that the regions share; regions have one label."""
        one = self.spans()
        other = one if self.chance(0.5) else self.spans()
        turns, others = (tuple(self.some_spoiled(*side)) for side in (one, other))
        regions = (one[0], one[1], np.zeros_like(one[2]), *one[3:])
        uem = tuple(self.some_spoiled(*regions)) if self.chance(0.5) else None
        categories = 3 if self.chance(0.8) else abs(self.number()) % 5
        left_out = (abs(self.number()), self.chance(0.5)) if rules else ()
        return function((turns, uem), others, categories, *left_out, *(option() for option in options))

    def unitizing(self, function, *, gaps: bool):
        columns = self.spans()
        codings = columns[4].size
        items = self.maybe_spoiled(np.array([0, codings // 2, codings], dtype=np.int64))
        given = tuple(self.some_spoiled(*columns))
        if gaps:
            return function(given, items, 3, self.out(2), self.out(2, 18))
        return function(given, items, 3, self.out(2, 3))

    def hierarchies(self, function, *options, typed: bool):
        pairs, masses = self.pairs(typed=typed)
        levels = [(side, self.maybe_spoiled(np.arange(masses.size + 1))) for side in pairs]
        return function(*levels, self.maybe_spoiled(masses), *options)

    def labels(self, function, *options):
        return self.filled(function, *options, typed=self.chance(0.8))

    def background(self, _masses):
        return self.maybe_spoiled(np.array([0, 2][: self.rng.integers(3)], dtype=np.int32))

    def maybe_spoiled(self, array):
        return self.spoiled(array) if self.chance(0.3) else array

    def real(self, _masses=None) -> float:
        return float(self.rng.choice([0.0, 1.0, 2.0, np.nan, np.inf, -1.0]))

    def one_pair(self, measure, *options):
        reader = _kernel.OnePair(Typed, tuple)
        sides = (self.typed() if self.chance(0.5) else self.plain() for _ in range(2))
        if self.chance(0.3):
            return reader.align(self.weights(), self.records(), *sides)
        if self.chance(0.3):
            return reader.precision_recall(*sides, self.number(), self.real(), self.real(), self.chance(0.1))
        return reader.measure(measure(*options), *sides)

    def typed(self):
        made = Typed()
        made._positions = self.maybe_spoiled(np.array([1, 3, 4]))
        labels = self.rng.choice(
            np.array([(1, 2), ("x",), (1,), (), (1, "x"), (1, 1.5), [1], (2**60, 1)], dtype=object)
        )
        made._labels = labels
        made._mass = self.number() if self.chance(0.3) else 9
        return made

    def one_windows(self, _masses=None):
        steps = [int(step) for step in self.rng.integers(-3 if self.chance(0.3) else -2, 3, 11)]
        steps[1] = int(self.rng.integers(-1, 3)) if self.chance(0.1) else int(self.rng.integers(3))
        flags = [self.chance(0.5) for _ in range(4)]
        k = None if self.chance(0.5) else int(self.rng.integers(1, 200)) if self.chance(0.5) else self.number()
        rule = steps[0], flags[0], steps[1], steps[2], steps[3], flags[1]
        return _kernel.Windows.of(*rule, *steps[4:7], flags[2], flags[3], *steps[7:9], k)

    def calls(self):
        return {
            "Weights": self.weights,
            "EditWork": lambda: self.edit_work(3),
            "WindowWork": lambda: self.window_work(3),
            "TableRows": self.reading,
            "ReadRows": lambda: self.room(9, 3),
            "features": _kernel.features,
            "StopFlag": lambda: _kernel.StopFlag().set(),
            "edit_costs": lambda: self.edit(_kernel.edit_costs),
            "edit_counts": lambda: self.edit(_kernel.edit_counts),
            "edit_scripts": self.scripts,
            "EditRecords": self.records,
            "window_differences": lambda: self.filled(_kernel.window_differences, self.one_windows),
            "window_presence": lambda: self.filled(_kernel.window_presence, self.one_windows),
            "window_sizes": self.sizes,
            "count_rows": self.together,
            "window_sums": lambda: self.filled(_kernel.window_sums, lambda m: self.maybe_spoiled(np.full_like(m, 3))),
            "tolerance_matches": lambda: self.filled(_kernel.tolerance_matches, lambda _: self.number()),
            "boundary_distances": lambda: self.filled(
                _kernel.boundary_distances, lambda _: self.chance(0.5), lambda _: self.number()
            ),
            "hamming_edits": lambda: self.filled(_kernel.hamming_edits, self.real, self.real, self.real),
            "unit_errors": lambda: self.filled(_kernel.unit_errors, lambda _: self.chance(0.5)),
            "covering_sums": lambda: self.filled(_kernel.covering_sums),
            "pair_counts": lambda: self.filled(_kernel.pair_counts),
            "segment_entropies": lambda: self.filled(_kernel.segment_entropies),
            "pair_weights": lambda: self.filled(
                _kernel.pair_weights, lambda m: self.maybe_spoiled(np.full(m.size, 0.1))
            ),
            "Measure": lambda: self.one_pair(_kernel.Measure),
            "OnePair": lambda: self.one_pair(_kernel.pk, self.one_windows()),
            "Windows": self.one_windows,
            "edit_distance": lambda: self.one_pair(_kernel.edit_distance, self.weights()),
            "similarity": lambda: self.one_pair(_kernel.similarity, self.weights(), self.real()),
            "boundary_similarity": lambda: self.one_pair(_kernel.boundary_similarity, self.weights()),
            "window_diff": lambda: self.one_pair(_kernel.window_diff, self.one_windows()),
            "pk": lambda: self.one_pair(_kernel.pk, self.one_windows()),
            "columns_of_masses": lambda: _kernel.columns_of_masses([self.plain() for _ in range(3)]),
            "positions_of_masses": lambda: _kernel.positions_of_masses(self.plain()),
            "columns_of_mass_values": self.mass_values,
            "first_bad_row": lambda: _kernel.first_bad_row(self.pairs(typed=self.chance(0.5))[0][0]),
            "read_rows": self.reading,
            "label_pair_counts": lambda: self.labels(_kernel.label_pair_counts),
            "label_entropies": lambda: self.labels(_kernel.label_entropies),
            "expected_information": lambda: self.labels(_kernel.expected_information),
            "equally_labelled": lambda: self.labels(_kernel.equally_labelled),
            "action_matches": lambda: self.labels(
                _kernel.action_matches, self.background, lambda _: self.chance(0.5), self.real
            ),
            "run_edits": lambda: self.labels(_kernel.run_edits, self.background),
            "turn_errors": lambda: self.turns(_kernel.turn_errors, lambda: self.rng.integers(-1, 5)),
            "jaccard_errors": lambda: self.turns(_kernel.jaccard_errors, lambda: self.rng.integers(-1, 5)),
            "mapped_labels": lambda: self.turns(_kernel.mapped_labels, lambda: self.rng.integers(-1, 5)),
            "label_times": lambda: self.turns(_kernel.label_times),
            "segment_parts": lambda: self.turns(_kernel.segment_parts, self.number, rules=False),
            "entity_pairs": lambda: self.span_pairs(
                _kernel.entity_pairs, lambda: self.chance(0.5), lambda: self.chance(0.5)
            ),
            "span_matches": lambda: self.span_pairs(
                _kernel.span_matches, lambda: self.real(None), lambda: self.chance(0.5)
            ),
            "unitizing_lengths": lambda: self.unitizing(_kernel.unitizing_lengths, gaps=True),
            "unitizing_differences": lambda: self.unitizing(_kernel.unitizing_differences, gaps=False),
            "shuffle_rows": self.shuffling,
            "gather_rows": self.gathering,
            "coder_meetings": self.pair_sums,
            "add_pair_rows": self.pair_sums,
            "sum_edits": self.pair_sums,
            "count_links": lambda: self.several(_kernel.count_links),
            "medians": lambda: self.several(_kernel.medians, self.median_options()),
            "MedianOptions": self.median_options,
            "subset_sums": self.subset_sums,
            "random_places": self.random_places,
            "span_candidates": self.candidates,
            "assign_pairs": self.assignment,
            "tree_scores": lambda: self.hierarchies(_kernel.tree_scores, self.chance(0.5), 3, typed=False),
            "label_level_scores": lambda: self.hierarchies(_kernel.label_level_scores, typed=True),
        }


def main(seed: int, count: int) -> None:
    calls = Misuse(seed).calls()
    names = list(calls)
    seen: Counter[tuple[str, str]] = Counter()
    for number in range(count):
        name = names[number % len(names)]
        try:
            calls[name]()
            seen[name, "result"] += 1
        except EXPECTED:
            seen[name, "exception"] += 1
    print(json.dumps({f"{name} {what}": count for (name, what), count in seen.items()}))  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
