"""Workflows: an action is named by the commit it was read at, since a tag or a branch can be moved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

WORKFLOWS = sorted((Path(__file__).parents[2] / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_named_by_commit(path):
    used = re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))
    elsewhere = [action for action in used if not action.startswith("./")]
    assert [action for action in elsewhere if not re.search(r"@[0-9a-f]{40}$", action)] == []
