"""The string under a number that lets somebody else get the same number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from seamark.base.checks import mapping_of, of_kind, shown
from seamark.base.errors import InputError
from seamark.base.version import __version__

__all__ = ["Signature"]

#: Keys and their short forms; a key that is not listed stands for itself.
SHORT_KEYS: Mapping[str, str] = {"scale": "s", "types": "t", "ordinal": "o"}
_LONG_KEYS = {short: long for long, short in SHORT_KEYS.items()}
#: Characters that part a signature, written as percent and number where they stand in a value.
_ESCAPES = {"%": "%25", "|": "%7C", ":": "%3A", "\n": "%0A"}


@dataclass(frozen=True, slots=True)
class Signature:
    """A metric's name and every option that its value depends on, in a fixed order.

    Examples
    --------
    >>> signature = Signature("S", (("n", "2"), ("scale", "te"), ("v", "1.0.0rc1")))
    >>> print(signature)
    S|n:2|scale:te|v:1.0.0rc1
    >>> print(signature.short)
    S|n:2|s:te|v:1.0.0rc1
    >>> Signature.parse(signature.short) == Signature.parse(str(signature)) == signature
    True
    """

    name: str
    options: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, name: str, options: Mapping[str, object]) -> Signature:
        """A signature that ends with the version of the package."""
        of_kind(name, str, "name", "the name of a metric")
        given = mapping_of(options, "options", "a mapping from option to value").items()
        pairs = tuple((str(key), str(value)) for key, value in given)
        return cls(name, (*pairs, ("v", __version__)))

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a signature back, in its long or its short form."""
        name, *parts = of_kind(text, str, "the signature", "a string such as S|n:2").split("|")
        if not name or any(":" not in part for part in parts):
            raise InputError(f"{shown(text)} is not a signature; expected name|key:value|...")
        pairs = (part.split(":", 1) for part in parts)
        return cls(_unescaped(name), tuple((_LONG_KEYS.get(key, key), _unescaped(value)) for key, value in pairs))

    def __getitem__(self, key: str) -> str:
        return dict(self.options)[key]

    def __str__(self) -> str:
        return _joined(self.name, self.options)

    @property
    def short(self) -> str:
        """The same with short keys, for a narrow column or a footnote."""
        return _joined(self.name, ((SHORT_KEYS.get(key, key), value) for key, value in self.options))


def in_full(number: float) -> str:
    """A number as it stands in a signature, from which the same number comes again.

    Examples
    --------
    >>> in_full(2.0), in_full(1 / 3)
    ('2', '0.3333333333333333')
    """
    return repr(float(number)).removesuffix(".0")


def listed(values: Iterable[object]) -> str:
    """Several values as they stand in a signature; a comma within one of them is told from those between them.

    Examples
    --------
    >>> listed(["A", "B"]), listed(["A,B"])
    ('A,B', 'A%2CB')
    """
    return ",".join(str(value).replace("%", "%25").replace(",", "%2C") for value in values)


def _joined(name: str, pairs: Iterable[tuple[str, str]]) -> str:
    return "|".join([_escaped(name), *(f"{key}:{_escaped(value)}" for key, value in pairs)])


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _unescaped(text: str) -> str:
    for character, escape in reversed(_ESCAPES.items()):  # the percent sign last
        text = text.replace(escape, character)
    return text
