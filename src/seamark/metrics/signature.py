"""Signatures: the string that makes a number reproducible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from seamark.base.checks import mapping_of, of_kind, shown
from seamark.base.errors import InputError
from seamark.base.version import __version__

__all__ = ["Signature"]

#: Characters that part a signature, written as percent and number where they occur in a value.
_ESCAPES = {"%": "%25", "|": "%7C", ":": "%3A", "\n": "%0A"}


@dataclass(frozen=True, slots=True)
class Signature:
    """A metric's name and every option that its value depends on, in a fixed order.

    Examples
    --------
    >>> signature = Signature("S", (("n", "2"), ("scale", "te"), ("v", "1.0.0rc1")))
    >>> print(signature)
    S|n:2|scale:te|v:1.0.0rc1
    >>> Signature.parse(str(signature)) == signature
    True
    """

    name: str
    options: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, name: str, options: Mapping[str, object]) -> Signature:
        """A signature that ends with the version of the package; an option that is None is left out."""
        of_kind(name, str, "name", "the name of a metric")
        given = mapping_of(options, "options", "a mapping from option to value").items()
        pairs = tuple((str(key), str(value)) for key, value in given if value is not None)
        return cls(name, (*pairs, ("v", __version__)))

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a signature back."""
        name, *parts = of_kind(text, str, "the signature", "a string such as S|n:2").split("|")
        if not name or any(":" not in part for part in parts):
            raise InputError(f"{shown(text)} is not a signature; expected name|key:value|...")
        pairs = (part.split(":", 1) for part in parts)
        return cls(_unescaped(name), tuple((key, _unescaped(value)) for key, value in pairs))

    def __getitem__(self, key: str) -> str:
        return dict(self.options)[key]

    def __str__(self) -> str:
        return "|".join([_escaped(self.name), *(f"{key}:{_escaped(value)}" for key, value in self.options)])


def in_full(number: float) -> str:
    """A number as it appears in a signature, from which the same number comes again.

    Examples
    --------
    >>> in_full(2.0), in_full(1 / 3)
    ('2', '0.3333333333333333')
    """
    return repr(float(number)).removesuffix(".0")


def in_signature(value: object) -> object:
    """The value of an option as it appears in a signature.

    Examples
    --------
    >>> in_signature(True), in_signature(0.5), in_signature(()), in_signature(("A", "B")), in_signature(None)
    ('yes', '0.5', 'none', 'A,B', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return in_full(value)
    if isinstance(value, tuple):
        return listed(value) or "none"
    return "none" if value is None else value


def listed(values: Iterable[object]) -> str:
    """Several values as they appear in a signature; a comma within one of them differs from those between them.

    Examples
    --------
    >>> listed(["A", "B"]), listed(["A,B"])
    ('A,B', 'A%2CB')
    """
    return ",".join(str(value).replace("%", "%25").replace(",", "%2C") for value in values)


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _unescaped(text: str) -> str:
    for character, escape in reversed(_ESCAPES.items()):  # the percent sign last
        text = text.replace(escape, character)
    return text
