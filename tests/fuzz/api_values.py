"""The arguments of the API fuzzer, as Python expressions, so that a call can be printed and made again.

``WRONG`` is of every kind there is. ``RIGHT`` holds, per parameter name, values that the parameter is meant for;
``INSTANCES`` makes the objects on which methods are called. The names that the expressions use are in ``NAMES``.
"""

import io
import itertools
import wave
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from pyannote.core import Annotation, Timeline

import seamark as sm
from seamark.kernels.columns import Columns
from seamark.metrics.edit import StudyTypes
from seamark.metrics.names import METRICS
from tests.unit.io.test_annotations import coder_file


class CallersOwn(Exception):
    """Raised by an argument itself, as by a generator that reads a file: it may pass through."""


class NoRepr:
    """Cannot be printed; a message about it must be possible all the same."""

    def __repr__(self) -> str:
        raise RuntimeError("this object cannot be printed")


class NoLength:
    """Has a length that cannot be asked for."""

    def __len__(self) -> int:
        raise CallersOwn


class NoIteration:
    """Says that it can be iterated over, and cannot."""

    def __iter__(self) -> Iterator[Any]:
        raise CallersOwn


def broken_generator() -> Iterator[Any]:
    """A generator that fails after its first value."""
    yield 2
    raise CallersOwn


def broken_function(*_: object) -> NoReturn:
    """A function that fails."""
    raise CallersOwn


@cache
def corpus() -> sm.Corpus:
    """Three coders, two items, with texts and groups."""
    return sm.Corpus(
        {"one": {"ann": [2, 3, 5], "bob": [2, 4, 4], "cid": [5, 5]}, "two": {"ann": [3, 4], "bob": [4, 3], "cid": [7]}},
        texts={"one": [f"sentence {i}." for i in range(10)], "two": [f"word {i}" for i in range(7)]},
        groups={"ann": "expert", "bob": "novice", "cid": "novice"},
    )


@cache
def span_corpus() -> sm.Corpus:
    """Three coders, two items; one coder marked nothing on the second."""
    return sm.Corpus(
        {
            "one": {
                "ann": sm.Spans([(2, 8, "A"), (12, 16, "B")], length=20),
                "bob": sm.Spans([(3, 9, "A"), (12, 15, "A")], length=20),
                "cid": sm.Spans([(12, 16, "B")], length=20),
            },
            "two": {"ann": sm.Spans([(0, 3, "B")], length=9), "bob": sm.Spans([], length=9)},
        }
    )


def boundary_rows() -> dict[str, list[Any]]:
    """The columns of a data frame with a row per boundary."""
    return {
        "item": ["poem", "poem", "song"],
        "coder": ["ann", "ben", "ann"],
        "position": [2, 3, None],
        "mass": [5, 5, 4],
        "type": ["a", "b", None],
    }


@cache
def labelled_corpus() -> sm.Corpus:
    """Two coders of one item."""
    make = sm.LabelledSegmentation.from_labels
    return sm.Corpus({"one": {"ann": make("AABBA"), "bob": make("AABBC")}})


@cache
def hierarchy_corpus() -> sm.Corpus:
    """Two coders of one item, one of whom has one level."""
    make = sm.Hierarchy.from_levels
    return sm.Corpus({"one": {"ann": make([[12, 12], [6, 6, 12]]), "bob": make([[12, 12]])}})


@cache
def typed_corpus() -> sm.Corpus:
    """Two boundary types and a missing coding."""
    one = sm.Segmentation.from_sets([{1}, set(), {1, 2}, set()])
    two = sm.Segmentation.from_sets([{1}, {2}, set(), {2}])
    return sm.Corpus({"x": {"ann": one, "bob": two}, "y": {"ann": one}})


@cache
def array() -> sm.SegmentationArray:
    """Two segmentations."""
    return sm.SegmentationArray.from_masses([[2, 3, 5], [4, 3]])


