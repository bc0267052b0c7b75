"""``seamark formats``: which files can be read and written."""

from __future__ import annotations

from typing import Any

from seamark.base.results import Table
from seamark.cli import options
from seamark.cli.options import command, example
from seamark.cli.output import Answer, Output
from seamark.io import known_formats


@command(epilog=example("seamark formats"))
@options.output_options
def formats(output: Output) -> None:
    """List the file formats that can be read and written.

    The format of a file is recognised by its content, then by its suffix; --from and --to name one. Formats that count
    characters or seconds are placed on a grid of units: see --unit and --resolution.
    """
    records: list[dict[str, Any]] = [
        {
            "name": format.name,
            "read": True,
            "write": format.writable,
            "counts": format.measure,
            "suffixes": format.suffixes,
            "what it is": format.title,
            "needs": format.needs,
        }
        for format in known_formats()
    ]
    table = Table.of_rows([{**record, "suffixes": " ".join(record["suffixes"])} for record in records])
    output.show(Answer({"formats": records}, [table], table))
