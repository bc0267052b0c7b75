"""Plain files read in columns: the same corpus, notes and errors as from the readers that go line by line."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable
from io import BytesIO
from random import Random

import pytest

from seamark.base.errors import InputError, ParseError
from seamark.io.format import ReadOptions
from seamark.io.formats import interval_labels
from seamark.io.loading import load, load_with_report
from tests.fuzz.damage import damaged

LABELS = ("", "a", "verse 1", "10 years", "über", 'say ""so""', "{x}", "a  b", "--", "# no comment", "1.5")

#: Where each format reads in columns.
COLUMNS = {
    "lab": "interval_labels.spans_of_lines",
    "audacity": "interval_labels.spans_of_lines",
    "htk": "interval_labels.spans_of_lines",
    "srt": "subtitles.cues_of_srt",
    "textgrid": "textgrid.intervals_of_textgrid",
}


def _times(rng: Random) -> list[tuple[int, int, str]]:
    """Milliseconds; now and then a gap, an overlap, or a span without length."""
    at, found = 0, []
    for _ in range(rng.randint(1, 12)):
        start = max(0, at + rng.choice((0, 0, 0, 700, -1)))
        at = start + rng.choice((0, 1, 250, 4000, 3_600_000))
        found.append((start, at, rng.choice(LABELS)))
    return found


def lab(rng: Random) -> str:
    between = rng.choice((" ", "\t", ", "))
    return "".join(f"{a / 1000}{between}{b / 1000}{between}{label}\n" for a, b, label in _times(rng))


def audacity(rng: Random) -> str:
    return "".join(f"{a / 1000:.6f}\t{b / 1000:.6f}\t{label}\n" for a, b, label in _times(rng))


def htk(rng: Random) -> str:
    return "".join(
        f"{a * 10_000} {b * 10_000} {label.split()[0] if label else 'x'} -1.5\n" for a, b, label in _times(rng)
    )


def _clock(milliseconds: int) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02},{rest:03}"


def srt(rng: Random) -> str:
    cues = []
    odd = ("\n  9,5 is a number", "\n00:00:01,000 - 00:00:02,000") if rng.random() < 0.5 else ()
    for number, (start, end, label) in enumerate(_times(rng), start=1):
        more = rng.choice(("", "", "\nsecond line", "\n 10 more", *odd))
        number += rng.random() < 0.05
        cues.append(f"{number}\n{_clock(start)} --> {_clock(end)}\n{label or 'x'}{more}\n")
    return rng.choice(("\n", "\n\n")).join(cues)


def textgrid(rng: Random) -> str:
    short = rng.random() < 0.3
    rows = [(start, max(start, end), label) for start, end, label in _times(rng)]
    end = rows[-1][1] / 1000
    name = (lambda text: "") if short else (lambda text: text)
    lines = [
        'File type = "ooTextFile"',
        'Object class = "TextGrid"',
        "",
        f"{name('xmin = ')}0",
        f"{name('xmax = ')}{end}",
    ]
    lines += ["<exists>", "2", name("item []:")]
    for tier in (1, 2):
        lines += [name(f"    item [{tier}]:"), '"IntervalTier"', f'"coder {tier}"', "0", str(end), str(len(rows))]
        for number, (start, stop, label) in enumerate(rows, start=1):
            lines += [name(f"        intervals [{number}]:"), f"   {name('xmin = ')}{start / 1000} "]
            lines += [f"   {name('xmax = ')}{stop / 1000} ", f'   {name("text = ")}"{label}" ']
    return "\n".join([*lines, ""])


MAKERS = {"lab": lab, "audacity": audacity, "htk": htk, "srt": srt, "textgrid": textgrid}


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, bytes], tuple[object, object, bool]]:
    """What a file gives with and without columns, and whether columns gave something."""

    def outcome(format: str, data: bytes) -> object:
        options = ReadOptions(
            format=format,
            tiers_as_coders=format == "textgrid",
            types="labels",
        )
        try:
            corpus, report = load_with_report(BytesIO(data), options, name=f"a.{format}")
        except InputError as error:
            return type(error), str(error)
        orders = corpus.item_names, corpus.coder_names, [list(by_coder) for by_coder in corpus.values()]
        return corpus, orders, corpus.types, corpus.texts, corpus.groups, corpus.metadata, report

    def outcomes(format: str, data: bytes) -> tuple[object, object, bool]:
        target = f"seamark.io.formats.{COLUMNS[format]}"
        module, _, name = target.rpartition(".")
        original = getattr(pytest.importorskip(module), name)
        given: list[bool] = []

        def spied(*arguments):
            found = original(*arguments)
            given.append(found is not None)
            return found

        with monkeypatch.context() as patch:
            patch.setattr(target, spied)
            columns = outcome(format, data)
            patch.setattr(target, lambda *arguments: None)
            return columns, outcome(format, data), any(given)

    return outcomes


@pytest.mark.parametrize("format", MAKERS)
def test_columns_are_lines(both, format):
    """Random files, most of which are plain."""
    read = made = 0
    for seed in range(150):
        rng = Random(seed)  # noqa: S311
        text = MAKERS[format](rng)
        data = text.replace("\n", rng.choice(("\n", "\n", "\r\n"))).encode(rng.choice(("utf-8", "utf-8-sig")))
        columns, lines, plain = both(format, data)
        assert columns == lines, text
        read += plain
        made += len(columns) > 2
    assert read > 30
    assert made > 75


@pytest.mark.parametrize("format", MAKERS)
def test_mistakes_are_those_of_lines(both, format):
    """Files with a mistake somewhere: the same error, or the same corpus."""
    refused = 0
    for seed in range(300):
        rng = Random(seed)  # noqa: S311
        data = damaged(rng, MAKERS[format](rng).encode())
        columns, lines, _ = both(format, data)
        assert columns == lines, data
        refused += len(lines) == 2
    assert refused > 30


@pytest.mark.parametrize("model", [None, "spans"])
@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.parametrize("data", [b"0 1 a\n1 2 b\n", b"0 1 a\n1 x b\n"])
def test_the_garbage_collector_rests_and_is_left_as_it_was(monkeypatch, model, enabled, data):
    seen = []
    original = interval_labels.spans_of_lines
    monkeypatch.setattr(
        interval_labels, "spans_of_lines", lambda *given: seen.append(gc.isenabled()) or original(*given)
    )
    was_on = gc.isenabled()
    try:
        gc.enable() if enabled else gc.disable()
        with contextlib.suppress(ParseError):
            load(BytesIO(data), format="lab", kind=model)
        after = gc.isenabled()
    finally:
        gc.enable() if was_on else gc.disable()
    assert seen == [False]
    assert after == enabled
