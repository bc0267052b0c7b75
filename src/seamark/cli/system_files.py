"""Systems from files: named after the file, by ``NAME=FILE``, or after the coders within."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath

import click

from seamark.cli.output import Output
from seamark.cli.sources import Reader
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation


def systems_in(files: Sequence[str], reader: Reader, output: Output) -> dict[str, Mapping[str, Segmentation]]:
    """The systems of several files; every name once."""
    systems: dict[str, Mapping[str, Segmentation]] = {}
    for given in files:
        name, file = named_file(given)
        for system, codings in _systems(name, file, reader.corpus(file, output)).items():
            if system in systems:
                raise click.UsageError(f"two systems are called {system!r}; name them, as in other={file}")
            systems[system] = codings
    return systems


def named_file(given: str) -> tuple[str | None, str]:
    """A name and a file from ``NAME=FILE``; a file whose own name holds an equals sign is taken as it is.

    Examples
    --------
    >>> named_file("tiler=out/one.json"), named_file("one.json")
    (('tiler', 'out/one.json'), (None, 'one.json'))
    """
    name, equals, file = given.partition("=")
    if not equals or not name or "/" in name or Path(given).exists():
        return None, given
    return name, file


def _systems(name: str | None, file: str, corpus: Corpus) -> dict[str, Mapping[str, Segmentation]]:
    if len(corpus.coder_names) == 1:
        only = corpus.coder_names[0]
        # Standard input has no name of its own.
        return {name or (only if file == "-" else PurePath(file).stem or file): corpus.by_coder(only)}
    if name is not None:
        raise click.UsageError(
            f"{file} holds {len(corpus.coder_names)} systems, {', '.join(corpus.coder_names[:3])}, ...: "
            "they keep their own names, so give the file without one"
        )
    return {coder: corpus.by_coder(coder) for coder in corpus.coder_names}
