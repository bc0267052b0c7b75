"""What a report says about labels: how far coders agree about them, and how much each label was given."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seamark.agreement.labels import LabelAgreement, label_agreement
from seamark.model.corpus import Corpus
from seamark.tasks.declared import Task

#: Labels that are listed, the most frequent first.
_MOST_LABELS = 200


@dataclass(frozen=True, slots=True)
class LabelRow:
    """One label: its segments and the coders who used it, and its share of all that was labelled."""

    name: str
    segments: int
    coders: int
    share: float


@dataclass(frozen=True, slots=True)
class Labels:
    """Agreement about labels, and every label; there may be more than are listed."""

    found: LabelAgreement
    rows: tuple[LabelRow, ...]
    number: int

    @classmethod
    def of(cls, corpus: Corpus, task: Task, resolution: float | None, ci: float, seed: int) -> Labels:
        """Measure a corpus as the field does."""
        metrics = {task.label(number): task.made(number, resolution) for number in task.agreement}
        found = label_agreement(corpus, metrics, ci=ci, rng=seed)
        spans = corpus.codings.as_spans()
        of_row = np.repeat(np.arange(len(spans)), np.diff(spans.offsets))
        codes, ends = np.asarray(spans.codes), np.asarray(spans.ends)
        lengths = (ends - spans.starts).astype(np.float64)
        rows = [
            LabelRow(
                str(name),
                int(np.count_nonzero(codes == code)),
                len(set(corpus.coder_index[of_row[codes == code]].tolist())),
                float(lengths[codes == code].sum() / lengths.sum()),
            )
            for code, name in enumerate(spans.names)
        ]
        return cls(found, tuple(sorted(rows, key=lambda row: -row.share)[:_MOST_LABELS]), len(rows))
