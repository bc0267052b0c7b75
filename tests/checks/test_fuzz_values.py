"""The fuzzer of the API knows every public name: ``tests/fuzz/api_values.py`` makes an instance of every class."""

from __future__ import annotations

import inspect
from pathlib import Path

import seamark as sm
from seamark import charts
from tests.fuzz import api_calls
from tests.fuzz.api_values import INSTANCES


def test_every_public_name_is_called():
    called = {name.split("().")[0].split(".")[1] for name in api_calls.targets()}
    # Not called: errors, which are raised; type aliases; rooms without names of their own; abstract classes.
    kinds = {name: getattr(sm, name) for name in sm.__all__}
    errors = {name for name, kind in kinds.items() if inspect.isclass(kind) and issubclass(kind, Exception)}
    others = {"Metric", "SegmentationLike", "Segmenter", "TASKS", "__version__"}
    assert set(kinds) - called == errors | others


def test_every_class_with_methods_has_an_instance():
    kinds = {name.split("().")[0].rpartition(".")[2] for name in api_calls.targets() if "()." in name}
    assert sorted(kinds - set(INSTANCES)) == [], "tests/fuzz/api_values.py lacks them in INSTANCES"


def test_every_chart_is_drawn_from_hostile_names():
    drawn = (Path(__file__).parents[1] / "unit" / "charts" / "everything.py").read_text(encoding="utf-8")
    without_names = {"plan", "save_chart"}
    missing = [name for name in dir(charts) if f"charts.{name}(" not in drawn and name not in without_names]
    assert missing == [], "tests/unit/charts/everything.py lacks these charts"
