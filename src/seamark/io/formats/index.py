"""The formats, in the order of preference: what counts units first.

With this, the format of a file is recognised by its suffix before the module of any format is imported.
"""

from typing import NamedTuple


class Listed(NamedTuple):
    """Which file declares a format, what to call it in prose, and how its files end."""

    module: str
    title: str
    suffixes: tuple[str, ...]


FORMATS = {
    "csv": Listed("long_table", "long table with commas: item, coder, mass, position[, type]", (".csv",)),
    "json": Listed("seamark_json", "Seamark JSON", (".json",)),
    "jsonl": Listed("seamark_json", "Seamark JSONL, an item per line", (".jsonl", ".ndjson")),
    "parquet": Listed("parquet", "Parquet: item, coder, mass, positions[, types]", (".parquet", ".pq")),
    "segeval-json": Listed("segeval_files", "JSON of segeval: items, coders, masses", (".json", ".jsn")),
    "tsv": Listed("long_table", "long table with tabs: item, coder, mass, position[, type]", (".tsv",)),
    "conll": Listed(
        "conll",
        "columns of tags, such as B-PER (CoNLL, BIO)",
        (".conll", ".bio", ".iob", ".iob2", ".conllu", ".txt", ".tsv"),
    ),
    "flags": Listed("table", "table with a row per unit: 0 and 1, or x, where segments start or end", (".csv", ".tsv")),
    "markdown": Listed("documents", "Markdown: headings begin segments", (".md", ".markdown")),
    "segeval-tsv": Listed("segeval_files", "table of segeval, a file per item: coder and masses", (".tsv", ".csv")),
    "table": Listed(
        "table",
        "any table whose columns are named by --columns; or boundaries in units: position, mass[, item, coder, label]",
        (".csv", ".tsv"),
    ),
    "tei": Listed("documents", "TEI: divisions or milestones begin segments", (".tei", ".xml")),
    "text": Listed("documents", "plain text with lines of '=' between segments", (".txt", ".ref", ".text")),
    "units": Listed("table", "table with a row per unit: item, segment[, coder, text]", (".csv", ".tsv")),
    "wide": Listed("table", "wide table, a file per item: unit rows, coder columns, segment numbers", (".csv", ".tsv")),
    "audacity": Listed("timed_lines", "Audacity label track, segments of pyAudioAnalysis", (".txt", ".segments")),
    "brat": Listed("brat", "brat .ann beside .txt", (".ann",)),
    "chapters": Listed("chapters", "chapter list, such as 1:02 Title", (".txt",)),
    "chapters-json": Listed(
        "chapters", "chapters in JSON: yt-dlp, ffprobe, podcasts", (".info.json", ".chapters.json", ".json")
    ),
    "chat": Listed("transcripts", "CHAT transcript", (".cha",)),
    "chunks": Listed(
        "chunks", "chunks of a splitter: item and chunks, or a row for every chunk", (".jsonl", ".json", ".csv", ".tsv")
    ),
    "ctm": Listed("timed_lines", "CTM: words with times", (".ctm",)),
    "doccano": Listed("json_texts", "doccano JSONL or JSON", (".jsonl", ".json")),
    "eaf": Listed("tiers", "ELAN EAF", (".eaf",)),
    "frames": Listed("timed_lines", "a label per line and frame; must be named", (".txt",)),
    "htk": Listed("timed_lines", ".lab of HTK, in 100 ns", (".lab",)),
    "intervals": Listed("table", "table of intervals in seconds: start, end[, label, item, coder]", (".csv", ".tsv")),
    "jams": Listed("jams", "JAMS, segment_* and multi_segment namespaces", (".jams", ".json")),
    "lab": Listed("timed_lines", ".lab intervals in seconds", (".lab",)),
    "label-studio": Listed("label_studio", "Label Studio JSON", (".json",)),
    "mstcn": Listed("timed_lines", "predictions of MS-TCN: a label for every frame, on one line", (".txt",)),
    "prodigy": Listed("json_texts", "Prodigy JSONL", (".jsonl",)),
    "pygamma": Listed("timed_lines", "CSV of pygamma-agreement: annotator, category, start, end", (".csv",)),
    "rttm": Listed("timed_lines", "RTTM", (".rttm",)),
    "sbv": Listed("transcripts", "SubViewer subtitles", (".sbv",)),
    "seglst": Listed(
        "transcripts", "SegLST of MeetEval: session, speaker, start and end of turns", (".seglst.json", ".json")
    ),
    "srt": Listed("transcripts", "SRT subtitles", (".srt",)),
    "stm": Listed("timed_lines", "STM: turns of speakers with times", (".stm",)),
    "textgrid": Listed("tiers", "Praat TextGrid: long, short, UTF-8 or UTF-16", (".textgrid",)),
    "times": Listed("chapters", "start and label on each line, in seconds (SALAMI, Harmonix)", (".txt",)),
    "trs": Listed("tiers", "Transcriber", (".trs",)),
    "uem": Listed("timed_lines", "UEM: regions that are scored", (".uem",)),
    "vtt": Listed("transcripts", "WebVTT subtitles", (".vtt",)),
    "webanno": Listed("webanno", "WebAnno TSV 3", (".tsv",)),
    "webanno-old": Listed("webanno", "WebAnno TSV 1 and 2", (".tsv",)),
    "whisper": Listed("transcripts", "Whisper JSON, also of its relatives", (".json",)),
    "xmi": Listed("xmi", "INCEpTION XMI (UIMA CAS)", (".xmi",)),
}
