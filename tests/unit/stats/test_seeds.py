import numpy as np
import pytest

from seamark.base.errors import InputError
from seamark.stats import resolve_rng


def draws(rng):
    generator, seed = resolve_rng(rng)
    return generator.integers(1_000_000, size=5).tolist(), seed


@pytest.mark.parametrize("seed", [0, 7, np.int64(7), np.uint32(3), 2**80])
def test_an_integer_is_the_seed_and_gives_numpys_own_generator(seed):
    numbers, reported = draws(seed)
    assert reported == int(seed)
    assert type(reported) is int
    assert numbers == np.random.default_rng(int(seed)).integers(1_000_000, size=5).tolist()


def test_none_draws_a_fresh_seed_that_gives_the_numbers_again():
    first, first_seed = draws(None)
    _, second_seed = draws(None)
    assert first_seed != second_seed
    assert draws(first_seed) == (first, first_seed)


def test_a_generator_gives_a_seed_that_can_be_reported_and_moves_on():
    generator = np.random.default_rng(5)
    first, first_seed = draws(generator)
    _, second_seed = draws(generator)
    assert first_seed != second_seed
    assert draws(first_seed)[0] == first
    assert draws(np.random.default_rng(5)) == (first, first_seed)


def test_a_seed_sequence_always_gives_the_same_seed():
    child, other = np.random.SeedSequence(5).spawn(2)
    assert draws(child) == draws(child)
    assert draws(child)[1] != draws(other)[1]


@pytest.mark.parametrize("rng", [True, 1.5, "7", [7], np.random.RandomState(1)])
def test_other_types_are_refused_by_name(rng):
    with pytest.raises(InputError, match=f"rng is a {type(rng).__name__}; expected None, an int, a numpy Generator"):
        resolve_rng(rng)


def test_a_negative_seed_is_refused():
    with pytest.raises(InputError, match="rng is -1; an integer seed is 0 or more"):
        resolve_rng(-1)


def test_a_seed_that_no_signature_could_hold_is_refused():
    assert resolve_rng(2**128 - 1)[1] == 2**128 - 1
    with pytest.raises(InputError, match=r"rng is about 2\*\*16609; an integer seed is 0 or more, and below 2\*\*128"):
        resolve_rng(10**5000)
