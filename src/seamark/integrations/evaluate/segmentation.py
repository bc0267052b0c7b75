"""Scores of segmentations, loaded by ``evaluate.load`` with the path of this file."""

from typing import Any

from seamark.base.extras import require
from seamark.tasks.score import score

_WHAT = "a module of evaluate"
_datasets = require("datasets", package="datasets", extra="evaluate", what=_WHAT)
_evaluate = require("evaluate", package="evaluate", extra="evaluate", what=_WHAT)

_DESCRIPTION = "Scores of segmentations: S, B, WindowDiff and all other metrics of Seamark, each with its signature."


class Segmentation(_evaluate.Metric):  # type: ignore[misc,name-defined]
    """Scores of segmentations, as a module of evaluate."""

    def _info(self) -> Any:
        sizes = _datasets.Sequence(_datasets.Value("int64"))
        return _evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation="Fournier, Chris and Inkpen, Diana (2012). Segmentation Similarity and Agreement. NAACL-HLT.",
            inputs_description=str(self._compute.__doc__),
            features=_datasets.Features({"predictions": sizes, "references": sizes}),
        )

    def _compute(
        self, predictions: Any, references: Any, metrics: str = "S,B,windowdiff", average: Any = "micro"
    ) -> dict[str, Any]:
        """Scores of segmentations.

        Parameters
        ----------
        predictions, references
            Segmentations of the same texts, each as a list of segment sizes, such as [2, 3, 5].
        metrics
            Names of metrics with their options, such as "S,B:n=3,windowdiff:k=5".
        average
            "micro" scores the summed counts of all texts, "macro" is the mean of their scores.

        Returns
        -------
        dict
            A value for each metric, and under "signatures" the string that makes each reproducible.
        """
        names = [str(number) for number in range(1, len(references) + 1)]
        truth, guess = (dict(zip(names, side, strict=True)) for side in (references, predictions))
        table = score(truth, guess, metrics, average=average)
        values: dict[str, Any] = {label: one.value for label, one in table.overall.items()}
        values["signatures"] = {label: str(one.signature) for label, one in table.overall.items()}
        return values
