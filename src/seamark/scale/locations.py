"""Where files are: on this machine, or behind an address such as ``s3://bucket/data`` that fsspec can reach."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, TypeAlias, cast

from seamark.base.checks import items_of, path_of
from seamark.base.errors import InputError, ParseError, reason_of
from seamark.base.extras import require

#: One location, or several: files, folders of Parquet files, patterns such as ``data/*.parquet``; addresses too.
Locations: TypeAlias = str | PathLike[str] | Sequence[str | PathLike[str]]


def listed_locations(locations: Locations) -> list[str | PathLike[str]]:
    """The locations that were given, one or several."""
    if isinstance(locations, (str, PathLike)):
        return [locations]
    return list(items_of(locations, "locations", "paths"))


def is_remote(location: object) -> bool:
    """Whether a location is an address for fsspec instead of a path.

    Examples
    --------
    >>> is_remote("s3://bucket/pairs.parquet"), is_remote("data/pairs.parquet")
    (True, False)
    """
    return isinstance(location, str) and "://" in location


def file_system(address: str) -> tuple[Any, str]:
    """The file system that an address belongs to, and the path in it."""
    fsspec = require("fsspec.core", package="fsspec", extra="scale", what="reading or writing at an address")
    with reaching(address):
        found: tuple[Any, str] = fsspec.url_to_fs(address)
    return found


@contextmanager
def reaching(address: str) -> Iterator[None]:
    """Tell in one line why an address cannot be reached; libraries behind fsspec raise errors of their own kinds."""
    try:
        yield
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"{address}: {reason_of(error)}") from None
    except Exception as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(f"{address}: cannot be reached ({said})") from None


def opened(path: str) -> BinaryIO:
    """A file to read."""
    if not is_remote(path):
        return Path(path).open("rb")
    system, place = file_system(path)
    with reaching(path):
        return cast("BinaryIO", system.open(place, "rb"))


def version_of(path: str) -> tuple[object, ...]:
    """What changes when a file does."""
    if is_remote(path):
        system, place = file_system(path)
        with reaching(path):
            return (system.ukey(place),)
    found = Path(path).stat()
    return found.st_size, found.st_mtime_ns


def parquet_paths(locations: Locations) -> list[str]:
    """All files, those of a folder or a pattern in the order of names."""
    given = listed_locations(locations)
    if not given:
        raise InputError("no file was given; expected at least one Parquet file")
    return [path for location in given for path in _paths_of(location)]


def _paths_of(given: str | PathLike[str]) -> list[str]:
    if isinstance(given, str) and is_remote(given):
        return _remote_paths(given)
    place = fspath(path_of(given, "location"))
    # Unlike the methods of Path, these two take any name.
    if os.path.isfile(place):  # noqa: PTH113
        return [place]
    folder = os.path.isdir(place)  # noqa: PTH112
    if folder:
        found = [str(path) for path in Path(place).rglob("*.parquet") if path.is_file()]
    else:
        found = [path for path in glob.glob(place, recursive=True) if Path(path).is_file()]  # noqa: PTH207
    return _sorted(found, place, folder=folder)


def _remote_paths(address: str) -> list[str]:
    system, place = file_system(address)
    with reaching(address):
        if system.isfile(place):
            return [address]
        folder = bool(system.isdir(place))
        found = (
            [path for path in system.find(place) if path.endswith(".parquet")]
            if folder
            else [path for path in system.glob(place) if system.isfile(path)]
        )
    name: Callable[[str], str] = system.unstrip_protocol
    return [name(path) for path in _sorted(found, place, folder=folder, shown=address)]


def _sorted(found: list[str], place: str, *, folder: bool, shown: str | None = None) -> list[str]:
    """Files in the order of their names, without hidden ones of a folder; an error when there are none."""
    if folder:
        found = [path for path in found if not _hidden(path, place)]
        missing = "the folder holds no file that ends in .parquet"
    else:
        missing = "no such file" if glob.escape(place) == place else "nothing matches the pattern"
    if not found:
        raise ParseError(missing, path=shown or place)
    return sorted(found)


def _hidden(path: str, folder: str) -> bool:
    """What other programs are still writing, or keep beside their data."""
    parts = PurePosixPath(Path(path).as_posix()).relative_to(Path(folder).as_posix()).parts
    return any(part.startswith((".", "_")) for part in parts)
