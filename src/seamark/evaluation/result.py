"""What ``compare`` returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from seamark.checks import string_of
from seamark.errors import InputError
from seamark.evaluation.conclusion import conclusion_of, notes_of
from seamark.evaluation.figures import Figures, Standing
from seamark.evaluation.presentation import document_of, text_of


@dataclass(frozen=True, slots=True)
class Evaluation(Figures):
    """Segmenters beside a group of humans; ``str()`` is a table with a sentence per segmenter.

    The attributes are those of ``Figures``.
    """

    def __getitem__(self, name: str) -> Standing:
        string_of(name, "name")
        everybody = (*self.segmenters, *self.baselines)
        for standing in everybody:
            if standing.name == name:
                return standing
        raise InputError(f"no segmenter is called {name!r}; there are {', '.join(one.name for one in everybody)}")

    @property
    def conclusions(self) -> Mapping[str, str]:
        """A sentence for each segmenter."""
        return {standing.name: conclusion_of(standing, self) for standing in self.segmenters}

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know before trusting the figures: few items, few humans, baselines among the humans."""
        return tuple(notes_of(self))

    def to_dict(self) -> dict[str, object]:
        """Everything, ready for JSON; an undefined number is None."""
        return document_of(self)

    def __str__(self) -> str:
        return text_of(self)
