"""Randomness is an argument and is reported: whatever ``rng`` a caller gives, it becomes one integer seed.

A result that carries its seed can be had again by passing that integer, also when the caller gave nothing or a
generator of unknown history.
"""

from __future__ import annotations

import hashlib
from typing import TypeAlias

import numpy as np

from seamark.checks import shown
from seamark.errors import InputError

RandomSource: TypeAlias = int | np.integer | np.random.Generator | np.random.SeedSequence | None

# Seeds that we draw ourselves stay below 2**32: short to print, exact in JSON.
_DRAWN_SEEDS = 2**32
# As many as a generator can be told apart by; a seed must also fit into a signature.
_SEEDS = 2**128


def resolve_rng(rng: RandomSource = None) -> tuple[np.random.Generator, int]:
    """Turn what a caller gave as ``rng`` into a generator and the seed that makes it.

    Parameters
    ----------
    rng
        An integer is the seed itself. ``None`` draws a fresh seed. A ``Generator`` gives its next integer as the seed,
        and so moves on. A ``SeedSequence`` gives its first state word.

    Returns
    -------
    tuple
        The generator, and the integer ``seed`` with which ``resolve_rng(seed)`` gives the same generator again. To use
        the same random numbers in several calls, resolve once and pass the seed to each.

    Raises
    ------
    InputError
        When ``rng`` is negative, 2**128 or more, or of another type.

    Examples
    --------
    >>> generator, seed = resolve_rng(7)
    >>> seed
    7
    >>> _, drawn = resolve_rng(None)
    >>> bool(resolve_rng(drawn)[0].integers(100) == resolve_rng(drawn)[0].integers(100))
    True
    """
    seed = _seed(rng)
    return np.random.default_rng(seed), seed


def name_number(name: str, kind: bytes) -> int:
    """A number of 64 bits for a name of some kind, the same on every machine.

    What is random about somebody or something depends on its name then, and not on what else there is.

    Examples
    --------
    >>> name_number("poem", b"item") == name_number("poem", b"item") != name_number("poem", b"coder")
    True
    """
    # A file may hold names that are no valid Unicode.
    text = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8, person=kind).digest(), "little")


def _seed(rng: RandomSource) -> int:
    if rng is None:
        return _first_word(np.random.SeedSequence())
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(_DRAWN_SEEDS))
    if isinstance(rng, np.random.SeedSequence):
        return _first_word(rng)
    if isinstance(rng, bool) or not isinstance(rng, int | np.integer):
        raise InputError(f"rng is a {type(rng).__name__}; expected None, an int, a numpy Generator or a SeedSequence")
    if not 0 <= rng < _SEEDS:
        raise InputError(f"rng is {shown(int(rng))}; an integer seed is 0 or more, and below 2**128")
    return int(rng)


def _first_word(sequence: np.random.SeedSequence) -> int:
    return int(sequence.generate_state(1, np.uint32)[0])
