"""Exports of Label Studio and Prodigy that say less than others, or mark something else than spans."""

import json

import pytest

from seamark.base.errors import InputError
from seamark.io import load

PAGE = "<h1>Log</h1><p>Land ho<br>the sea was calm</p><p>the wind rose</p>"


def page_export(*regions: dict[str, object]) -> bytes:
    """What Label Studio exported before it wrote globalOffsets: paths, which count what had been marked by then."""
    places = {"start": "/p[1]/text()[2]", "end": "/p[1]/text()[2]", "startOffset": 0, "endOffset": 3}
    result = [
        {"type": "hypertextlabels", "from_name": "l", "to_name": "t", "value": {**places, **one}} for one in regions
    ]
    return json.dumps(
        [{"id": 1, "data": {"html": PAGE}, "annotations": [{"completed_by": 1, "result": result}]}]
    ).encode()


def test_hypertext_without_offsets_is_placed_by_its_text(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(
        page_export(
            {"text": "the sea\\nwas", "htmllabels": ["A"]},
            {"text": "Land", "hypertextlabels": ["B"], "globalOffsets": {"start": 3, "end": 7}},
        )
    )
    # "LogLand ho", a line end, "the sea was calmthe wind rose"
    corpus = load(path, unit="character", types="labels")
    assert corpus["1"]["1"].masses == (3, 5, 3, 12, 17)
    assert corpus.types == ("A", "B")


@pytest.mark.parametrize("region", [{}, {"text": "the"}, {"text": "The sea"}])
def test_hypertext_that_cannot_be_placed_for_certain(tmp_path, region):
    path = tmp_path / "a.json"
    path.write_bytes(page_export({**region, "hypertextlabels": ["A"]}))
    with pytest.raises(InputError, match=r"a\.json: task '1': a region of HyperText has .*globalOffsets"):
        load(path)
