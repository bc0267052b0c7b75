"""With torch and torchmetrics, which `make slow` installs; imported inside the tests, because that takes seconds."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from seamark import InputError, Segmentation
from seamark.metrics.names import as_metric
from tests.unit.integrations.scored_pairs import NAMES, pairs

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[3]


def value_of(name, average="micro", given=None):
    total = as_metric(name).accumulator(average)
    truths, guesses = zip(*(pairs() if given is None else given), strict=True)
    total.update_pairs(list(truths), list(guesses))
    return total.compute().value


def test_two_processes_come_to_the_bits_of_one(tmp_path):
    command = [sys.executable, "-m", "tests.unit.integrations.torch_process"]
    running = [
        subprocess.Popen(
            [*command, str(rank), "2", str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for rank in range(2)
    ]
    ended = [process.communicate(timeout=300) for process in running]
    assert [process.returncode for process in running] == [0, 0], ended
    for out, _ in ended:
        told = json.loads(out)
        assert list(told) == list(NAMES)
        for name, value in told.items():
            assert value == value_of(name, "macro" if name == "B:n=7" else "micro").hex(), name


def test_forward_gives_the_batch_and_keeps_the_sum():
    from seamark.integrations.torchmetrics import SegmentationMetric

    metric = SegmentationMetric("B:n=3")
    for start in range(0, 90, 30):
        batch = pairs()[start : start + 30]
        found = metric([guess for _, guess in batch], [truth for truth, _ in batch])
        assert float(found) == value_of("B:n=3", given=batch)
    assert float(metric.compute()) == value_of("B:n=3")
    assert str(metric.signature).endswith("|avg:micro|pairs:90|v:1.0.0rc1")
    assert float(pickle.loads(pickle.dumps(metric)).compute()) == value_of("B:n=3")
    metric.reset()
    assert int(metric.pairs) == 0


def test_a_collection_with_tensors():
    import torch
    from torchmetrics import MetricCollection

    from seamark.integrations.torchmetrics import SegmentationMetric

    both = MetricCollection({"S": SegmentationMetric("S"), "windowdiff": SegmentationMetric("windowdiff:k=2")})
    probabilities = torch.tensor([[0.1, 0.9, 0.2, 0.7, 0.9], [0.6, 0.1, 0.1, 0.9, 0.9]])
    target = torch.tensor([[0, 1, 0, 0, 1], [1, 0, 0, -100, -100]])
    both.update(probabilities, target)
    told = both.compute()
    truth = [Segmentation.from_string("01001"), Segmentation.from_string("100")]
    guess = [Segmentation.from_string("01011"), Segmentation.from_string("100")]
    for name in ("S", "windowdiff:k=2"):
        assert float(told[name.split(":")[0]]) == value_of(name, given=list(zip(truth, guess, strict=True)))
    assert both["S"].higher_is_better
    assert not both["windowdiff"].higher_is_better


def test_mistakes_are_told():
    import torch

    from seamark.integrations.torchmetrics import SegmentationMetric

    metric = SegmentationMetric("S")
    with pytest.raises(InputError, match=r"two tensors .*, found shape \(1, 3\) and list"):
        metric.update(torch.zeros((1, 3)), [[2, 2]])
    with pytest.raises(InputError, match=r"probability 3\.0 at potential boundary 1"):
        metric.update(torch.full((1, 2), 3.0), torch.zeros((1, 2)))
    with pytest.raises(InputError, match="no metric"):
        SegmentationMetric("T5")
    assert torch.isnan(SegmentationMetric("windowdiff").compute())
