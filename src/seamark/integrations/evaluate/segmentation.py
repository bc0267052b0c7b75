"""Scores of segmentations, loaded by ``evaluate.load`` with the path of this file."""

from typing import Any

from seamark.base.extras import require
from seamark.tasks.score import score

_WHAT = "a module of evaluate"
_datasets = require("datasets", package="datasets", extra="evaluate", what=_WHAT)
_evaluate = require("evaluate", package="evaluate", extra="evaluate", what=_WHAT)

_DESCRIPTION = "Scores of segmentations: S, B, WindowDiff and all other metrics of Seamark, each with its signature."
_CITATION = """\
@inproceedings{fournier-inkpen-2012-segmentation,
    title = "Segmentation Similarity and Agreement",
    author = "Fournier, Chris and Inkpen, Diana",
    booktitle = "Proceedings of NAACL-HLT 2012",
    year = "2012",
}"""
_INPUTS = """
Args:
    predictions, references: segmentations of the same texts, each as a list of segment sizes, such as [2, 3, 5].
    metrics: names of metrics with their options, such as "S,B:n=3,windowdiff:k=5".
    average: "micro" scores the summed counts of all texts, "macro" is the mean of their scores.
Returns:
    A value for each metric, and under "signatures" the string that makes each reproducible.
"""


class Segmentation(_evaluate.Metric):  # type: ignore[misc,name-defined]
    """Scores of segmentations, as a module of evaluate."""

    def _info(self) -> Any:
        sizes = _datasets.Sequence(_datasets.Value("int64"))
        return _evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=_datasets.Features({"predictions": sizes, "references": sizes}),
        )

    def _compute(
        self,
        predictions: Any,
        references: Any,
        metrics: str = "S,B,windowdiff",
        average: Any = "micro",
    ) -> dict[str, Any]:
        names = [str(number) for number in range(1, len(references) + 1)]
        table = score(
            dict(zip(names, references, strict=True)),
            dict(zip(names, predictions, strict=True)),
            metrics,
            average=average,
        )
        values: dict[str, Any] = {label: one.value for label, one in table.overall.items()}
        values["signatures"] = {label: str(one.signature) for label, one in table.overall.items()}
        return values
