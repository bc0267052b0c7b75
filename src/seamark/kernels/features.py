"""How the kernel was compiled, and which of its paths this processor takes."""

from __future__ import annotations

from seamark import _kernel


def features() -> dict[str, str]:
    """The compiler, the vector instructions in use, and whose 128-bit integers are used.

    Examples
    --------
    >>> sorted(features())
    ['compiler', 'vector_instructions', 'wide_integers']
    """
    return _kernel.features()
