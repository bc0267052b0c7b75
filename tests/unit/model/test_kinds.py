"""Spans, tags as spans, labelled segmentations and hierarchies."""

import copy
import pickle
import random

import numpy as np
import pytest

import seamark as sm
from seamark import Hierarchy, InputError, LabelledSegmentation, Segmentation, Spans

ONE = sm.Spans([(2, 8, "A"), (12, 16, "B")], length=20)


def test_equal_by_value_whatever_the_order():
    again = sm.Spans([(12, 16, "B"), (2, 8, "A")], length=20)
    assert again == ONE
    assert hash(again) == hash(ONE)
    assert sm.Spans([(2, 8, "A")], length=20) != sm.Spans([(2, 8, "A")], length=21)
    assert sm.Spans([(2, 8, "A")], length=20) != sm.Spans([(2, 8, "B")], length=20)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([(3, 3, "A")], "span 1 goes from 3 to 3; expected 0 <= start < end <= 20"),
        ([(-1, 3, "A")], "span 1 goes from -1 to 3"),
        ([(0, 2), (15, 21, "A")], "span 2 goes from 15 to 21"),
        ([(1.5, 3, "A")], "start of span 1 is 1.5; expected a whole number"),
        ([(1, "3", "A")], "end of span 1 is '3'; expected a whole number"),
        ([(1, 3, [])], "the category of span 1 is []; expected a name or a number"),
        ([(1, 3, float("nan"))], "the category of span 1 is nan"),
        (["abc"], "span 1 is 'abc'; expected (start, end, category)"),
        ([5], "span 1 is 5; expected (start, end, category)"),
        ("abc", "spans are 'abc'; expected rows"),
    ],
)
def test_rows_that_are_no_spans(rows, message):
    with pytest.raises(sm.InputError) as raised:
        sm.Spans(rows, length=20)
    assert message in str(raised.value)


@pytest.mark.parametrize("length", [0, -3, 2**62 + 1, 2.5, None, "20"])
def test_lengths_that_cannot_be(length):
    with pytest.raises(sm.InputError, match="length is"):
        sm.Spans([], length=length)


def test_times_go_to_the_nearest_step():
    spans = sm.Spans.from_times([(0.51, 1.24, "A"), (9.9, 10.0, "B")], duration=10.0, resolution=0.1)
    assert [tuple(span) for span in spans] == [(5, 12, "A"), (99, 100, "B")]
    assert spans.to_times(0.25)[0] == (1.25, 3.0, "A")
    with pytest.raises(sm.InputError, match=r"span 1, from 0\.5 to 0.52, is empty at resolution 0.1; use a finer"):
        sm.Spans.from_times([(0.5, 0.52, "A")], duration=10.0, resolution=0.1)
    with pytest.raises(sm.InputError, match="end of span 1 is 11; expected a time between 0 and the duration 10"):
        sm.Spans.from_times([(0.5, 11, "A")], duration=10.0, resolution=0.1)


def test_gaps_and_merged_against_units():
    rng = random.Random(5)  # noqa: S311
    for _ in range(300):
        length = rng.randint(1, 25)
        rows = []
        for _ in range(rng.randint(0, 6)):
            start, end = sorted(rng.sample(range(length + 1), 2))
            rows.append((start, end, rng.choice("AB")))
        spans = sm.Spans(rows, length=length)
        for chosen in ((), ("A",), ("A", "B")):
            wanted = chosen or ("A", "B")
            covered = {u for start, end, label in rows if label in wanted for u in range(start, end)}
            free = [None if u in covered else 1 for u in range(length)]
            assert spans.gaps(*chosen) == tuple((s.start, s.end) for s in sm.Spans.from_labels(free))
        for label in "AB":
            covered = {u for start, end, name in rows if name == label for u in range(start, end)}
            units = [label if u in covered else None for u in range(length)]
            assert spans.merged().only(label) == sm.Spans.from_labels(units)


def test_rows_that_only_look_like_arrays():
    with pytest.raises(InputError):
        LabelledSegmentation.from_times(np.ma.array([2, 3], mask=[True, False]), duration=10, resolution=0.25)
    with pytest.raises(InputError):
        sm.SegmentationArray.from_masses([[2, 3]]).with_names(np.ones((2, 2)))


