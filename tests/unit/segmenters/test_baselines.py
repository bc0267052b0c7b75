"""Segmenters that know nothing of the text."""

import numpy as np
import pytest

import seamark as sm

HUMANS = sm.Corpus(
    {
        "poem": {"ann": [2, 3, 5], "ben": [5, 5], "cat": [2, 3, 5]},
        "song": {"ann": [8], "ben": [8]},
        "word": {"ann": [1], "ben": [1]},
    }
)


def test_none_and_all():
    found = sm.baselines(HUMANS, rng=1)
    assert [one.masses for one in found["none"].draws[0]] == [(10,), (8,), (1,)]
    assert [one.masses for one in found["all"].draws[0]] == [(1,) * 10, (1,) * 8, (1,)]


@pytest.mark.parametrize(
    ("codings", "expected"),
    [
        ([[10], [10]], (10,)),
        ([[5, 5], [10]], (5, 5)),  # a mean of 1.5 segments, rounded up
        ([[2, 8], [1, 9]], (5, 5)),
        ([[2, 3, 5], [5, 5], [2, 3, 5]], (3, 3, 4)),
        ([[1] * 10, [1] * 10], (1,) * 10),
    ],
)
def test_even_has_the_mean_number_of_segments_in_equal_sizes(codings, expected):
    humans = {"poem": {f"h{number}": coding for number, coding in enumerate(codings)}}
    (found,) = sm.baselines(humans, rng=1)["even"].draws
    assert found[0].masses == expected


def test_even_in_a_day_of_milliseconds_and_beyond():
    mass = 2**62
    day = {coder: sm.Segmentation.from_positions(places, mass) for coder, places in (("ann", [5, 9]), ("ben", [7, 8]))}
    found = sm.baselines({"day": day}, draws=2, rng=1)
    assert found["even"].draws[0][0].positions == (mass // 3, 2 * mass // 3)
    assert "all" not in found, "it would need memory for every unit"
    assert len(found["random"].draws[0][0].positions) < 20


def test_random_has_the_humans_rate_item_by_item():
    humans = {"dense": {"ann": [1] * 50 + [50], "ben": [1] * 50 + [50]}, "sparse": {"ann": [50, 50], "ben": [100]}}
    draws = sm.baselines(humans, draws=400, rng=5)["random"].draws
    numbers = np.array([[len(one.positions) for one in draw] for draw in draws])
    # Binomial: 50 and 0.5 boundaries on average, with deviations of 5 and 0.7, over 400 draws.
    assert numbers.mean(axis=0) == pytest.approx([50, 0.5], abs=1.0)
    assert 4 < numbers[:, 0].std() < 6
    places = np.concatenate([draw[0].positions for draw in draws])
    assert places.min() == 1
    assert places.max() == 99
    assert np.histogram(places, bins=3, range=(1, 100))[0] == pytest.approx(len(places) / 3, rel=0.05)


def test_shuffled_has_the_segments_of_a_human():
    draws = sm.baselines(HUMANS, draws=60, rng=3)["shuffled"].draws
    found = {tuple(sorted(draw[0].masses)) for draw in draws}
    assert found == {(2, 3, 5), (5, 5)}
    assert {draw[0].masses for draw in draws} > {(2, 3, 5), (5, 3, 2), (5, 5)}
    assert {draw[1].masses for draw in draws} == {(8,)}


def test_draws_depend_on_the_seed_alone():
    first, again, other = (
        [one.masses for draw in sm.baselines(HUMANS, rng=seed)["random"].draws for one in draw] for seed in (1, 1, 2)
    )
    assert first == again != other
    assert len(sm.baselines(HUMANS, draws=7, rng=1)["random"].draws) == 7


def test_types_keep_their_own_rates():
    coding = sm.Segmentation.from_positions([2, 4, 6, 8, 9], 10, ["x", "x", "x", "y", "x"])
    found = sm.baselines({"poem": {"ann": coding, "ben": coding}}, draws=200, rng=1)
    assert found["even"].draws[0][0].boundaries == ((2, "x"), (4, "x"), (5, "y"), (6, "x"), (8, "x"))
    assert [label for _, label in found["all"].draws[0][0].boundaries] == ["x", "y"] * 9
    labels = [label for draw in found["random"].draws for _, label in draw[0].boundaries]
    assert labels.count("x") / 200 == pytest.approx(4, abs=0.4)
    assert labels.count("y") / 200 == pytest.approx(1, abs=0.3)
    assert found["none"].draws[0].types == ("x", "y"), "the study has two types, used or not"


def test_a_single_named_type_is_kept():
    humans = {"poem": {name: sm.Segmentation.from_positions([5], 10, ["scene"]) for name in ("ann", "ben")}}
    found = sm.baselines(humans, rng=1)
    assert found["even"].draws[0][0].boundaries == ((5, "scene"),)
    assert found["all"].draws[0][0].types == ("scene",)
