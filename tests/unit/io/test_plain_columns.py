"""Plain files read in columns: the same corpus, notes and errors as from the readers that go line by line."""

from __future__ import annotations

import contextlib
import gc
import json
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
    "jsonl": "native_lines.items_in_columns",
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


NAMES = ("ann", "ben", "čeněk", "a/b", "tab\there", "\U0001f30a", "x" * 300)


def jsonl(rng: Random) -> str:
    """In half of the files all lines are plain, in any order of keys and with any white space between."""

    def masses(mass: int) -> object:
        cut = rng.randint(1, mass)
        plain = [cut, mass - cut] if cut < mass else [mass]
        form = rng.random() if odd else 1.0
        if form < 0.1:
            return {"masses": plain}
        return {"positions": [cut] if cut < mass else [], "types": [1] * (cut < mass)} if form < 0.15 else plain

    odd = rng.random() < 0.5
    separators = rng.choice((None, (",", ":"), (" ,\t", " : ")))
    lines = []
    if rng.random() < 0.5:
        groups = rng.choice(({}, {"ann": "students"}))
        lines.append({"format": "seamark", "version": 1, "types": rng.choice(([], [1, 2])), "groups": groups})
    for number in range(rng.randint(1, 8)):
        mass = rng.choice((1, 2, 9, 10**17, 2**62)) if rng.random() < 0.2 else rng.randint(1, 9)
        coders = rng.sample((*NAMES, 'd"4' if odd else "d-4"), rng.randint(1, 3))
        item = {"item": f"item {number}", "codings": {coder: masses(mass) for coder in ("ann", *coders)}}
        if rng.random() < 0.3:
            item["mass"] = mass + (rng.random() < 0.03)
        if rng.random() < 0.3 and mass < 10:
            item["texts"] = rng.choices((*LABELS, *NAMES), k=mass + (rng.random() < 0.03))
        if odd and rng.random() < 0.1:
            item[rng.choice(("mass", "texts", "other"))] = None
        lines.append(dict(rng.sample(list(item.items()), len(item))))
    ends = ("\n", "\n", " \n", "\n\n")
    return "".join(
        json.dumps(line, ensure_ascii=rng.random() < 0.5, separators=separators) + rng.choice(ends) for line in lines
    )


MAKERS = {"lab": lab, "audacity": audacity, "htk": htk, "srt": srt, "textgrid": textgrid, "jsonl": jsonl}


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, bytes], tuple[object, object, bool]]:
    """What a file gives with and without columns, and whether columns gave something."""

    def outcome(format: str, data: bytes) -> object:
        options = ReadOptions(
            format=format,
            tiers_as_coders=format == "textgrid",
            types="labels" if format != "jsonl" else None,
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


@pytest.mark.parametrize(
    "lines",
    [
        b'{"item": "a", "codings": {"x": [2]}} {"item": "b", "codings": {"x": [2]}}\n',
        b'{"item": "a",\n"codings": {"x": [2]}}\n',
        b'{"item": "a", "codings": {"x": {"masses": [2]}\n}}\n{"item": "b", "codings": {"x": [2]}}',
        b'{"item": "a", "codings": {"x": [2], "x": [1, 1]}}\n',
        b'{"item": "a", "codings": {"x": [2]}}\n{"item": "a", "codings": {"x": [2]}}\n',
        b'{"item": "a", "codings": {"x": [2]}}\n{"item": "a", "codings": {"y": [1, 1]}}\n',
        b'{"item": "a", "codings": {"x": [2], "y": [3]}}\n',
        b'{"item": "a", "codings": {}}\n',
        b'{"item": "", "codings": {"x": [2]}}\n',
        b'{"item": "a", "codings": {"": [2]}}\n',
        b'{"item": "a", "codings": {"x": []}}\n',
        b'{"item": "a", "codings": {"x": [0, 2]}}\n',
        b'{"item": "a", "codings": {"x": [2.0]}}\n',
        b'{"item": "a", "codings": {"x": [true]}}\n',
        b'{"item": "a", "codings": {"x": [4611686018427387904, 1]}}\n',
        b'{"item": "\\ud800", "codings": {"x": [2]}}\n',
        b'\n{"item": "a", "codings": {"x": [2]}}\n\n',
        b'{"item": "a", "codings": {"x": [2], "\\u0078": [1, 1]}}\n',
        b'{"item": "a", "codings": {"x": [2]}}\n{"item": "\\u0061", "codings": {"x": [1, 1]}}\n',
        b'{"item": "a", "item": "b", "codings": {"x": [2]}}\n',
        b'{"item": "a", "codings": {"x": [2]}, "codings": {"y": [2]}}\n',
        b'{"item": "a", "codings": {"x": [1000000000000000000, 9]}}\n',
        b'{"item": "a", "codings": {"x": [99999999999999999999999]}}\n',
        b'{"item": "a", "codings": {"x": [02]}}\n',
        b'{"item": "a", "codings": {"x": [-0, 2]}}\n',
        b'{"item": "a", "codings": {"x": [2e0]}}\n',
        b'{"item": "a", "codings": {"x": [2,]}}\n',
        b'{"item": "a", "codings": {"x": [[2]]}}\n',
        b'{"item": "a", "codings": {"x": [2]},}\n',
        b'{"item": "a", "codings": {"x": [2]}, "mass": 3}\n',
        b'{"item": "a", "codings": {"x": [2]}, "mass": null}\n',
        b'{"item": "a", "codings": {"x": [2]}, "note": "n"}\n',
        b'{"item": "a", "codings": {"x": [2]}, "texts": []}\n',
        b'{"item": "a", "codings": {"x": [2]}, "texts": ["u", "\\ud800"]}\n',
        b'{"item": "a", "codings": {"x": [2]}, "texts": ["u", "\xff"]}\n',
        b'{"item": "a", "codings": {"x": [2]}, "texts": ["u", "\\x"]}\n',
        b'{"item": "a\xff", "codings": {"x": [2]}}\n',
        b'{"item": "a", "codings": {"\xed\xa0\x80": [2]}}\n',
        b'{"item": "a\x00", "codings": {"x": [2]}}\n',
        b'{"item": "a\x1f", "codings": {"x": [2]}}\n',
        b'{"item": "a", "codings": {"x": [2]}}\x0b\n',
        b'{"item": "a", "codings": {"x": [2]}}\n\x0c\n',
        b'{"item": "a", "codings": {"x": [2]}}\n\xef\xbb\xbf{"item": "b", "codings": {"x": [2]}}\n',
        b'{"item": "a", "codings": {"x": [2]}}\n[]\n',
        b'{"item": "a", "codings": {"x": [2]}}\n{"item": "b", "codings"',
        b'{"item": "a", "codings": {"x": [2]}}\r{"item": "b", "codings": {"x": [2]}}\r',
    ],
)
def test_lines_of_json_that_columns_must_not_take_for_others(both, lines):
    columns, by_line, _ = both("jsonl", lines)
    assert columns == by_line


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
            load(BytesIO(data), format="lab", model=model)
        after = gc.isenabled()
    finally:
        gc.enable() if was_on else gc.disable()
    assert seen == [False]
    assert after == enabled
