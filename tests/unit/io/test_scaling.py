"""What a reader takes: time in proportion to rows, coders, items, labels and tiers, and memory to the file."""

import bz2
import gc
import gzip
import io
import json
import lzma
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from seamark.base.errors import InputError
from seamark.io import known_formats, load
from tests.unit.io.large_files import make
from tests.unit.io.packages import need_packages_of

pytestmark = pytest.mark.slow

#: Most that the time may grow when the input doubles; it would grow by 4 if it were quadratic.
PER_DOUBLING = 2.6


def seconds(action) -> float:
    """Time of the processor, the best of three: nothing else can make it shorter."""
    times = []
    for _ in range(3):
        gc.collect()
        started = time.process_time()
        action()
        times.append(time.process_time() - started)
    return min(times)


def assert_linear(few, many) -> None:
    """``many`` loads four times what ``few`` loads."""
    assert seconds(many) <= PER_DOUBLING**2 * max(0.02, seconds(few))


def json_header(items: str, **more: object) -> str:
    return json.dumps({"format": "seamark", "version": 1, **more})[:-1] + f', "items": [{items}]}}'


def wide(count: int) -> str:
    rows = [",".join([str(unit), *["1"] * count]) for unit in (1, 2, 3)]
    return "\n".join([",".join(["unit", *(f"c{number}" for number in range(count))]), *rows])


def long_types(count: int) -> str:
    rows = (f"a,ann,{count + 2},{number + 1},label {number}" for number in range(count))
    return "\n".join(["item,coder,mass,position,type", *rows])


def lines_of(form: str, head: str = "") -> Callable[[int], str]:
    return lambda count: head + "".join(form.format(n, n + 1) for n in range(count))


def json_study_types(count: int) -> str:
    return json_header('{"item": "a", "codings": {"ann": [2, 3]}}', types=[f"label {n}" for n in range(count)])


def json_items_of_spans(count: int) -> str:
    items = ({"item": f"item {n}", "mass": 5, "codings": {"ann": [[0, 2, "a"]]}} for n in range(count))
    return json_header(", ".join(map(json.dumps, items)), model="spans")


def segeval_items(count: int) -> str:
    return json.dumps({"items": {f"item {n}": {"ann": [2, 3]} for n in range(count)}})


def tiers(count: int) -> str:
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "0", "9", "<exists>", str(count)]
    for number in range(count):
        lines += ['"IntervalTier"', f'"tier {number}"', "0", "9", "2", "0", "4", '"a"', "4", "9", '"b"']
    return "\n".join(lines)


def elan_open_slots(count: int) -> str:
    """Annotations that touch, of which only the first start and the last end have a time."""
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="s{number}"/>' for number in range(1, count))
    last = f'<TIME_SLOT TIME_SLOT_ID="s{count}" TIME_VALUE="{count}0"/>'
    slots = f'<TIME_SLOT TIME_SLOT_ID="s0" TIME_VALUE="0"/>{slots}{last}'
    rows = "".join(
        f'<ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="s{n}" TIME_SLOT_REF2="s{n + 1}"/></ANNOTATION>'
        for n in range(count)
    )
    return f"<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER><TIER TIER_ID='a'>{rows}</TIER></ANNOTATION_DOCUMENT>"


def marked_spaces(count: int) -> str:
    """Spans whose edges lie in one long stretch of white space."""
    spans = [[number, number + 1, "a"] for number in range(1, count)]
    return json.dumps({"text": "a" + " " * count + "b", "label": spans})


def annotations(count: int) -> str:
    """One task of Label Studio that many annotated."""
    result = [{"type": "labels", "from_name": "l", "to_name": "t", "value": {"start": 0, "end": 4, "labels": ["a"]}}]
    done = [{"completed_by": number, "result": result} for number in range(count)]
    return json.dumps([{"id": 1, "data": {"text": "Land ho"}, "annotations": done}])


def layers(count: int) -> str:
    """WebAnno with many layers, of which one has annotations."""
    head = "".join(f"#T_SP=custom.Layer{number}|Value\n" for number in range(count))
    cells = "\t".join(["a", *["_"] * (count - 1)])
    return f"#FORMAT=WebAnno TSV 3.3\n{head}\n\n#Text=Land ho\n1-1\t0-4\tLand\t{cells}\t\n1-2\t5-7\tho\t{cells}\t\n"


