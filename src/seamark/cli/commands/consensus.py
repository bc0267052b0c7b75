"""``seamark consensus``: one segmentation per item, and the places that the coders dispute."""

from __future__ import annotations

from pathlib import Path

import click

from seamark.agreement.consensus import ConsensusMethod
from seamark.agreement.consensus import consensus as consensus_of
from seamark.agreement.disputes import disputed_places
from seamark.base.files import write_file
from seamark.cli import inputs, options
from seamark.cli.options import MetricChoice, command, option
from seamark.cli.output import Answer, Output, csv_cell
from seamark.io import format_to_write, save
from seamark.io.source import encode_table, write_row
from seamark.metrics.edit import B, edits_of
from seamark.model.corpus import Corpus

#: The columns of the file of disputed places.
_DISPUTED = (
    *("item", "position", "first", "last", "placed", "coders", "disagreement", "in_consensus"),
    *("placed_by", "not_placed_by", "before", "after"),
)


@command(
    "seamark consensus codings.json -o gold.json --disputed disputed.csv",
    "seamark consensus codings.json -o tasks.json --to label-studio",
    "seamark consensus ann.json ben.json cat.json --by vote --threshold 2",
)
def consensus(
    corpus: tuple[str, ...] = inputs.corpus_argument(several=True),
    by: ConsensusMethod = option(
        "--by", "Most similar to all coders (median), a vote, or a model.", choices=ConsensusMethod, default="median"
    ),
    metric: MetricChoice = options.one_metric("B", options.near_option),
    threshold: int | None = option("--threshold N", "Votes that are needed [default: over half].", type=options.NUMBER),
    disputed: Path | None = option("--disputed FILE", "Also write where coders differ, as CSV.", type=options.PLACE),
    to: str | None = option("--to FORMAT", "Format of that file, if its suffix does not say.", type=inputs.FORMAT),
    reader: inputs.Reader = inputs.reading_options,
    place: str | None = options.place_option("File for the consensus, as codings of one coder [default: none]."),
    force: bool = options.force_option,
    output: Output = options.answer_options,
) -> None:
    """Make one segmentation per item from those of several coders, and list what they dispute.

    The table shows the mean similarity of the consensus to all coders, and that of the coder whose own coding has the
    largest one. Near misses of one boundary are one disputed place.
    """
    if threshold is not None and by != "vote":
        raise click.UsageError("--threshold is for --by vote")
    inputs.require_other_places(corpus, place, disputed)
    study = reader.corpus(corpus, output, of_coders=True)
    (made,) = metric.made(output)
    with inputs.naming_file(corpus):
        # The default has its own way with boundary types that are not numbers.
        chosen = None if made == B() else made
        found = consensus_of(study, by, chosen, threshold="majority" if threshold is None else threshold)
        edits = edits_of(made)
        places = None if disputed is None else disputed_places(study, n=edits.n, weights=edits.weights, agreed=found)
    document, notes = found.to_dict(), list(found.signatures())
    if place is not None:
        with inputs.options_called(format="to"):
            # With the texts of the items, where the format has them, and on the grid that was read.
            texts = study.texts if "texts" in format_to_write(place, to).keeps else None
            gold = Corpus({item: {"consensus": found[item]} for item in found}, texts=texts)
            save(gold, place, format=to, force=force, resolution=options.seconds_per_unit(output))
        notes.append(f"consensus -> {place}")
    if disputed is not None and places is not None:
        rows = [[csv_cell(row[name]) for name in _DISPUTED] for row in places.rows()]
        write_file(disputed, [encode_table(map(write_row, [_DISPUTED, *rows]))], force=force)
        document["disputed"] = places.to_dict()
        notes.append(f"{places} -> {disputed}")
    output.show(Answer.of(found, document=lambda: document, notes=notes))
