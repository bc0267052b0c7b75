"""Large files of one format for each way of reading: written by ours, or record after record."""

from io import BytesIO
from pathlib import Path

from seamark import Corpus, save
from tests.formats import SENTENCE, format_cases

#: Units of each text, for formats that ours writes with texts: many short ones, or one long text.
_UNITS = {**dict.fromkeys(("json", "jsonl", "doccano", "label-studio"), 10), "webanno": None}


def _written(format: str, units: int) -> bytes:
    each = _UNITS.get(format) or units
    items = [f"d{number}" for number in range(max(1, units // each))]
    codings = {item: {"ann": [1] * (each - 2) + [2]} for item in items}
    texts = {item: [SENTENCE] * each for item in items} if format in _UNITS else None
    stream = BytesIO()
    save(Corpus(codings, texts=texts), stream, format=format, resolution=None if texts else 1.0)
    return stream.getvalue()


def make(format: str, folder: Path, megabytes: float) -> Path:
    """A file of a format, of about this size."""
    case = format_cases().get(format)
    path = folder / f"big{Path(case.file).suffix if case else '.parquet'}"
    if case is None or case.large is None:
        path.write_bytes(_written(format, max(20, int(megabytes * 1e9 / len(_written(format, 1000))))))
        return path
    record, head, tail = case.large
    count = max(2, int(megabytes * 1e6 / (sum(len(record(n)) for n in range(1000, 1100)) / 100)))
    if format == "xmi":  # whose end has something for every record
        count = int(count * len(record(1000)) / (len(record(1000)) + 110))
    for name, data in case.beside.items():
        (folder / name).write_bytes(data)
    if format == "brat":
        (folder / "big.txt").write_text(" ".join([SENTENCE] * count), encoding="utf-8")
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(head if isinstance(head, str) else head(count))
        file.writelines(map(record, range(count)))
        file.write(tail if isinstance(tail, str) else tail(count))
    return path
