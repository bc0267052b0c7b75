"""A page as text, and what its script works on."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any


def page_of(write: Callable[..., None], study: object, /, **options: Any) -> str:
    """What a function such as ``write_report`` writes."""
    with TemporaryDirectory() as folder:
        write(study, Path(folder, "page.html"), **options)
        return Path(folder, "page.html").read_text(encoding="utf-8")


def section(page: str, name: str) -> str:
    """The markup of one section."""
    return page[page.index(f'<section id="{name}"') :].split("</section>")[0]


def data_of(page: str) -> Any:
    """The data in a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])
