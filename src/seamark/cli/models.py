"""Labels, spans and levels from the files of a command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from seamark.choices import hint
from seamark.cli.exits import naming_file, options_called
from seamark.cli.output import Output
from seamark.cli.sources import OTHER_NAMES, Reader, named, require_one_standard_input
from seamark.errors import InputError
from seamark.io import load_models
from seamark.model.corpora import OtherModel
from seamark.model.span_corpus import SpanCorpus
from seamark.model.spans import Spans


def read_codings(
    reader: Reader, sources: Sequence[str], model: OtherModel, output: Output, levels: Sequence[str] = ()
) -> Mapping[str, Mapping[str, Any]]:
    """Codings by item and coder; what moved or was left out is told on standard error."""
    require_one_standard_input(*sources)
    given, name = reader.places(sources)
    with options_called(**OTHER_NAMES):
        loaded = load_models(given, model, reader.options, levels=levels, name=name)
    reader.tell(sources, loaded.report, output)
    return loaded.codings


def read_spans(reader: Reader, sources: Sequence[str], output: Output) -> SpanCorpus:
    """A corpus of spans."""
    codings = read_codings(reader, sources, "spans", output)
    with naming_file(named(sources)):
        return SpanCorpus(cast("Mapping[str, Mapping[str, Spans]]", codings))


def chosen_codings(codings: Mapping[str, Mapping[str, Any]], item: str | None, coders: str | None) -> dict[str, Any]:
    """What the named coders, or all, marked on the named item, or the only one."""
    if item is None and len(codings) > 1:
        raise InputError(f"--item is missing, and there are {len(codings)} items; {hint('', codings)}")
    name = next(iter(codings)) if item is None else item
    if name not in codings:
        raise InputError(f"no item is called {name!r}; {hint(name, codings)}")
    present = codings[name]
    names = list(present) if coders is None else coders.split(",")
    for coder in names:
        if coder not in present:
            raise InputError(f"item {name!r} has no coder {coder!r}; {hint(coder, present)}")
    return {coder: present[coder] for coder in names}
