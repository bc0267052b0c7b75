"""Drafts take the places of their targets, all or none.

One file takes its place by one rename, and a folder trades places with the old one. What takes several renames (two
files that belong together; a folder where the system cannot exchange) is announced first: a note beside every target,
``.NAME.unfinished``, says which draft is to become which target. Notes are posted in the order of the targets' names,
and the last one is the chief: once it is on the disk, the drafts are complete and will take their places, by this
process or by the next one that comes to one of the targets. A note without its chief is of a run that was stopped
before that, and means nothing.

Between the renames nobody sees files of two runs side by side: of several files, all old ones but the first are removed
before the first new one is there.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import warnings
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from seamark.base.errors import InputError, UnfinishedWriteWarning, reason_of, shown
from seamark.safe_write.drafts import Draft, hidden, is_at, is_draft_of, lock, remove, sync
from seamark.safe_write.exchange import exchange

_ENDING = "unfinished"

#: A draft, and the target that it is to become.
_Move: TypeAlias = tuple[Path, Path]


def put_in_place(drafts: Sequence[Draft], *, force: bool) -> None:
    """Let drafts become their targets; the first one is never missing in between.

    Raises
    ------
    FileExistsError
        When a target is there and ``force`` is not given.
    """
    if not drafts:
        return
    if len(drafts) == 1 and _put_in_one_step(drafts[0], force):
        sync(drafts[0].target.parent)
    else:
        _put_by_notes(drafts, force)


def settle(place: str | os.PathLike[str]) -> None:
    """Finish what a run that was stopped left half done at a place or, if it is a folder, in it; and warn about it.

    Raises
    ------
    InputError
        When it cannot be finished.
    """
    try:
        target = Path(os.path.realpath(place))
    except ValueError:  # no path at all; whoever uses it says so
        return
    if target.name:  # the root of a file system has none, and no note beside it
        _settle(_note_for(target))
    with suppress(OSError):
        for note in sorted(target.glob(f".*.{_ENDING}")):
            _settle(note)


def _put_in_one_step(draft: Draft, force: bool) -> bool:
    """Put one draft in its place; False, and nothing done, when that takes more than one step."""
    target = draft.target
    if draft.path.is_dir() and os.path.lexists(target):
        _require_none([draft], force)
        return exchange(draft.path, target)
    if force or draft.path.is_dir():
        draft.path.replace(target)
    else:
        _put_new(draft.path, target)
    return True


def _put_new(path: Path, target: Path) -> None:
    try:
        # Unlike a rename, a link fails when somebody made the target in the meantime.
        os.link(path, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        path.replace(target)


def _require_none(drafts: Sequence[Draft], force: bool) -> None:
    for draft in drafts:
        if not force and os.path.lexists(draft.target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(draft.target))


# ------------------------------------------------------------------------------------------------ several steps


def _put_by_notes(drafts: Sequence[Draft], force: bool) -> None:
    _require_none(drafts, force)
    moves = [(draft.path, draft.target) for draft in drafts]
    before = [os.path.lexists(target) for _, target in moves]
    notes = _announced(drafts, moves)
    try:
        try:
            _move(moves)
        except OSError:
            drafted = all(os.path.lexists(path) for path, _ in moves)
            if drafted and before == [os.path.lexists(target) for _, target in moves]:  # nothing moved: all stays so
                _withdraw(reversed(notes))
                for draft in drafts:
                    draft.committed = False
            raise
        except BaseException:  # stopped in the middle: what was announced is done first
            _move(moves)
            _withdraw(notes)
            raise
        _withdraw(notes)
    finally:
        for note in notes:
            note.release()


class _Note:
    """What is announced beside a target, in a file that is locked while its process lives."""

    def __init__(self, target: Path, contents: object) -> None:
        self._path = _note_for(target)
        self._draft = Draft.file(target)
        try:
            self._draft.path.write_text(json.dumps(contents), encoding="ascii")
            sync(self._draft.path)
        except BaseException:
            self._draft.discard()
            raise

    def post(self) -> None:
        while True:
            try:
                _put_new(self._draft.path, self._path)
            except FileExistsError:
                _settle(self._path)  # somebody else's, who is waited for
            else:
                break
        sync(self._path.parent)

    def withdraw(self) -> None:
        if self._draft.is_at(self._path):
            self._path.unlink(missing_ok=True)

    def release(self) -> None:
        self._draft.discard()


def _announced(drafts: Sequence[Draft], moves: Sequence[_Move]) -> list[_Note]:
    """Post the notes, the chief last; with it the drafts are committed."""
    targets = sorted(target for _, target in moves)  # in the same order by everybody, so that nobody waits in a circle
    chief = _note_for(targets[-1])
    run = os.urandom(8).hex()
    notes: list[_Note] = []
    try:
        for target in targets:
            folder = target.parent
            if _note_for(target) == chief:
                contents: object = {"run": run, "moves": [[_from(folder, path) for path in move] for move in moves]}
            else:
                contents = {"run": run, "chief": _from(folder, chief)}
            notes.append(_Note(target, contents))
            notes[-1].post()
        for draft in drafts:
            draft.committed = True
    except BaseException:
        _withdraw(reversed(notes))
        for note in notes:
            note.release()
        raise
    return notes


def _withdraw(notes: Iterable[_Note]) -> None:
    for note in notes:
        note.withdraw()


def _move(moves: Sequence[_Move]) -> None:
    """Do what of these moves is not done yet."""
    pending = [move for move in moves if os.path.lexists(move[0])]
    for path, target in pending:
        if not path.is_dir() and (path, target) != moves[0]:
            target.unlink(missing_ok=True)
    for path, target in pending:
        if path.is_dir():
            _replace_folder(path, target)
        else:
            path.replace(target)
    for folder in {target.parent for _, target in moves}:
        sync(folder)


def _replace_folder(path: Path, target: Path) -> None:
    old = hidden(target, f"{os.urandom(6).hex()}.tmp")
    if os.path.lexists(target):
        target.rename(old)
    try:
        path.replace(target)
    except BaseException:
        if os.path.lexists(old) and not os.path.lexists(target):
            old.rename(target)
        raise
    sync(target.parent)
    remove(old)


# ------------------------------------------------------------------------------------------------ notes of others


def _note_for(target: Path) -> Path:
    return hidden(target, _ENDING)


def _settle(note: Path) -> None:
    while os.path.lexists(note):
        try:
            locked = lock(note, wait=True)
        except FileNotFoundError:
            continue
        try:
            if locked is None or is_at(locked, note):
                _finish(note)
        except OSError as error:
            if not os.path.lexists(note):  # whoever posted it was quicker
                return
            raise InputError(
                f"{shown(note)}: a run was stopped while its files took their places, and this cannot be finished "
                f"({reason_of(error)})"
            ) from None
        finally:
            if locked is not None:
                os.close(locked)


def _finish(note: Path) -> None:
    contents = _read(note)
    if "chief" in contents:
        chief = note.parent / contents["chief"]
        if _run_of(chief) == contents["run"]:
            _settle(chief)
        note.unlink(missing_ok=True)
        return
    moves = [(note.parent / path, note.parent / target) for path, target in contents["moves"]]
    unfinished = any(os.path.lexists(path) for path, _ in moves)
    _move(moves)
    for _, target in moves:
        other = _note_for(target)
        if other != note and _run_of(other) == contents["run"]:
            other.unlink(missing_ok=True)
    note.unlink()
    if unfinished:
        names = ", ".join(shown(target) for _, target in moves)
        warnings.warn(
            f"{names}: an earlier run was stopped while this took its place; it is complete now",
            UnfinishedWriteWarning,
            stacklevel=5,
        )


def _run_of(note: Path) -> str | None:
    try:
        return str(_read(note)["run"])
    except FileNotFoundError:
        return None


def _read(note: Path) -> dict[str, Any]:
    """The contents of a note, if it is one that this user wrote: it says which files are replaced."""
    facts = note.lstat()
    if not stat.S_ISREG(facts.st_mode) or (hasattr(os, "geteuid") and facts.st_uid != os.geteuid()):
        raise InputError(f"{shown(note)}: somebody else's run was stopped here; let them finish it, or remove it")
    try:
        contents = json.loads(note.read_bytes())
        run, chief, moves = contents["run"], contents.get("chief"), contents.get("moves", [])
        for path, target in moves:
            if not is_draft_of(note.parent / path, note.parent / target):
                raise ValueError
        if not isinstance(run, str) or not isinstance(chief, str | None) or (chief is None) == (not moves):
            raise ValueError
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InputError(f"{shown(note)}: is not a note of a run that was stopped; remove this file") from None
    return contents  # type: ignore[no-any-return]


def _from(folder: Path, path: Path) -> str:
    """A path as a note names it: by its name within the folder, which may be moved."""
    return path.name if path.parent == folder else str(path)
