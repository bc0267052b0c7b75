"""What the script of a page works on."""

from __future__ import annotations

import json
import re
from typing import Any


def data_of(page: str) -> Any:
    """The data that stand within a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])