@pytest.mark.parametrize("kind", [sm.Segmentation, LabelledSegmentation, sm.Spans])
def test_numbers_of_numpy_stand_beside_tuples(kind):
    assert kind.from_labels([np.int8(2), (), (), (1, 2)]) == kind.from_labels([2, (), (), (1, 2)])
    assert sm.Spans.from_labels(np.array([2, 3]), background=()) == sm.Spans.from_labels([2, 3])


def test_long_lines_cost_nothing():
    spans = sm.Spans([(10**11, 10**12, "A")], length=2**62)
    assert spans.gaps() == ((0, 10**11), (10**12, 2**62))


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


SONG = LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")])


@pytest.mark.parametrize(
    "made",
    [
        LabelledSegmentation.from_labels("A" * 8 + "B" * 8 + "A" * 8),
        LabelledSegmentation.from_labels(["A"] * 8 + ["B"] * 8 + ["A"] * 8),
        LabelledSegmentation.from_positions([8, 16], mass=24, labels=["A", "B", "A"]),
        LabelledSegmentation.from_spans(Spans([(16, 24, "A"), (0, 8, "A"), (8, 16, "B")], length=24)),
        LabelledSegmentation.from_times([(0, 4, "A"), (4, 8, "B"), (8, 12, "A")], duration=12, resolution=0.5),
        pickle.loads(pickle.dumps(SONG)),
        copy.deepcopy(SONG),
    ],
)
def test_every_way_in_is_the_same(made):
    assert made == SONG
    assert hash(made) == hash(SONG)
    assert repr(made) == "LabelledSegmentation.from_segments([(8, 'A'), (8, 'B'), (8, 'A')])"
    assert (made.mass, made.masses, made.labels) == (24, (8, 8, 8), ("A", "B", "A"))
    assert made.segmentation == Segmentation.from_masses([8, 8, 8])
    assert made.spans == Spans([(0, 8, "A"), (8, 16, "B"), (16, 24, "A")], length=24)


def test_gaps_are_background():
    marked = Spans([(2, 4, "A"), (6, 8, "B")], length=10)
    assert LabelledSegmentation.from_spans(marked).labels == (None, "A", None, "B", None)
    assert LabelledSegmentation.from_spans(marked, "nothing").labels[::2] == ("nothing",) * 3
    assert LabelledSegmentation.from_spans(marked).spans == marked
    assert LabelledSegmentation.from_spans(Spans([], length=5)).labels == (None,)
    assert LabelledSegmentation.from_spans(Spans([], length=5)).spans == Spans([], length=5)


def test_runs():
    actions = LabelledSegmentation.from_segments([(2, "a"), (1, "a"), (3, "bg"), (2, "a"), (2, "b")])
    assert [tuple(run) for run in actions.runs()] == [(0, 3, "a"), (3, 6, "bg"), (6, 8, "a"), (8, 10, "b")]
    assert [tuple(run) for run in actions.runs(["bg"])] == [(0, 3, "a"), (6, 8, "a"), (8, 10, "b")]
    assert actions.runs("bg") == actions.runs(["bg"])


def test_a_mass_of_any_size_costs_the_same():
    long = LabelledSegmentation.from_segments([(2**61, "A"), (2**61 - 1, 7)])
    assert long.mass == 2**62 - 1
    assert long.runs()[1] == (2**61, 2**62 - 1, 7)
    with pytest.raises(InputError, match="expected a whole number from 1"):
        LabelledSegmentation.from_segments([(2**62, "A")])


BOOK = Hierarchy.from_levels([[12, 12], [6, 6, 12]])
LABELLED = Hierarchy.from_labelled([LabelledSegmentation.from_labels(units) for units in ("AAABBB", "aabccc")])


@pytest.mark.parametrize(
    "made",
    [
        Hierarchy.from_positions([[12], [6, 12]], mass=24),
        Hierarchy.from_strengths({12: 1, 6: 2}, mass=24),
        Hierarchy.from_strengths({6: 2, 12: 1}, mass=24, depth=2),
        Hierarchy.from_tree([[6, 6], 12]),
        Hierarchy.from_tree([[6, 6], [12]]),
        pickle.loads(pickle.dumps(BOOK)),
        copy.deepcopy(BOOK),
    ],
)
def test_every_way_into_a_hierarchy_is_the_same(made):
    assert made == BOOK
    assert hash(made) == hash(BOOK)
    assert made.levels == (Segmentation.from_masses([12, 12]), Segmentation.from_masses([6, 6, 12]))
    assert (made.depth, made.mass, made.nested, made.labelled) == (2, 24, True, None)
    assert dict(made.strengths) == {12: 1, 6: 2}


