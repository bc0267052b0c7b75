"""``seamark formats``: which files can be read and written."""

from __future__ import annotations

from seamark.cli.options import command, example, output_options
from seamark.cli.output import Answer, Output
from seamark.io import known_formats
from seamark.text_table import Table


@command(epilog=example("seamark formats"))
@output_options
def formats(output: Output) -> None:
    """List the file formats that can be read and written.

    The format of a file is recognised by its content, then by its suffix; --from and --to name one. Formats that count
    characters or seconds are placed on a grid of units: see --unit and --resolution.
    """
    header = ("name", "read", "write", "counts", "suffixes", "what it is", "needs")
    rows = [
        (
            format.name,
            True,
            format.writable or format.write_spans is not None,
            format.measure,
            " ".join(format.suffixes),
            format.title,
            format.needs,
        )
        for format in known_formats()
    ]
    document = {
        "formats": [
            dict(zip(header, row, strict=True)) | {"suffixes": format.suffixes}
            for row, format in zip(rows, known_formats(), strict=True)
        ]
    }
    output.show(Answer(document, [Table(header, rows)], Table(header, rows)))