@cache
def table() -> pa.Table:
    """Two rows that can be scored, and columns for agreement."""
    return pa.table(
        {
            "reference": [[2, 3, 5], [4, 3]],
            "hypothesis": [[5, 5], [7]],
            "item": ["a", "a"],
            "coder": ["x", "y"],
            "masses": [[2, 3], [5]],
            "group": [1, 2],
        }
    )


def in_folder(name: str, write: Callable[[Path], object]) -> str:
    """A file in the working folder."""
    place = Path(name)
    if not place.exists():
        write(place)
    return name


def parquet() -> str:
    return in_folder("table.parquet", lambda place: pq.write_table(table(), place))


def saved() -> str:
    return in_folder("corpus.json", lambda place: sm.save(corpus(), place))


def annotated() -> str:
    """What a coder saved on an annotation page."""
    return in_folder(
        "poems-ann.json", lambda place: place.write_bytes(coder_file("ann", {"ode": [1, 2], "elegy": [2]}).getvalue())
    )


def tone() -> str:
    """A recording of a second."""

    def write(place: Path) -> None:
        with wave.open(str(place), "wb") as sound:
            sound.setparams((1, 1, 1000, 0, "NONE", ""))
            sound.writeframes(bytes(1000))

    return in_folder("tone.wav", write)


@cache
def evaluation() -> sm.Evaluation:
    """A small comparison with people."""
    return sm.compare(corpus(), {"x": {"one": [5, 5], "two": [7]}}, draws=3, rng=1)


@cache
def system_comparison() -> sm.SystemComparison:
    """A small comparison of systems."""
    systems = {"x": {"one": [5, 5], "two": [7]}, "y": {"one": [2, 8], "two": [3, 4]}}
    return sm.compare_systems({"one": [2, 3, 5], "two": [4, 3]}, systems, resamples=20, rng=1)


@cache
def chunkers() -> sm.ChunkerComparison:
    """Two ways of cutting a text, one of which cuts an answer."""
    questions = {"book": sm.Spans([(8, 22, "q1"), (1, 4, "q2")], length=30)}
    one, other = sm.Spans([(0, 15), (15, 30)], length=30), sm.Spans([(0, 10), (5, 25), (20, 30)], length=30)
    return sm.compare_chunkers(questions, {"fixed": {"book": one}, "overlapping": {"book": other}}, rng=0)


@cache
def audit() -> sm.Audit:
    """A small audit."""
    return sm.audit({"one": [2, 3, 5], "two": [4, 3]}, {"x": {"one": [5, 5], "two": [7]}})


@cache
def agreement() -> sm.Agreement:
    """A small agreement."""
    return sm.agree(corpus(), rng=1)


def ratio(sums: Any) -> Any:
    """A score over sums."""
    if not isinstance(sums, np.ndarray):
        raise CallersOwn
    return sums[..., 0] / sums[..., 1]


NAMES: dict[str, Any] = {
    "np": np,
    "pd": pd,
    "pa": pa,
    "pl": pl,
    "sm": sm,
    "io": io,
    "itertools": itertools,
    "Path": Path,
    "Decimal": Decimal,
    "Fraction": Fraction,
    "Annotation": Annotation,
    "Timeline": Timeline,
    "Columns": Columns,
    "StudyTypes": StudyTypes,
    **{name: value for name, value in globals().items() if getattr(value, "__module__", None) == __name__},
}