def test_labels():
    assert LABELLED.levels[1].labels == ("a", "b", "c")
    assert LABELLED.segmentations[0] == Segmentation.from_masses([3, 3])
    assert Hierarchy.from_levels(LABELLED.segmentations) != LABELLED
    assert pickle.loads(pickle.dumps(LABELLED)) == LABELLED


def test_a_tree_of_different_depths():
    tree = Hierarchy.from_tree([2, [1, [1, 1]], 3])
    assert [level.masses for level in tree.levels] == [(2, 3, 3), (2, 1, 2, 3), (2, 1, 1, 1, 3)]


def test_levels_that_do_not_nest():
    with pytest.raises(InputError, match="level 1 has a boundary at 4, level 2 has none there; expected every"):
        Hierarchy.from_positions([[4], [2]], mass=6)
    loose = Hierarchy.from_positions([[4], [2]], mass=6, nested=False)
    assert not loose.nested
    assert pickle.loads(pickle.dumps(loose)) == loose


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LabelledSegmentation.from_segments([]), "masses are empty"),
        (lambda: LabelledSegmentation.from_segments([(2, "A"), 5]), "segment 2 is 5; expected (mass, label)"),
        (lambda: LabelledSegmentation.from_segments([(0, "A")]), "mass of segment 1 is 0"),
        (lambda: LabelledSegmentation.from_segments([(2, [])]), "the label of segment 1 is []; expected a name"),
        (lambda: LabelledSegmentation.from_segments([(2, float("nan"))]), "the label of segment 1 is nan"),
        (lambda: LabelledSegmentation.from_labels([]), "labels are empty"),
        (lambda: LabelledSegmentation.from_positions([4, 2], 6, "abc"), "expected them to ascend"),
        (lambda: LabelledSegmentation.from_positions([2], 6, "abc"), "3 labels for 2 segments; expected one each"),
        (lambda: LabelledSegmentation.from_spans(Spans([(0, 4, "A"), (3, 6, "B")], length=6)), "span from 3 to 6"),
        (lambda: LabelledSegmentation.from_spans([(0, 4)]), "expected Spans"),
        (lambda: SONG.runs([[]]), "a background label is []"),
        (lambda: Hierarchy.from_levels([]), "levels are empty; a hierarchy has at least one"),
        (lambda: Hierarchy.from_levels(5), "levels are 5; expected a segmentation per level"),
        (lambda: Hierarchy.from_levels([[2, 3], [1, 1, 1]]), "level 1 covers 5 units, level 2 covers 3"),
        (lambda: Hierarchy.from_levels([Segmentation.from_positions([2], 5, types=["x"])]), "has boundary types"),
        (lambda: Hierarchy.from_strengths({2: 0}, mass=5), "the level of position 2 is 0"),
        (lambda: Hierarchy.from_strengths({2: 3}, mass=5, depth=2), "depth is 2, but a boundary has the level 3"),
        (lambda: Hierarchy.from_strengths({7: 1}, mass=5), "position 7 is outside 1..4"),
        (lambda: Hierarchy.from_strengths({2: 10**9}, mass=5), "from 1 to 1,000"),
        (lambda: Hierarchy.from_labelled([[2, 3]]), "expected a LabelledSegmentation"),
        (lambda: Hierarchy.from_tree([[], 3]), "a part of the tree is empty"),
        (lambda: Hierarchy.from_tree([2, "x"]), "a part of the tree is 'x'; expected a whole number"),
        (lambda: Hierarchy.from_levels([[5]], nested=1), "nested is 1; expected True or False"),
    ],
)
def test_what_is_refused(make, message):
    with pytest.raises(InputError) as caught:
        make()
    assert message in str(caught.value)


def test_a_tree_that_holds_itself():
    tree: list[object] = [1]
    tree.append(tree)
    with pytest.raises(InputError, match="depth of the tree is 1001"):
        Hierarchy.from_tree(tree)
