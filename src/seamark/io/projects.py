"""Exports of whole projects of INCEpTION and WebAnno: which of their files are what annotators did."""

from __future__ import annotations

from collections.abc import Sequence

from seamark.errors import ParseError
from seamark.io.folder import Found

#: The document before anybody annotated it.
_UNTOUCHED = "INITIAL_CAS"


def annotated_files(files: Sequence[Found], name: str) -> tuple[list[Found], list[str]]:
    """The documents that annotators worked on, if the files are those of a project, and what to tell about the others.

    A project has the file ``exportedproject.json``, and a folder for each document in ``annotation``.
    """
    kept = [file for file in files if not any(part.startswith(_UNTOUCHED) for part in (*file.above, file.name))]
    notes = []
    if len(kept) < len(files):
        notes.append(f"{_UNTOUCHED}, which is the document before anybody annotated it, is left out")
    if not any(not file.above and file.name.startswith("exportedproject") for file in kept):
        return kept, notes
    notes.append("read as a project of INCEpTION: what annotators did with the documents")
    if any(file.above[:1] == ("curation",) for file in kept):
        notes.append("curated documents are left out; to read them, unpack the archive and give its folder curation")
    annotated = [file._replace(above=file.above[1:]) for file in kept if file.above[:1] == ("annotation",)]
    if not annotated:
        raise ParseError(
            "is a project of INCEpTION without documents of annotators that can be read; export it with the format "
            "WebAnno TSV 3 or UIMA CAS XMI",
            path=name,
        )
    return annotated, notes