WRONG = [
    *("None", "True", "False", "0", "1", "-1", "7", "2**31", "2**62", "2**63", "-(2**63) - 1", "10**400", "10**5000"),
    *("0.5", "-0.0", "2.0", "float('nan')", "float('inf')", "-1e300", "1e300", "1e-300", "1j"),
    *("''", "'S'", "'ann'", "'one'", "'0100'", "'\\ud800'", "'a\\x00b'", "'\\x1b[31m\\x1c'", "'x' * 5000"),
    *("b''", "b'01'", "bytearray(b'01')", "memoryview(b'01')", "[]", "()", "{}", "set()", "frozenset({1})", "range(3)"),
    *("[None]", "[2, 3, 5]", "(2, 3)", "[0]", "[-1, 11]", "[2.5]", "[True, True]", "[[2, 3], [5]]", "[[[1]], [2]]"),
    *("[[1, 2], [3]]", "['a', 'b']", "['\\ud800']", "[float('nan'), 1.0]", "[10**400]", "[2**62, 2**62]", "[{}]"),
    *("{'a': 1}", "{1: 2}", "{None: None}", "{'a': {'b': [2, 3]}}", "{'a': {1: [2]}}", "{'\\ud800': {'b': [2]}}"),
    *("{'one': 'x'}", "{'one': ['a']}", "{'one': 5}", "{'a': float('nan')}", "{(1, 2), (3,)}"),
    *("np.array([True, False])", "np.array([1, 'a', None], dtype=object)", "np.array([.5, np.nan])", "np.int8(3)"),
    *("np.array([2, 3], dtype=np.int8)", "np.array([2, 2**63], dtype=np.uint64)", "np.ones((2, 2))", "np.empty(0)"),
    *("np.ones((2, 2), dtype=int)", "np.ma.array([2, 3], mask=[True, False])", "np.array(['2020'], dtype='M8[D]')"),
    *("np.array([2, 3], dtype='m8[s]')", "np.array([1j])", "np.array(5)", "np.float32(.5)", "np.bool_(True)", "np.nan"),
    *("np.array([2, 3])[::-1]", "np.array([(1, 2.)], dtype='i4,f8')", "np.datetime64('NaT')", "np.array(['a'])"),
    *("pd.Series([2, 3])", "pd.Series(['a', None])", "pd.DataFrame({'a': [1]})", "pd.NA", "pd.Categorical(['a'])"),
    *("pa.array([2, 3])", "table()", "Decimal('2.5')", "Decimal('NaN')", "Decimal('1e999999')", "Fraction(1, 3)"),
    *("Fraction(10**400, 3)", "(i for i in [2, 3])", "broken_generator()", "iter([])", "object()", "NoRepr()"),
    *("[NoRepr()]", "NoLength()", "NoIteration()", "int", "sm.S", "sm", "len", "broken_function", "lambda *_: None"),
    *("Path('missing.json')", "Path('.')", "'missing.csv'", "io.BytesIO(b'{')", "io.StringIO('x')", "Ellipsis"),
    *("NotImplemented", "corpus()", "typed_corpus()", "array()", "sm.Segmentation.from_masses([2, 3, 5])", "sm.S()"),
    *("sm.EditWeights()", "evaluation()", "agreement()", "ratio", "np.random.default_rng(1)"),
    *("sm.Segmentation.from_positions([2], 2**62)", "sm.Segmentation.from_positions([1], 2, types=['\\x1b[31m'])"),
    *(
        "np.array([[0, 2.5], [2.5, 4.0]])",
        "(np.array([[0, 2.5], [2.5, 4.0]]), ['a', 'b'])",
        "Annotation()",
        "Timeline()",
    ),
    *("pd.DataFrame(boundary_rows())", "corpus().to_polars()", "range(10**12)", "np.array([[2.0, np.nan]])"),
    *("itertools.repeat(2, 3)", "sm.Segmentation.from_positions([1, 2], 10, types=['a', NoLength()])"),
]

