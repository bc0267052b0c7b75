"""The command ``seamark``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from seamark.cli.exits import exit_code_of
from seamark.cli.lazy_group import LazyGroup
from seamark.version import __version__

#: Every command, in the order of the help, with the line that describes it there; its module has the same name.
COMMANDS = {
    "score": "Score hypotheses against references, item by item and overall.",
    "agree": "Say how far the coders of a corpus agree, beyond chance.",
    "align": "Draw two codings of an item under each other, with what differs between them.",
    "audit": "Score systems under every convention in use, and say whether their ranking holds.",
    "compare": "Say whether segmenters are as reliable as the humans of a corpus.",
    "segment": "Cut texts with a ready segmenter, to be compared with humans.",
    "plot": "Draw a chart of a corpus and save it.",
    "report": "Write what a corpus says about its coders and items to one HTML file.",
    "convert": "Rewrite a corpus in another format.",
    "reproduce": "Compute what Fournier & Inkpen 2012 printed, and compare.",
    "metrics": "List the metrics and their options.",
    "formats": "List the file formats that can be read and written.",
}


@click.group(
    cls=LazyGroup,
    room="seamark.cli.commands",
    no_args_is_help=False,
    commands_and_help=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 fine, 1 data that cannot be used, 2 a command line that cannot be used.",
)
@click.version_option(__version__, prog_name="seamark", message="%(prog)s %(version)s")
def cli() -> None:
    """Measure segmentations: how alike two are, how far annotators agree, how good a segmenter is."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit status."""
    sys.exit(exit_code_of(lambda: cli.main(arguments, prog_name="seamark", standalone_mode=False)))
