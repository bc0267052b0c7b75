"""Lanes: all coders of an item under each other, beside one of them or beside their consensus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from seamark.agreement.consensus import consensus
from seamark.charts import theme
from seamark.checks import string_of
from seamark.choices import hint
from seamark.errors import InputError
from seamark.metrics.edit import align
from seamark.metrics.weights import EditWeights
from seamark.model.boundary_outcomes import NEAR_MISS
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import Segmentation, SegmentationLike

if TYPE_CHECKING:
    from altair import LayerChart

#: What stands for the consensus of all coders.
CONSENSUS: Final = "consensus"

_ROW_HEIGHT = 30


def lanes(
    corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    item: str,
    *,
    against: str = CONSENSUS,
    n: int = 2,
    weights: EditWeights | None = None,
    width: int = theme.WIDTH,
) -> LayerChart:
    """A row per coder of an item: which boundaries match, nearly match or miss those of a reference.

    A full miss is a boundary of the coder that the reference has not; a missing one is the other way round. A thin line
    leads from a near miss to the place that the reference has.

    Parameters
    ----------
    corpus
        The codings.
    item
        Which item.
    against
        The reference: a coder, or ``"consensus"`` for that of all coders, as ``sm.consensus`` finds it (unless a coder
        has that name).
    n, weights
        What counts as a near miss; see ``align``.
    width
        Of the plot, in pixels.

    Raises
    ------
    InputError
        When there is no such item or coder, or altair is not installed.

    Examples
    --------
    >>> corpus = Corpus({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> chart = lanes(corpus, "poem", against="ann")
    >>> chart.to_dict()["layer"][-1]["encoding"]["y"]["scale"]["domain"]
    ['ann (reference)', 'ben', 'cat']
    """
    string_of(item, "item")
    string_of(against, "against")
    study = as_corpus(corpus)
    reference, label = _reference(study, item, against)
    others = {coder: coding for coder, coding in study[item].items() if coder != against}
    marks = list(_rows(reference, others, n, weights))
    title = f"{item}: coders beside {'their consensus' if label.startswith(CONSENSUS) else against}"
    return _drawn(reference, label, others, marks, title, theme.plot_width(width))


def _reference(corpus: Corpus, item: str, against: str) -> tuple[Segmentation, str]:
    if item not in corpus:
        raise InputError(f"no item is called {item!r}; {hint(item, corpus.item_names)}")
    if against in corpus[item]:
        return corpus[item][against], f"{against} (reference)"
    if against != CONSENSUS:
        raise InputError(f"item {item!r} has no coder {against!r}; {hint(against, [CONSENSUS, *corpus[item]])}")
    return consensus(corpus.subset(items=[item]))[item], "consensus (reference)"


def _rows(
    reference: Segmentation, coders: Mapping[str, Segmentation], n: int, weights: EditWeights | None
) -> Iterator[dict[str, Any]]:
    for coder, coding in coders.items():
        for outcome in align(reference, coding, n=n, weights=weights).outcomes:
            there, here = (place or outcome.places[0] for place in (outcome.position_a, outcome.position_b))
            yield {
                "lane": coder,
                "position": here,
                "reference": there,
                "kind": theme.MISSING if outcome.only == "a" else outcome.kind,
                "place": f"between units {here:,} and {here + 1:,}",
            }


def _drawn(
    reference: Segmentation,
    label: str,
    coders: Mapping[str, Segmentation],
    marks: list[dict[str, Any]],
    title: str,
    width: int,
) -> LayerChart:
    alt = theme.load_altair()
    names = [label, *coders]
    x = theme.unit_places(reference.mass, width)
    y = alt.Y("lane:N", **theme.named_rows(names), axis=theme.axis(None, labelLimit=220))
    tracks = theme.rows(({"lane": name, "position": 0, "end": reference.mass} for name in names), "lanes")
    places = theme.rows(({"lane": label, "position": position} for position in reference.positions), "lanes")
    drawn = theme.rows(marks, "lanes")
    layers = [
        # The reference's boundaries run through all lanes, so that the eye can follow them.
        alt.Chart(places).mark_rule(color=theme.FAINT, strokeWidth=1).encode(x=x),
        alt.Chart(tracks).mark_rule(color=theme.QUIET, strokeWidth=1).encode(x=x, x2="end:Q", y=y),
        alt.Chart(places).mark_tick(color=theme.INK, thickness=2.5, size=18).encode(x=x, y=y),
        alt.Chart(drawn)
        .mark_rule(color=theme.KINDS[NEAR_MISS][0], strokeWidth=2.5)
        .encode(x=x, x2="reference:Q", y=y)
        .transform_filter(alt.datum.kind == NEAR_MISS),
        alt.Chart(drawn)
        .mark_point(size=95, strokeWidth=1.4, opacity=1)
        .encode(
            x=x,
            y=y,
            **theme.kind_scales(row["kind"] for row in marks),
            tooltip=[alt.Tooltip("lane:N", title="coder"), "kind:N", "place:N"],
        ),
    ]
    return theme.layered(*layers, title=title, width=width, height=theme.step(_ROW_HEIGHT))