_SEGMENTATIONS = [
    *("[2, 3, 5]", "[5, 5]", "(4, 6)", "[10]", "'010010000'", "np.array([2, 8])", "range(1, 5)"),
    "sm.Segmentation.from_masses([2, 3, 5])",
    "sm.Segmentation.from_positions([2, 2, 5], 10, types=['a', 'b', 'a'])",
]
_LABELLED = ["sm.LabelledSegmentation.from_labels('aabbbcccca')", "sm.LabelledSegmentation.from_segments([(10, None)])"]
_HIERARCHIES = [
    "sm.Hierarchy.from_levels([[5, 5], [5, 3, 2]])",
    f"sm.Hierarchy.from_labelled([{_LABELLED[0]}, {_LABELLED[0]}])",
]
_SPANS = ["sm.Spans([(0, 4, 'a'), (2, 10, 'b')], length=10)", "sm.Spans([], length=10)"]
_ARRAYS = ["array()", "sm.SegmentationArray.from_masses([[5, 5], [7]])", "array()[:1]", "array()[:0]"]
_MANY = [*_ARRAYS, "[[2, 3, 5], [4, 3]]", "['010010000', [7]]"]
_CORPORA = [*(["corpus()"] * 3), "typed_corpus()", "{'x': {'a': [2, 3], 'b': [5]}}"]
_METRICS = ["sm.S()", "sm.B(n=3)", "sm.WindowDiff(k=3)", "sm.Pk()", "sm.BoundaryF()", "sm.GHD()", "sm.AdjustedRand()"]
_FLOATS = ["0.5", "1.0", "2", "0.0", "np.float64(.25)"]
_NAMES = ["'ann'", "'one'", "'x'"]
_ROWS = ["np.ones((3, 2))", "[[1, 2], [2, 3], [3, 3]]", "np.arange(6).reshape(3, 2)"]
_METRIC_ROWS = ["np.ones((2, 4))", "np.zeros((2, 3))", "np.ones((2, 5))", "np.ones((2, 2))", "np.ones((0, 4))"]
_VALUES = ["[.5, .25, 1.]", "np.array([.5, np.nan, 1.])", "[1, 2, 3]"]
_CODINGS = ["[2, 3, 5]", "{'one': [5, 5], 'two': [7]}", "corpus()", "corpus().drop(coders=['ann', 'bob'])"]
_SYSTEMS = ["{'x': [5, 5]}", "{'x': {'one': [5, 5], 'two': [7]}, 'y': {'one': [2, 8], 'two': [3, 4]}}"]
_COUNTS = [
    *("{}", "{'edits': 1.0}", "sm.S().counts([2, 3], [5])", "sm.Pk().counts([2, 3], [5])", "sm.B().counts([5], [5])")
]

