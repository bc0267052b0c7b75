"""axe-core, a checker of accessibility, finds no serious fault in any page."""

import shutil
from pathlib import Path

import pytest

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="session")
def axe() -> str:
    if not AXE.is_file():
        if shutil.which("npm"):
            pytest.fail("axe-core is missing; `make test` fetches it, as does `npm ci`")
        pytest.skip("npm is missing, which fetches axe-core")
    return AXE.read_text(encoding="utf-8")


def serious(opened, axe: str) -> list[str]:
    """What is wrong, and where; the page's own policy would not let the checker in as a script element."""
    found = opened.page.evaluate(f"async () => {{ {axe}; return (await axe.run(document)).violations; }}")
    return [
        f"{fault['id']}: {node['html']}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "name", ["annotation_page", "recording_page", "adjudication_page", "poems_report", "spans_report"]
)
def test_no_serious_fault(visit, request, axe, name, scheme):
    assert serious(visit(request.getfixturevalue(name), color_scheme=scheme), axe) == []


def test_nor_with_boundaries_and_dialogs(visit, annotation_page, axe):
    opened = visit(annotation_page)
    for key in ("1", "u", "ArrowDown", "2", "?"):
        opened.page.keyboard.press(key)
    assert serious(opened, axe) == []
    for key in ("Escape", "g"):
        opened.page.keyboard.press(key)
    assert serious(opened, axe) == []


def test_nor_with_decisions_and_troubles(visit, adjudication_page, axe):
    opened = visit(adjudication_page, script="Storage.prototype.setItem = () => { throw new Error('no'); };")
    opened.page.locator("#queue summary").click()
    opened.page.locator("#agreement summary").click()
    for key in ("1", "ArrowRight", "0"):
        opened.page.keyboard.press(key)
    assert opened.page.locator("#trouble").is_visible()
    assert serious(opened, axe) == []


def test_the_checker_finds_faults(visit, annotation_page, axe):
    opened = visit(annotation_page)
    opened.page.evaluate("document.getElementById('save').textContent = ''")
    assert [fault.split(":")[0] for fault in serious(opened, axe)] == ["button-name"]