#: What is made more of: the maker, the format, how many at first, and options.
DIMENSIONS = {
    "columns of a wide table": (wide, "wide", 10_000, {}),
    "types of a coding in a table": (long_types, "csv", 20_000, {}),
    "coders of a table": (lines_of("a,coder {0},5,2\n", "item,coder,mass,position\n"), "csv", 20_000, {}),
    "types of a study": (json_study_types, "json", 20_000, {}),
    "items of segeval": (segeval_items, "segeval-json", 20_000, {}),
    "tiers of a TextGrid": (tiers, "textgrid", 5_000, {"tiers_as_coders": True}),
    "open slots of ELAN": (elan_open_slots, "eaf", 10_000, {}),
    "recordings as spans": (
        lines_of("SPEAKER rec{0} 1 0.0 1.5 <NA> <NA> a <NA> <NA>\n"),
        "rttm",
        2_000,
        {"kind": "spans"},
    ),
    "labels of segments": (lines_of("{0} {1} label{0}\n"), "lab", 5_000, {"kind": "labels"}),
    "items of spans": (json_items_of_spans, "json", 5_000, {"kind": "spans"}),
    "spans in white space": (marked_spaces, "doccano", 20_000, {}),
    "annotations of a task": (annotations, "label-studio", 5_000, {}),
    "layers of WebAnno": (layers, "webanno", 5_000, {}),
}


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_more_of_one_thing_takes_time_in_proportion(dimension):
    maker, format, count, options = DIMENSIONS[dimension]
    need_packages_of(format)
    few, many = maker(count).encode(), maker(4 * count).encode()
    assert_linear(
        lambda: load(io.BytesIO(few), format=format, **options),
        lambda: load(io.BytesIO(many), format=format, **options),
    )


def test_gaps_between_sentences_do_not_add_up():
    """Each gap is smaller than the file, but all of them together would fill the memory."""
    lines = ["#FORMAT=WebAnno TSV 3.3", "#T_SP=custom.Layer|Value", ""]
    for number in range(1, 5_001):
        start = number * 100_000
        lines += [f"#Text=Land\n{number}-1\t{start}-{start + 4}\tLand\t_\t", ""]
    text = "\n".join(lines)
    assert len(text) > 100_000
    with pytest.raises(InputError):
        load(io.BytesIO(text.encode()), format="webanno")


#: Most memory per byte of a file of this many megabytes, over what the imported package takes.
MOST = 15
MEGABYTES = 5

# A small file first, so that whatever the format needs is imported; then one that is an eighth of the large one. The
# peak is read from the system, since it holds the memory of C and C++ too.
MEASURE = """
import sys, time, warnings
from pathlib import Path
from seamark.io import load

def peak():
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024

def seconds(path):
    start = time.process_time()
    load(path, format=format, **options)
    return time.process_time() - start

warnings.simplefilter("ignore")
tiny, small, large, format, *options = sys.argv[1:]
options = dict(option.split("=") for option in options)
seconds(tiny)
before = peak()
many = seconds(large)
memory = peak() - before
print(min(seconds(small) for _ in range(3)), min(many, seconds(large)), memory)
"""
PACKINGS = {"gz": gzip.compress, "xz": lzma.compress, "bz2": bz2.compress}


def cost_of(folder: Path, format: str, packing: str | None = None, **options: str) -> tuple[float, float, int, int]:
    """Seconds for a file and for one of eight times its size, the memory that the larger takes, and its size."""
    files, size = [], 0
    for name, megabytes in (("tiny", 0.01), ("small", MEGABYTES / 8), ("large", MEGABYTES)):
        (folder / name).mkdir()
        path = make(format, folder / name, megabytes)
        size = sum(file.stat().st_size for file in (folder / name).iterdir())
        if packing == "zip":
            with zipfile.ZipFile(folder / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
                archive.write(path, path.name)
            path = folder / f"{name}.zip"
        elif packing is not None:
            path.with_name(f"{path.name}.{packing}").write_bytes(PACKINGS[packing](path.read_bytes()))
            path = path.with_name(f"{path.name}.{packing}")
        files.append(str(path))
    given = [f"{name}={value}" for name, value in options.items()]
    command = [sys.executable, "-c", MEASURE, *files, format, *given]
    few, many, memory = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(few), float(many), int(memory), size


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the system does not tell how much memory a process took"
)
@pytest.mark.parametrize(
    ("format", "packing", "options"),
    [
        *((format.name, None, {}) for format in known_formats()),
        *(("csv", packing, {}) for packing in (*PACKINGS, "zip")),
        ("lab", None, {"types": "labels"}),
        ("webanno", None, {"unit": "token"}),
    ],
)
def test_memory_and_time_are_in_proportion_to_the_file(tmp_path, format, packing, options):
    need_packages_of(format)
    few, many, memory, size = cost_of(tmp_path, format, packing, **options)
    assert 0.4 < size / (MEGABYTES * 1e6) < 2.5
    assert many <= 8 * PER_DOUBLING / 2 * max(0.02, few), (few, many)
    assert memory <= MOST * size, memory / size