#: Values by parameter names; several names may share theirs.
_RIGHT: dict[str, list[str]] = {
    "a b reference hypothesis segmentation value": [*_SEGMENTATIONS, *_LABELLED, *_HIERARCHIES, *_SPANS],
    "segments": ["[(2, 'a'), (3, 'b')]", "[(0, 1.5, 'a'), (1.5, 4, 'b')]"],
    "background": ["()", "['a']", "'a'", "None"],
    "spans": _SPANS,
    "strengths": ["{2: 1, 5: 2}"],
    "tree": ["[[2, 3], 5]", "[2, [3, [1, 1]]]"],
    "levels": ["[[5, 5], [5, 3, 2]]", f"[{_LABELLED[0]}]", "('phrase', 'word')"],
    "match": ["'exact'", "'overlap'", "0.5"],
    "map_on": ["'scored'", "'all'"],
    "mapping": ["'jaccard'", "'common'"],
    "norm": ["'sqrt'", "'mean'", "'max'", "'min'", "None"],
    "collar window depth": ["1", "2", "3"],
    "corpus humans codings other": [*_CORPORA, "[[2, 3], [5]]"],
    "metric metrics": [*_METRICS, "{'S': sm.S()}", "[sm.S(), sm.Pk()]"],
    "insertion deletion shift mu beta c_miss c_fa p_seg zero_division": _FLOATS,
    "addition substitution transposition threshold snap_limit ci": _FLOATS,
    "rows_a rows_b sums": _ROWS,
    "rows": [*_ROWS, *_METRIC_ROWS, "np.ones(4)", "np.zeros(3)"],
    "p_values values_a values_b replicates": _VALUES,
    "coder item name against title names": [*_NAMES, "('ann', 'bob')"],
    "resamples shuffles draws": ["5", "20"],
    "n k tolerance size w width farthest largest": ["1", "2", "3", "np.int64(4)"],
    "transitive skip_overlap adjusted nested shuffle blind": ["True", "False"],
    "force strict ordinal higher_is_better baselines": ["True", "False"],
    "output": ["'out.parquet'", "Path('scores.parquet')"],
    "source places": ["saved()", "parquet()", "[parquet()]", "Path(saved())"],
    "values": ["[2, 3, 5]", *_VALUES],
    "offsets": ["[0, 2, 3]", "np.array([0, 1, 3])", "[0, 3]"],
    "masses": ["[2, 3, 5]", "[5, 5]", "np.array([9, 9])", "'masses'"],
    "mass": ["10", "11", "2**40"],
    "types": ["None", "2", "(1, 2)", "['a', 'b']", "[1, 2, 1]", "[0, 0, 0]", "'labels'"],
    "labels": ["[1, 1, 2]", "('a', 'b')", "'aab'"],
    "weights": ["None", "sm.EditWeights()", "sm.EditWeights(.5, 0, 1, scale='linear')"],
    "study": ["StudyTypes.resolve(None, (1,))"],
    "convention": ["'pevzner-hearst'", "'nltk'", "'segeval2'", "'lamprier'", "'textsplit'"],
    "padding": ["'lamprier'", "None"],
    "direction": ["'both'", "'forward'"],
    "scale": ["'te'", "'linear'", "'unit'"],
    "coefficient": ["'pi'", "'kappa'", "'alpha'"],
    "chance": ["'closed'", "'permutation'"],
    "chance_count": ["'boundaries'", "'segments'"],
    "chance_average": ["'micro'", "'macro'", "'fournier2012'"],
    "average": ["'micro'", "'macro'"],
    "correction": ["'holm'", "'bh'", "'none'"],
    "epsilon": ["0.1", "0"],
    "margin": ["0.05", "0", "None"],
    "reported": ["0.43", "'0.430'", "None"],
    "method": ["'percentile'", "'jackknife'"],
    "units resample": ["'items'", "'coders'", "'both'"],
    "item_weight": ["'pairs'", "'coders'"],
    "majority": ["'all'", "'others'"],
    "before after": _CORPORA,
    "level": [".95", ".5"],
    "rng": ["1", "np.random.default_rng(2)"],
    "score": ["ratio", "sm.stats.mean_of_sums"],
    "items": ["3", "['one']", "['one', 'one', 'two']", "np.ones((2, 3))"],
    "coders": ["3", "['ann']", "['ann', 'bob', 'ann']", "np.ones((2, 3))"],
    "texts": ["corpus()", "{'one': ['a', 'b'], 'two': ['c']}", "True"],
    "groups": ["{'ann': 1, 'bob': 'b'}"],
    "metadata": ["{'source': 'x'}"],
    "times": ["[1.5, 3.25]", "np.array([.5])"],
    "duration": ["10.0", "10"],
    "resolution": ["0.25", "1"],
    "positions": ["[2, 5]", "np.array([1])", "{3}"],
    "sets": ["[{1}, set(), {1, 2}]"],
    "at": ["'between'", "'start'", "'end'"],
    "text": ["'0100'", "'S|n:2|v:1.0.0rc1'"],
    "text_or_units": ["'a b. c d.'", "['a', 'b.', 'c', 'd.']"],
    "chunks": ["['a b.', 'c d.']", "['x']", "['a b. c', 'b. c d.']"],
    "reference_units": ["['a', 'b', 'c', 'd']", "['a b', 'c d']"],
    "hypothesis_segments": ["['a b', 'c d']", "[['a'], ['x', 'd']]"],
    "max_lost": ["0.0", "1"],
    "segmentations": ["[[2, 3], [5]]", "['0100', [5]]"],
    "counts": [*_COUNTS, "True"],
    "options": ["{'n': 2}", "(('n', '2'),)"],
    "columns": [
        "array().columns",
        "Columns(np.array([9]), np.array([0, 2**40]), np.array([5]), np.array([], dtype=np.int32))",
    ],
    "segmenter": ["sm.Chunks(2)", "lambda texts: [1]", "sm.Separators()", "sm.TextTiling(w=2, k=1)"],
    "segmenters": _SYSTEMS,
    "systems": [*_SYSTEMS, "[(np.ones((3, 2)), ratio)]", "[(np.ones((3, 2)), ratio), (np.ones((3, 2)), ratio)]"],
    "result": ["evaluation()"],
    "chart": ["sm.charts.lanes(corpus(), 'one')"],
    "guidelines": ["''", "'Cut often.'"],
    "path": ["'out.html'", "Path('out.json')", "'out.svg'"],
    "target": ["'out.json'", "'out.csv'", "io.BytesIO()"],
    "format": ["None", "'json'", "'csv'"],
    "drop": ["['texts', 'groups']", "{'types', 'texts', 'groups', 'metadata'}"],
    "table": ["table()"],
    "schema": ["table().schema"],
    "batch_rows": ["1", "1000"],
    "keep": ["['item']", "()"],
    "group": ["'group'", "None"],
    "workers": ["1", "2", "None"],
    "cluster": ["None"],
    "progress": ["None", "lambda *_: None"],
    "encoding": ["'utf-8'", "'latin-1'"],
    "layout": ["'coder/item'", "None"],
    "unit": ["None", "'line'"],
    "layer": ["None", "'x'"],
    "by": ["'units'", "'words'"],
    "separators": ["('===',)"],
    "stop_words": ["{'the'}", "()"],
    "boundary_type": ["None", "'x'"],
    "folder": ["'moonstone'", "None"],
    "line": ["3"],
}
RIGHT = {name: values for names, values in _RIGHT.items() for name in names.split()}


