"""Files and folders that are written as a whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from seamark.base.errors import OPTION, InputError, reason_of, shown
from seamark.safe_write.commit import put_in_place, settle
from seamark.safe_write.devices import Spool, is_device
from seamark.safe_write.drafts import Draft, remove_left_behind, sync


@contextmanager
def whole_files(*paths: Path, force: bool) -> Iterator[tuple[Path, ...]]:
    """Files to write to; at the end they take the places of their targets together, or go when anything fails.

    What a link leads to is replaced, and the link stays. A device or a pipe is never replaced: at the end the bytes are
    written into it.

    Raises
    ------
    InputError
        When a target is there and ``force`` is not given, or when its place cannot be written.
    """
    written: list[Draft | Spool] = []
    try:
        for path in paths:
            with telling(path):
                written.append(Spool(path) if is_device(path) else Draft.file(_target(path, force)))
        yield tuple(one.path for one in written)
        drafts = [one for one in written if isinstance(one, Draft)]
        with telling(*(path for path, one in zip(paths, written, strict=True) if isinstance(one, Draft))):
            for draft in drafts:
                sync(draft.path)
                _keep_mode(draft)
            put_in_place(drafts, force=force)
        for path, one in zip(paths, written, strict=True):
            if isinstance(one, Spool):
                with telling(path):
                    one.pour()
    finally:
        for one in written:
            one.discard()


def write_file(path: Path, chunks: Iterable[bytes], *, force: bool) -> None:
    """Write a file as a whole or not at all; errors are those of ``whole_files``."""
    with whole_files(path, force=force) as (place,), telling(path), place.open("wb") as stream:
        stream.writelines(chunks)


def write_folder(path: Path, files: Iterable[tuple[str, bytes]], *, suffix: str, force: bool) -> None:
    """Write a folder of files as a whole or not at all; errors are those of ``whole_folder``."""
    with whole_folder(path, suffix=suffix, force=force) as folder:
        for name, data in files:
            place = folder / (name + suffix)
            place.parent.mkdir(exist_ok=True)
            with place.open("xb") as stream:
                stream.write(data)
            sync(place)


@contextmanager
def whole_folder(path: Path, *, suffix: str, marks: Collection[str] = (), force: bool) -> Iterator[Path]:
    """A folder to write to, which takes the place of its target at the end, or goes when anything fails.

    With ``force``, a folder that is there is replaced, but only when it holds nothing but files with this suffix, or of
    these names: a name given by mistake does not cost anybody their documents.
    """
    with telling(path):
        target = _target(path, force)
        if os.path.lexists(target):
            _require_replaceable(target, path, suffix, marks)
        draft = Draft.folder(target)
    try:
        with telling(path):
            yield draft.path
            for folder in (*(entry for entry in draft.path.iterdir() if entry.is_dir()), draft.path):
                sync(folder)
            _keep_mode(draft)
            put_in_place([draft], force=force)
    finally:
        draft.discard()


@contextmanager
def telling(*paths: Path) -> Iterator[None]:
    """Tell in one line what the system has against writing to a place."""
    try:
        yield
    except BrokenPipeError:  # not a fault of the place: whoever read there went away
        raise
    except OSError as error:
        names = ", ".join(shown(path) for path in paths)
        raise InputError(f"{names}: cannot be written ({reason_of(error)})") from None


def _target(path: Path, force: bool) -> Path:
    """Where a new file or folder goes, with what earlier runs left there cleared up."""
    settle(path)
    try:
        target = Path(os.path.realpath(path))
    except ValueError as error:
        raise InputError(f"{shown(path)}: cannot be written ({error})") from None
    if not force and os.path.lexists(target):
        raise InputError(f"{shown(path)}: is there already; nothing is overwritten without {OPTION}", option="force")
    remove_left_behind(target)
    return target


def _keep_mode(draft: Draft) -> None:
    """Give a draft the mode of what it replaces, if there is something: another run may be replacing it right now."""
    with suppress(FileNotFoundError):
        shutil.copymode(draft.target, draft.path)


def _require_replaceable(target: Path, path: Path, suffix: str, marks: Collection[str]) -> None:
    if not target.is_dir():
        raise InputError(f"{shown(path)}: is a file; expected the name of a folder")
    for entry in target.rglob("*"):
        known = entry.is_dir() or entry.suffix == suffix or entry.name in marks
        if entry.is_symlink() or not known:
            raise InputError(f"{shown(path)}: holds {entry.name!r}, so the folder is not replaced; choose another name")
