"""XML from others, read without trusting it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seamark.extras import require
from seamark.io.source import Source

if TYPE_CHECKING:  # only its name is needed here, and its import takes time
    from xml.etree.ElementTree import Element


def parse_xml(source: Source, what: str, *, document_type: bool = False) -> Element:
    """The root of a document; entities are refused, and document types unless all files of the format name one."""
    defused: Any = require("defusedxml.ElementTree", package="defusedxml", extra="formats", what=what)
    common: Any = require("defusedxml.common", package="defusedxml", extra="formats", what=what)
    try:
        root: Element = defused.fromstring(source.data, forbid_dtd=not document_type)
    except defused.ParseError as error:
        raise source.error(f"not XML: {str(error).split(':')[0]}", error.position[0]) from None
    except common.DefusedXmlException as error:
        raise source.error(
            f"refused: it declares a document type or entities ({type(error).__name__}); take them out"
        ) from None
    except (ValueError, LookupError, RecursionError) as error:
        raise source.error(f"not XML that can be read: {error}") from None
    return root