def _of(call: str, **values: list[str]) -> dict[tuple[str, str], list[str]]:
    return {(call, name): value for name, value in values.items()}


#: Better values where a parameter means something else in one call; the call as it is written.
SPECIAL: dict[tuple[str, str], list[str]] = {
    **_of(
        "sm.Corpus.from_columns",
        items=["['one', 'one', 'two']"],
        coders=["['ann', 'bob', 'ann']"],
        codings=["[[2, 3], [5], [4, 4]]"],
        texts=["{'two': list('abcdefgh')}"],
    ),
    **_of(
        "sm.Corpus.from_frame",
        frame=["pd.DataFrame(boundary_rows())", "pl.DataFrame(boundary_rows())", "pa.table(boundary_rows())"],
    ),
    **{(f"sm.{name}", "corpus"): ["span_corpus()"] for name in ("gamma", "unitizing_alpha")},
    **_of("sm.gamma", convention=["'paper'", "'gamma-software'"], precision=[".5"], progress=["None"]),
    ("sm.boundary_alpha", "level"): ["'nominal'", "'interval'"],
    ("sm.align_spans", "codings"): ["span_corpus()['one']", "span_corpus()['two']"],
    **{(f"sm.{name}", "alpha"): ["1", "0.5"] for name in ("gamma", "align_spans")},
    **{(f"sm.{name}", "beta"): ["1", "0"] for name in ("gamma", "align_spans")},
    **{(f"sm.{name}", "empty"): ["1", "2.5"] for name in ("gamma", "align_spans")},
    **{(f"sm.{name}", "distances"): ["None", "{('A', 'B'): .5}"] for name in ("gamma", "align_spans")},
    **{(f"sm.{name}", "spans"): ["[(2, 8, 'A'), (3, 5)]"] for name in ("Spans", "Spans.from_times")},
    ("sm.Spans", "length"): ["20"],
    **{(f"sm.{name}.of", "values"): ["[[2, 3]]", "span_corpus().codings"] for name in ("Codings", "SegmentationArray")},
    **{(f"sm.{name}.of", "kind"): ["None", "'boundaries'"] for name in ("Codings", "SegmentationArray")},
    **{(f"sm.{name}.concatenated", "parts"): ["[array(), array()]"] for name in ("Codings", "SegmentationArray")},
    **{(f"sm.{name}().take", "rows"): ["[0]", "[0, 0]"] for name in ("Codings", "SegmentationArray")},
    **{(f"sm.{name}().with_names", "names"): ["('A', 'B')"] for name in ("Codings", "SegmentationArray")},
    ("sm.audit", "reference"): _CODINGS,
    ("sm.collect", "files"): ["annotated()", "[annotated()]", "[Path(annotated()), saved()]"],
    ("sm.coder_progress", "corpus"): ["corpus()", "sm.collect(annotated())"],
    **_of("sm.adjudicate", start=["'consensus'", "'empty'"], only=["None", "'disputed'"]),
    **_of(
        "sm.write_annotation_page",
        texts=["corpus()", "{'one': ['a', 'b'], 'two': ['c']}"],
        study=["'poems'"],
        coder=["None", "'ann'"],
        types=["()", "['minor', 2]"],
        prefill=["None", "sm.Corpus({'one': {'tiler': [1, 1]}})", "corpus().subset(coders=['ann'])"],
    ),
    **_of("sm.read_recording", path=["tone()"], transcript=["None"]),
    **_of(
        "sm.write_recording_page",
        recordings=["{'song': sm.Recording('song.wav', 9.5)}"],
        study=["'album'"],
        coder=["None", "'ann'"],
        labels=["()", "['verse', 2]"],
        tiers=["()", "['form', 'mood']"],
        rng=["0"],
    ),
    ("sm.compare_systems", "reference"): _CODINGS,
    **{(f"sm.{name}", side): _MANY for name in ("count_pairs", "score_pairs") for side in "ab"},
    **{
        (f"sm.scale.{name}", side): [f"'{side}'"]
        for name in ("BatchScorer", "score_table", "score_parquet")
        for side in ("reference", "hypothesis")
    },
    **{("sm.scale.agree_parquet", column): [f"'{column}'"] for column in ("item", "coder", "masses")},
    # A host that refuses at once; never the one on the network.
    ("sm.datasets.moonstone", "source"): ["'http://127.0.0.1:9/'", "'file:///missing/'"],
}
_LABELLED_ARRAY = f"sm.Codings.of([{_LABELLED[0]}, {_LABELLED[1]}])"
_LEVEL_ARRAYS = [f"sm.Codings.of([{', '.join(_HIERARCHIES)}])", f"sm.Codings.of([{_HIERARCHIES[1]}])"]
for _kind in METRICS.values():
    _fields = _kind.fields
    _rows = [f"np.{numbers}((2, {len(_fields)}))" for numbers in ("ones", "zeros")]
    _rows += [f"np.arange({2 * len(_fields)}.).reshape(2, -1)", f"np.full((2, {len(_fields)}), np.nan)"]
    _path = f"sm.{_kind.__name__}()"
    SPECIAL |= {(f"{_path}.{method}", "rows"): _rows for method in ("score_rows", "part_rows")}
