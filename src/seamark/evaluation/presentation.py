"""The figures of an evaluation as a table, as text, and as a document for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seamark.evaluation.conclusion import conclusion_of, interval_text, notes_of
from seamark.evaluation.figures import Figures, Standing
from seamark.stats.intervals import Interval

HEADER = ("", "agreement", "change", "interval", "p (Holm)", "similarity", "density", "humans matched")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what it is about, and its figures, None where it has none."""

    name: str
    value: float | None = None
    change: float | None = None
    interval: str | None = None
    p_adjusted: float | None = None
    similarity: float | None = None
    density: float | None = None
    matched: str | None = None

    def cells(self) -> tuple[str | float | None, ...]:
        """Under ``HEADER``."""
        figures = (self.value, self.change, self.interval, self.p_adjusted, self.similarity, self.density, self.matched)
        return (self.name, *figures)


def rows_of(figures: Figures) -> list[Row]:
    """The humans alone, then segmenters with the ends of the human band among them, best first."""
    alone = figures.interval
    return [
        Row("humans alone", figures.value, interval=None if alone is None else f"{alone.low:.4f} to {alone.high:.4f}"),
        *sorted([*map(_row, figures.segmenters), *_ends_of_band(figures)], key=lambda row: -(row.change or 0.0)),
    ]


def baseline_rows_of(figures: Figures) -> list[Row]:
    """The baselines, best first: the floor."""
    return [_row(standing) for standing in figures.baselines]


def _row(standing: Standing) -> Row:
    return Row(
        standing.name,
        standing.value,
        standing.change,
        None if standing.interval is None else interval_text(standing.interval),
        None if math.isnan(standing.p_adjusted) else standing.p_adjusted,
        standing.similarity,
        standing.density,
        f"{len(standing.matched)} of {len(standing.in_places)}" if standing.in_places else None,
    )


def _ends_of_band(figures: Figures) -> Iterator[Row]:
    humans = list(figures.band.humans.items())
    for label, (name, human) in zip(("highest human", "lowest human"), humans[:1] + humans[-1:], strict=False):
        yield Row(f"- {label} ({name})", change=human.change, similarity=human.similarity)


def text_of(figures: Figures) -> str:
    """A table for people, with what it says and what limits it under it."""
    segmenters, floor = rows_of(figures), baseline_rows_of(figures)
    lines = _aligned([HEADER, *(tuple(map(_cell, row.cells())) for row in (*segmenters, *floor))])
    rule = "-" * max(map(len, lines))
    parts = [lines[0], rule, *lines[1 : 1 + len(segmenters)]]
    parts += [rule, *lines[1 + len(segmenters) :]] if floor else []
    sentences = [f"{standing.name}: {conclusion_of(standing, figures)}" for standing in figures.segmenters]
    return "\n".join([*parts, "", *sentences, "", *notes_of(figures), str(figures.signature)])


def _aligned(table: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[column]) for row in table) for column in range(len(HEADER))]
    return [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]


def _cell(value: str | float | None) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else value


def document_of(figures: Figures) -> dict[str, object]:
    """Everything, ready for JSON; an undefined number is None."""
    return {
        "agreement": figures.value,
        "interval": _interval(figures.interval),
        "coefficient": figures.coefficient,
        "similarity": figures.similarity,
        "coders": figures.coders,
        "items": figures.items,
        "left_out": list(figures.left_out),
        "band": {
            "low": _number(figures.band.low),
            "high": _number(figures.band.high),
            "humans": {
                name: {
                    "items": human.items,
                    "agreement": human.value,
                    "others": human.others,
                    "change": human.change,
                    "similarity": _number(human.similarity),
                }
                for name, human in figures.band.humans.items()
            },
            "without_place": list(figures.band.without_place),
        },
        "segmenters": [
            {**_document(standing, figures), "conclusion": conclusion_of(standing, figures)}
            for standing in figures.segmenters
        ],
        "baselines": [_document(standing, figures) for standing in figures.baselines],
        "notes": list(notes_of(figures)),
        "ci": figures.ci,
        "resamples": figures.resamples,
        "seed": figures.seed,
        "signature": str(figures.signature),
    }


def _document(standing: Standing, figures: Figures) -> dict[str, object]:
    margin = standing.margin
    return {
        "name": standing.name,
        "items": standing.items,
        "agreement": standing.value,
        "humans_alone": standing.humans,
        "change": standing.change,
        "interval": _interval(standing.interval),
        "p_value": _number(standing.p_value),
        "p_adjusted": _number(standing.p_adjusted),
        "similarity": _number(standing.similarity),
        "similarities": _numbers(standing.similarities),
        "density": _number(standing.density),
        "position": figures.position(standing),
        "matched": list(standing.matched),
        "in_places": _numbers(standing.in_places),
        "margin": None
        if margin is None
        else {
            "baseline": margin.baseline,
            "difference": margin.difference,
            "interval": _interval(margin.interval),
        },
    }


def _interval(interval: Interval | None) -> list[float | None] | None:
    return None if interval is None else [_number(interval.low), _number(interval.high)]


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def _numbers(values: Mapping[str, float]) -> dict[str, float | None]:
    return {name: _number(value) for name, value in values.items()}
