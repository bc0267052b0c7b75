"""Gamma and unitizing alpha of one study, each as far as it has a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from seamark.agreement.gamma import Gamma, Progress, gamma
from seamark.agreement.unitizing import UnitizingAlpha, unitizing_alpha
from seamark.errors import InputError, UndefinedScoreError
from seamark.model.span_corpus import SpanCorpus
from seamark.stats.seeds import RandomSource

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class SpanAgreement:
    """Both coefficients; of one that cannot be had, the reason. At least one is there."""

    gamma: Gamma | None
    no_gamma: str | None
    alpha: UnitizingAlpha | None
    no_alpha: str | None


def span_agreement(
    corpus: SpanCorpus, *, ci: float | None = None, rng: RandomSource = None, progress: Progress | None = None
) -> SpanAgreement:
    """Both, if possible: gamma of three coders needs highspy, and alpha spans that do not overlap.

    Without two items that two coders looked at, alpha has no interval.
    """
    aligned, no_gamma = _or_why(lambda: gamma(corpus, rng=rng, progress=progress))
    several = sum(len(codings) > 1 for codings in corpus.values()) > 1
    alpha, no_alpha = _or_why(lambda: unitizing_alpha(corpus, ci=ci if several else None))
    if no_gamma is not None and no_alpha is not None:
        raise no_gamma
    return SpanAgreement(aligned, _text(no_gamma), alpha, _text(no_alpha))


def _or_why(measure: Callable[[], _Found]) -> tuple[_Found | None, InputError | UndefinedScoreError | None]:
    try:
        return measure(), None
    except (InputError, UndefinedScoreError) as error:
        return None, error


def _text(error: Exception | None) -> str | None:
    return None if error is None else str(error)