#: Parameters that are never left out: their defaults take long, or reach out of the machine.
ALWAYS = {"resamples", "shuffles", "draws", ("sm.datasets.moonstone", "source")}

#: What methods are called on, by class; a class that is not here and defines public methods is a fault of the fuzzer.
INSTANCES: dict[str, list[str]] = {
    **{metric.__name__: [f"sm.{metric.__name__}()"] for metric in METRICS.values()},
    **{name: [f"sm.{name}()", f"sm.{name}(k=2)"] for name in ("CSeg", "Georgescul", "Pk", "WinPR", "WindowDiff")},
    **{name: [f"sm.{name}()", f"sm.{name}(n=3)"] for name in ("S", "B")},
    "BoundaryF": ["sm.BoundaryF()", "sm.BoundaryF(tolerance=2, zero_division=0.0)"],
    "Franz": ["sm.Franz()", "sm.Franz(direction='both')"],
    "MutualInformation": ["sm.MutualInformation()", "sm.MutualInformation('mean', adjusted=True)"],
    "LabelledSegmentation": _LABELLED,
    "Hierarchy": _HIERARCHIES,
    "PMu": ["sm.PMu()", "sm.PMu(mu=.5)"],
    "Alignment": ["sm.align([2, 3, 5], [2, 4, 4])"],
    "Audit": ["audit()"],
    "EntityScores": ["sm.entity_scores(*[s for s in span_corpus()['one'].values()][:2])"],
    "ChunkScores": ["sm.chunk_scores(sm.Spans([(0, 10), (5, 25)], length=30), sm.Spans([(8, 22, 'q')], length=30))"],
    "ChunkerComparison": ["chunkers()"],
    "LabelAgreement": ["sm.label_agreement(labelled_corpus())"],
    "Look": ["sm.look(saved())"],
    "Task": ["sm.TASKS['music']"],
    "Placement": ["sm.place_chunks('a b. c d.', ['a b.', 'c d.'])"],
    "Corpus": ["corpus()", "typed_corpus()", "span_corpus()", "labelled_corpus()", "hierarchy_corpus()"],
    "Codings": [_LABELLED_ARRAY, *_LEVEL_ARRAYS, "span_corpus().codings"],
    "EditWeights": ["sm.EditWeights()", "sm.EditWeights(ordinal=True)"],
    "Evaluation": ["evaluation()"],
    "SystemComparison": ["system_comparison()"],
    "Segmentation": [*_SEGMENTATIONS[-2:], "sm.Segmentation.from_positions([2], 2**62)"],
    "SegmentationArray": ["array()"],
    "Signature": ["sm.S().signature()"],
    "Agreement": ["sm.agree(corpus())"],
    "Diagnosis": ["sm.diagnose(corpus())"],
    "Misses": ["sm.count_misses(corpus())"],
    "MajorityOpinion": ["sm.majority_opinion(corpus(), threshold=1)"],
    "Consensus": ["sm.consensus(corpus())", "sm.consensus(corpus(), 'model')"],
    "NextItems": ["sm.next_items(corpus())"],
    "SelfAgreement": ["sm.self_agreement(sm.Corpus({'a': {'x': [2, 3]}}, metadata={'repeats': {'x': {'a': [1, 4]}}}))"],
    "Recording": ["sm.Recording('song.wav', 9.5)"],
    "DisputedPlaces": ["sm.disputed_places(corpus())"],
    "CoderRates": ["sm.CoderRates()", "sm.CoderRates(units=5)"],
    "SystemPlan": ["sm.plan_systems(rates=sm.CoderRates(), difference=0.05)"],
    "VarianceComponents": ["sm.VarianceComponents(0.01, 0.0, 0.02, 0.0, 0.03)"],
    "StudyPlan": ["sm.plan(rates=sm.CoderRates(), target_width=0.3, rng=1)"],
    "AgreementDifference": ["sm.agree_difference(corpus(), corpus(), shuffles=5)"],
    "Measurement": ["sm.Measurement.of(corpus())", "sm.Measurement.of(typed_corpus())"],
    "PairedDifference": ["sm.stats.paired_difference([[1, 2], [2, 3]], [[2, 2], [1, 3]], ratio)"],
    "LoadReport": ["sm.io.load_with_report(saved()).report"],
    "Accumulator": ["sm.S().accumulator()", "sm.WindowDiff(k=2).accumulator()"],
    "Result": ["sm.S().compare([2, 3], [5])"],
    "Baseline": ["next(iter(sm.baselines(corpus(), draws=2, rng=1).values()))"],
    "SystemPair": ["system_comparison().pairs[0]"],
    "SystemScore": ["system_comparison().systems[0]"],
    "Confusion": ["sm.Confusion(1.0, 2.0, 3.0)"],
    "TypedConfusion": ["sm.boundary_confusion([2, 3], [5])"],
    "ParquetScores": ["sm.scale.score_parquet(parquet(), sm.S(), group='group')"],
    "ScoreSums": ["sm.scale.score_parquet(parquet(), sm.S()).overall['S']"],
    "ScoreTable": ["sm.score(array(), array(), ['S', 'confusion'])"],
    "Span": ["sm.Span(2, 8, 'A')"],
    "Spans": ["sm.Spans([(2, 8, 'A'), (12, 16)], length=20)", "sm.Spans([], length=1)"],
    "SpanAlignment": ["sm.align_spans(span_corpus()['one'])"],
    "UnitizingAlpha": ["sm.unitizing_alpha(span_corpus())"],
    "Gamma": ["sm.gamma(span_corpus(), precision=.5, rng=1)"],
    "BoundaryAlpha": ["sm.boundary_alpha(corpus())"],
}
