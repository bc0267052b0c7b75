"""What a chart shows, read from its specification."""

import re
from typing import Any


def layers(chart: Any) -> list[dict[str, Any]]:
    return chart.to_dict()["layer"]


def mark_of(layer: dict[str, Any]) -> str:
    return layer["mark"]["type"]


def rows(chart: Any, mark: str) -> list[dict[str, Any]]:
    """The data of the first layer with this mark; layers that all have the same leave it to the chart."""
    spec = chart.to_dict()
    layer = next(layer for layer in spec["layer"] if mark_of(layer) == mark)
    return spec["datasets"][layer.get("data", spec.get("data"))["name"]]


def cells(chart: Any) -> list[dict[str, Any]]:
    """The marked places: the rows of the last layer, which shows shares."""
    spec = chart.to_dict()
    return spec["datasets"][spec["layer"][-1]["data"]["name"]]


def encoding(chart: Any, mark: str, channel: str) -> dict[str, Any]:
    return next(layer for layer in layers(chart) if mark_of(layer) == mark)["encoding"][channel]


def luminance(colour: str) -> float:
    """How light a colour (#rrggbb or rgb(r, g, b)) is in grey print: relative luminance as in WCAG."""
    numbers = map(int, re.findall(r"\d+", colour)) if "(" in colour else bytes.fromhex(colour[1:])
    parts = [number / 255 for number in numbers]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
