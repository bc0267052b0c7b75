"""INCEpTION XMI (UIMA CAS): one file per document and annotator, with its ``TypeSystem.xml`` beside it."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any

from seamark.io.extras import require
from seamark.io.options import ReadOptions
from seamark.io.reading import Marks, Reading, Span, Spans, Stretches, TextDocument
from seamark.io.separated_text import ONLY_CODER
from seamark.io.source import Source, read_file, shown
from seamark.io.xml_text import parse_xml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

TYPE_SYSTEM = "TypeSystem.xml"

_WHAT = "reading INCEpTION XMI"
_CAS = "{http:///uima/cas.ecore}"
_ID = "{http://www.omg.org/XMI}id"

_SEGMENTATION = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type."
# Annotations that every document has, whether or not anybody annotated anything.
_HOUSEKEEPING = (
    "uima.tcas.DocumentAnnotation",
    "de.tudarmstadt.ukp.dkpro.core.api.metadata.",
    "de.tudarmstadt.ukp.clarin.webanno.api.type.",
    _SEGMENTATION,
)


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the spans of one layer; tokens and sentences of the document serve as units."""
    cas = _load(source)
    text = cas.sofa_string
    if not isinstance(text, str):
        raise source.error("holds no text")
    layers: dict[str, list[Any]] = {}
    units: dict[str, list[tuple[int, int]]] = {"Token": [], "Sentence": []}
    for annotation in cas.select("uima.tcas.Annotation"):
        name = annotation.type.name
        if name.removeprefix(_SEGMENTATION) in units:
            units[name.removeprefix(_SEGMENTATION)].append((annotation.begin, annotation.end))
        elif not name.startswith(_HOUSEKEEPING):
            layers.setdefault(name, []).append(annotation)
    chosen = _chosen(source, layers, options.layer)
    spans = Spans.of(Span(mark.begin, mark.end, _label(mark)) for mark in layers.get(chosen, []))
    document = TextDocument(text, *(Stretches(sorted(units[kind])) or None for kind in ("Token", "Sentence")))
    return Reading(marks=[Marks(source.item, source.coder or ONLY_CODER, document, spans, source.name)])


def _load(source: Source) -> Any:
    cassis = require("cassis", package="dkpro-cassis", extra="formats", what=_WHAT)
    types = _type_system(source)
    # Entities and document types are refused here; cassis reads with another parser.
    parse_xml(types, _WHAT)
    _check_views(source, parse_xml(source, _WHAT))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # An offset outside the text is a fault of the file, about which cassis only warns.
            warnings.filterwarnings("error", message="Not mapping external offset")
            return cassis.load_cas_from_xmi(BytesIO(source.data), cassis.load_typesystem(BytesIO(types.data)))
    except Exception as error:  # cassis has no error of its own for a file that breaks the format
        reason = " ".join(str(error).split())[:200]
        raise source.error(f"dkpro-cassis cannot read it: {type(error).__name__}: {reason}") from None


def _check_views(source: Source, root: Element) -> None:
    """Refuse annotations without offsets, and those that no view lists: cassis passes over them."""
    members: dict[str, set[str]] = {}
    for view in root.findall(f"{_CAS}View"):
        sofa = view.get("sofa", "")
        if sofa in members:
            raise source.error(f"has two views of the text {sofa!r}")
        members[sofa] = set(view.get("members", "").split())
    seen: set[str] = set()
    for element in root:
        name = element.get(_ID, "")
        if name in seen and name:
            raise source.error(f"two elements have the id {name!r}")
        seen.add(name)
        if (text := element.get("sofa")) is None or element.tag == f"{_CAS}View":
            continue
        what = f"the {element.tag.rpartition('}')[2]} with the id {name!r}"
        for offset in ("begin", "end"):
            if element.get(offset) is None:
                raise source.error(f"{what} has no {offset!r}")
        if name not in members.get(text, ()):
            raise source.error(f"{what} is not among the members of the view of its text {text!r}")
    if sum(map(bool, members.values())) > 1:
        raise source.error("has annotations in several views; expected one text")


def _type_system(source: Source) -> Source:
    if source.path is None:
        raise source.error(f"XMI needs the {TYPE_SYSTEM} that was exported with it; a stream has none")
    for folder in (source.path.parent, source.path.parent.parent):
        if (folder / TYPE_SYSTEM).is_file():
            return Source(shown(folder / TYPE_SYSTEM), read_file(folder / TYPE_SYSTEM), "")
    raise source.error(f"the {TYPE_SYSTEM} that was exported with it is not beside it")


def _chosen(source: Source, layers: dict[str, list[Any]], wanted: str | None) -> str:
    names = sorted(layers)
    if wanted is not None:
        found = [name for name in names if wanted in (name, name.rpartition(".")[2])]
        if not found:
            raise source.error(f"has no annotations of layer {wanted!r}; it has {', '.join(names) or 'none'}")
        return found[0]
    if len(names) > 1:
        raise source.error(f"has several layers ({', '.join(names)}); choose one with layer=")
    return names[0] if names else ""


def _label(annotation: Any) -> str | None:
    """The first feature that is a string: layers of segments have one."""
    for feature in annotation.type.features:
        value = annotation[feature.name]
        if isinstance(value, str) and value:
            return value
    return None
