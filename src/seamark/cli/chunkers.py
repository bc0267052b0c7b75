"""What commands read for ``--task chunks``: texts, questions with their answers, and the chunks of several chunkers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

import click

from seamark.base.errors import OtherKindError
from seamark.cli.inputs import Reader, named_file
from seamark.cli.output import Output, Target
from seamark.io.questions import load_chunk_spans, load_questions
from seamark.model.spans import Spans
from seamark.tasks.chunks import ChunkerComparison, compare_chunkers
from seamark.tasks.score import score

#: Texts whose chunks are drawn on a page.
_MOST_DRAWN = 5


class ReadChunkers(NamedTuple):
    """Texts in characters, answers by text, the chunks of every chunker by text, and its B with the gold segments."""

    texts: Mapping[str, str]
    answers: Mapping[str, Spans]
    chunkers: Mapping[str, Mapping[str, Spans]]
    boundaries: Mapping[str, float]

    @classmethod
    def of(
        cls, files: Sequence[str], questions: str | None, reader: Reader, output: Output, target: Target | None = None
    ) -> ReadChunkers:
        """Read a corpus with texts, a file for each chunker, and the questions."""
        if questions is None:
            raise click.UsageError("--task chunks needs --spans, the file with questions and answers")
        if len(files) < 2:
            raise click.UsageError("no chunks; expected a corpus with texts, and a file for each chunker")
        try:
            gold, systems, _ = reader.study(files[0], files[1:], output, target=target)
        except OtherKindError as other:
            reader.require_texts(other.name, {})
            raise
        texts = {item: " ".join(units) for item, units in gold.texts.items()}
        reader.require_texts(files[0], texts)
        lost = reader.options.max_lost or 0.0
        places = {name or PurePath(file).stem: file for name, file in map(named_file, files[1:])}
        chunkers = {name: load_chunk_spans(file, texts, lost) for name, file in places.items()}
        beside = {name: score(gold, one, "B", allow_missing=True).overall["B"].value for name, one in systems.items()}
        return cls(texts, load_questions(questions, texts), chunkers, beside)

    def compared(self, interval: Mapping[str, Any]) -> ChunkerComparison:
        """The chunkers from the best to the worst."""
        settings = {"ci": interval["ci"] or 0.95, "resamples": interval["resamples"], "rng": interval["rng"]}
        return compare_chunkers(self.answers, self.chunkers, texts=self.texts, boundaries=self.boundaries, **settings)

    def chart(self, item: str) -> Any:
        """The chunks of all chunkers over a text, with the answers in it."""
        from seamark.charts import chunks

        return chunks({name: one[item] for name, one in self.chunkers.items()}, self.answers[item])

    def write_page(self, found: ChunkerComparison, place: str, title: str, *, force: bool) -> None:
        """A page with the ranking, the full text of the answers that are cut worst, and pictures of the first texts."""
        from seamark.pages.scores import image, write_score_page

        tables = [table for table in (found.table(), found.sizes(), found.cut_table(longest=None)) if table is not None]
        pictures = {item: image(self.chart(item)) for item in list(self.answers)[:_MOST_DRAWN]}
        write_score_page(place, found.answer(), tables, [found.signature], pictures, title=title, force=force)
