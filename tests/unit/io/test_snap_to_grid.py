"""Times of many codings, put on their grids at once: what one coding after the other gives, and the same errors."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest

from seamark.base.errors import InputError
from seamark.io.format import ReadOptions
from seamark.io.loading import load_with_report


def table(rng: Random, faults: float) -> bytes:
    """Intervals of several coders in several recordings, some of which overlap, touch, or lie off the grid."""
    rows = ["file,coder,start,end,label"]
    for item in range(rng.randint(1, 5)):
        for coder in rng.sample(("ann", "ben", "cid", "dan"), rng.randint(1, 4)):
            at = 0.0
            for _ in range(rng.randint(1, 6)):
                start = max(0.0, at + rng.choice((0, 0, 0.5, -0.3, 0.0004)))
                at = start + rng.choice((1, 0.25, 2.0004, 0.00021))
                end = start - 1 if rng.random() < faults else 1e16 if rng.random() < faults else at
                rows.append(f"song {item},{coder},{start},{end},{rng.choice('abc')}")
    return "\n".join(rows).encode()


@pytest.mark.parametrize("faults", [0.0, 0.05])
def test_all_at_once_is_one_after_the_other(monkeypatch, faults):
    def outcome(data: bytes, options: ReadOptions) -> object:
        try:
            corpus, report = load_with_report(BytesIO(data), options, name="songs.csv")
        except InputError as error:
            return type(error), str(error)
        return corpus, corpus.item_names, corpus.coder_names, report

    loaded = refused = 0
    for seed in range(150):
        rng = Random(seed)  # noqa: S311
        data = table(rng, faults)
        options = ReadOptions(
            format="intervals",
            resolution=rng.choice((None, 0.5, 0.01, 1e-5)),
            trim=rng.choice((None, None, 0.3)),
            snap_limit=rng.choice((None, None, 0.1)),
            duration={"song 0": rng.choice((2.0, 40.0))} if rng.random() < 0.2 else None,
        )
        together = outcome(data, options)
        with monkeypatch.context() as patch:
            patch.setattr("seamark.io.snap_to_grid._segmentations_of_times", lambda *arguments: None)
            assert together == outcome(data, options), data
        loaded += len(together) == 4
        refused += len(together) == 2
    assert loaded > 30
    assert refused > 10
