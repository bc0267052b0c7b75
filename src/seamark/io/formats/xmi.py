"""INCEpTION XMI (UIMA CAS): one file per document and annotator, with its ``TypeSystem.xml`` beside it."""

from __future__ import annotations

import re
import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from seamark.base.extras import require
from seamark.io.format import FormatName, ReadOptions, text_format
from seamark.io.reading import MarkedSpans, Reading, TextDocument, edges_of
from seamark.io.source import Source, local_name, parse_xml, utf16_offsets

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

TYPE_SYSTEM = "TypeSystem.xml"

_WHAT = "reading INCEpTION XMI"
_CAS = "{http:///uima/cas.ecore}"
_ID = "{http://www.omg.org/XMI}id"

_SEGMENTATION = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type."
# Annotations that every document has, also before its annotation.
_HOUSEKEEPING = (
    "uima.tcas.DocumentAnnotation",
    "de.tudarmstadt.ukp.dkpro.core.api.metadata.",
    "de.tudarmstadt.ukp.clarin.webanno.api.type.",
    _SEGMENTATION,
)


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the spans of all layers; tokens and sentences of the document serve as units."""
    types = _types(source)
    root = parse_xml(source, _WHAT)
    members = [view.get("members", "").split() for view in root.findall(f"{_CAS}View")]
    if sum(map(bool, members)) > 1:
        raise source.error("has annotations in several views; expected one text")
    listed = {member for view in members for member in view}
    text = _text(source, root)
    character_at = utf16_offsets(text)
    last = len(text.encode("utf-16-le")) // 2
    layers: dict[str, MarkedSpans] = {}
    units: dict[str, list[tuple[int, int]]] = {"Token": [], "Sentence": []}
    kinds: dict[str, Kind] = {}
    for element in root:
        if element.tag.startswith(_CAS):
            continue
        kind = kinds.get(element.tag) or kinds.setdefault(element.tag, _kind(source, types, element.tag))
        if not kind.is_annotation or element.get(_ID) not in listed:  # UIMA keeps what only others refer to
            continue
        start, end = (character_at(_offset(source, element, name, last)) for name in ("begin", "end"))
        if (unit := kind.name.removeprefix(_SEGMENTATION)) in units:
            units[unit].append((start, end))
        elif not kind.name.startswith(_HOUSEKEEPING):
            label = next((value for name in kind.strings if (value := element.get(name))), None)
            layers.setdefault(kind.name, MarkedSpans()).add(start, end, label)
    document = TextDocument(text, *(edges_of(sorted(units[kind])) for kind in ("Token", "Sentence")))
    return Reading.of_layers(source, document, layers)


def _text(source: Source, root: Element) -> str:
    """The text in which the annotations lie; the first where there are none."""
    texts = {sofa.get(_ID): sofa.get("sofaString") for sofa in root.findall(f"{_CAS}Sofa")}
    marked = (element.get("sofa") for element in root if not element.tag.startswith(_CAS))
    text = texts.get(next(filter(None, marked), next(iter(texts), None)))
    if text is None:
        raise source.error("holds no text; expected a Sofa with a sofaString")
    return text


class Kind(NamedTuple):
    """A type of elements: its name, whether it marks a text, and its features that are strings."""

    name: str
    is_annotation: bool
    strings: list[str]


def _types(source: Source) -> Any:
    """The type system, as dkpro-cassis reads it; the document itself would take many times its size there."""
    cassis = require("cassis", package="dkpro-cassis", extra="formats", what=_WHAT)
    what = f"the {TYPE_SYSTEM} that was exported with it"
    types = source.beside(TYPE_SYSTEM, what, "without it, export WebAnno TSV 3 instead")
    # Entities and document types are refused here; cassis reads with another parser.
    parse_xml(types, _WHAT)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return cassis.load_typesystem(BytesIO(types.data))
    except Exception as error:  # cassis has no error of its own for a file that breaks the format
        reason = " ".join(str(error).split())[:200]
        raise types.error(f"dkpro-cassis cannot read it: {type(error).__name__}: {reason}") from None


def _kind(source: Source, types: Any, tag: str) -> Kind:
    """The type of elements with a tag such as ``{http:///webanno/custom.ecore}Segment``."""
    space, _, short = tag.rpartition("}")
    path = space.removeprefix("{http:///").removesuffix(".ecore").replace("/", ".")
    name = short if path == "uima.noNamespace" else f"{path}.{short}"
    try:
        kind = types.get_type(name)
    except Exception:  # cassis has an error of its own, which cannot be named before it is imported
        raise source.error(f"has elements of the type {name[:80]!r}, which {TYPE_SYSTEM} does not describe") from None
    strings = [feature.name for feature in kind.features if types.subsumes("uima.cas.String", feature.rangeType)]
    return Kind(name, types.subsumes("uima.tcas.Annotation", kind), strings)


def _offset(source: Source, element: Element, name: str, last: int) -> int:
    value = element.get(name, "")
    if not re.fullmatch(r"[0-9]{1,15}", value) or int(value) > last:
        what = f"the {local_name(element.tag)} with the id {element.get(_ID, '')!r}"
        raise source.error(f"{what} has {name} {value[:40]!r}; expected a whole number up to {last}")
    return int(value)


XMI = text_format(
    FormatName("xmi", "INCEpTION XMI (UIMA CAS)", (".xmi",)),
    lambda head: "<xmi:XMI" in head.text,
    read,
    layout="item/coder",
    needs="dkpro-cassis: pip install 'seamark[formats]'",
    companions=(".xml",),
    layers=True,
)
