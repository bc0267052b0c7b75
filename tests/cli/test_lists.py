"""`seamark metrics`, `seamark formats` and `seamark audit`."""

from dataclasses import replace

import pytest

import seamark as sm
from seamark.io import known_formats
from tests.cli.running import HYPOTHESIS, REFERENCE, Within
from tests.metrics.case import BOUNDARY_METRICS, METRICS

#: Options of metrics: as they are typed, and the argument of the class that means the same; a dict changes defaults.
#: What is not here is tried with its default.
OPTIONS = {
    "n": ("3", "n", 3),
    "scale": ("unit", "weights", {"scale": "unit"}),
    "weights": ("1+1+0.5", "weights", {"addition": 1, "substitution": 1, "transposition": 0.5}),
    "types": ("1+2", "types", (1, 2)),
    "k": ("2", "k", 2),
    "convention": ("segeval2", "convention", "segeval2"),
    "padding": ("lamprier", "padding", "lamprier"),
    "c_miss": ("2", "c_miss", 2.0),
    "c_fa": ("2", "c_fa", 2.0),
    "p_seg": ("0.5", "p_seg", 0.5),
    "mu": ("0.5", "mu", 0.5),
    "tolerance": ("2", "tolerance", 2),
    "beta": ("2", "beta", 2.0),
    "zero_division": ("0.5", "zero_division", 0.5),
    "insertion": ("2", "insertion", 2.0),
    "deletion": ("2", "deletion", 2.0),
    "shift": ("0.5", "shift", 0.5),
    "direction": ("forward", "direction", "forward"),
}


def test_metrics_lists_the_registry(seamark: Within) -> None:
    ran = seamark("metrics", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert [metric["name"] for metric in ran.json["metrics"]] == list(METRICS)
    assert ran.json["metrics"][0] == {
        "name": "S",
        "measures": "segmentation similarity S",
        "best": 1.0,
        "worst": 0.0,
        "symmetric": True,
        "types": "several",
        "compares": "boundaries labels levels",
        "options": ["n", "scale", "weights", "types"],
        "source": "Fournier & Inkpen 2012",
    }
    infinite = {metric["name"] for metric in ran.json["metrics"] if metric["worst"] is None}
    assert infinite == {name for name, metric in METRICS.items() if metric.info.worst == float("inf")}


@pytest.mark.parametrize("name", BOUNDARY_METRICS)
def test_every_metric_can_be_asked_for_with_each_option_it_lists(
    name: str, files: tuple[str, str], seamark: Within
) -> None:
    listed = next(metric for metric in seamark("metrics", "--json").json["metrics"] if metric["name"] == name)
    ran = seamark("score", *files, "-m", name, "--json")
    assert ran.code == 0
    assert list(ran.json["overall"]) == [name]
    for option in listed["options"]:
        default = getattr(METRICS[name](), option, None)
        typed, argument, value = OPTIONS.get(option, (str(default), option, default))
        ran = seamark("score", *files, "-m", f"{name}:{option}={typed}", "--json")
        assert ran.code == 0
        if isinstance(value, dict):
            value = replace(METRICS[name].default_weights, **value)
        metric = METRICS[name](**{argument: value})
        for item in ran.json["items"]:
            codings = (REFERENCE[item["item"]]["gold"], HYPOTHESIS[item["item"]]["system"])
            assert item["scores"][name]["value"] == metric.compare(*codings).value


def test_formats_lists_all(seamark: Within) -> None:
    found = seamark("formats", "--json").json["formats"]
    assert [format["name"] for format in found] == [format.name for format in known_formats()]
    assert {format["name"] for format in found if format["write"]} == {
        format.name for format in known_formats() if format.writable
    }
    assert seamark("formats").out.splitlines()[3].split()[:4] == ["csv", "yes", "yes", "units"]


def test_audit_for_people(files: tuple[str, str], seamark: Within) -> None:
    lines = seamark("audit", *files).out.splitlines()
    assert lines[0].startswith("hyp was scored in 46 ways of computing 4 metrics")
    assert lines[3].split() == ["metric", "convention", "average", "hyp"]
    assert lines[5].split() == ["windowdiff", "pevzner-hearst", "micro", "0.2800"]
    details = seamark("audit", *files, "--details").out
    assert "half-mean" in details
    assert lines[-1].startswith(f"audit|systems:1|pairs:2|metrics:windowdiff,pk,S,B|v:{sm.__version__}")
