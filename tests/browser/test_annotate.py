"""The annotation page: by keyboard, by mouse on a phone, closed in between, in two tabs, without storage."""

import json
import re

import pytest

import seamark as sm
from tests.browser.corpora import IMAGE, SCRIPT
from tests.browser.downloads import press, saved
from tests.browser.storage import FILL, FORBIDDEN, FULL

TEXTS = {name: [f"Line {number} of the {name}." for number in range(1, 9)] for name in ("ode", "elegy", "haiku")}

#: What the saved file of a coder says of the first text, as patterns.
SECONDS, MASSES = r'"seconds": [\d.]+', r'"ann": \[\s*1,\s*7\s*\]'


@pytest.fixture
def made(tmp_path):
    """Write a page; its options are those of the function."""

    def make(texts=TEXTS, name="page.html", **options):
        sm.write_annotation_page(texts, tmp_path / name, **{"study": "poems", "coder": "ann", **options})
        return tmp_path / name

    return make


def cursor(opened):
    """The gap that has the focus: after which unit, and whether it is a boundary."""
    return opened.page.evaluate(
        "[Number(document.activeElement.dataset.gap), document.activeElement.getAttribute('aria-pressed')]"
    )


def test_three_texts_by_keyboard_closed_in_between(visit, made, tmp_path):
    page = made(types=["minor", "major"])
    first = visit(page)
    press(first, "ArrowDown", "1", "ArrowDown", "ArrowDown", "2", "d")
    press(first, "End", "2", "ArrowUp")
    first.page.close(run_before_unload=True)
    second = visit(page, beside=first)
    assert second.text("#tally") == "1 of 3 items done"
    assert second.page.locator("#items").evaluate("(list) => list.value") == "elegy"
    press(second, "Home", "1", "ArrowDown", "2", "Control+z", "d", "ArrowDown", "ArrowDown", "Space", "u", "c")
    second.page.keyboard.type("or later?")
    press(second, "Escape", "Shift+U", "d")
    path = saved(second, tmp_path)
    assert path.name == "poems-ann.json"
    corpus = sm.load(path)
    assert {item: corpus[item]["ann"].boundaries for item in corpus} == {
        "ode": ((2, "minor"), (4, "major")),
        "elegy": ((1, "minor"), (7, "major")),
        "haiku": ((3, "major"),),  # Space places the type that was chosen last
    }
    work = corpus.metadata["annotations"]["ann"]["items"]
    assert work["haiku"]["boundaries"] == [{"position": 3, "comment": "or later?", "unsure": True}]
    assert work["haiku"]["unsure"] is True
    assert work["ode"]["seconds"] > 0
    assert work["ode"]["done"].endswith("Z")


def test_by_mouse_at_the_width_of_a_phone(visit, made, tmp_path):
    opened = visit(made(), width=390, height=800, has_touch=True)
    for _ in TEXTS:
        for unit in (2, 5):
            opened.page.get_by_role("button", name=f"After “Line {unit} of").tap()
        opened.page.locator("#done").tap()
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 390
    corpus = sm.load(saved(opened, tmp_path, lambda: opened.page.locator("#save").tap()))
    assert {item: corpus[item]["ann"].positions for item in corpus} == dict.fromkeys(TEXTS, (2, 5))


def test_undo_and_redo(visit, made):
    opened = visit(made())
    pressed = opened.page.locator('.gap[aria-pressed="true"]')
    press(opened, "Space", "ArrowDown", "Space")
    assert pressed.count() == 2
    press(opened, "Control+z", "Control+z")
    assert pressed.count() == 0
    press(opened, "Control+y")
    assert pressed.first.get_attribute("aria-label") == "After “Line 1 of the ode.”: boundary"
    assert opened.text("#announcement") == "Done again: boundary after “Line 1 of the ode.”"


def test_items_that_are_not_done_do_not_count_and_come_back(visit, made, tmp_path):
    page = made()
    opened = visit(page)
    press(opened, "Space", "d", "ArrowDown", "Space")
    path = saved(opened, tmp_path)
    assert "do not count yet: 2 of 3" in opened.text("#status")
    assert json.loads(path.read_text())["items"][0]["codings"] == {"ann": [1, 7]}
    assert list(sm.load(path)) == ["ode"]
    elsewhere = visit(page)
    elsewhere.page.locator("#file").set_input_files(path)
    elsewhere.page.locator("#status", has_text="Loaded").wait_for()
    assert elsewhere.text("#tally") == "1 of 3 items done"
    press(elsewhere, "n")
    assert elsewhere.page.locator('.gap[aria-pressed="true"]').get_attribute("data-gap") == "2"
    again = saved(elsewhere, tmp_path / "again")
    assert json.loads(again.read_text())["items"] == json.loads(path.read_text())["items"]


def test_files_of_others_are_not_loaded(visit, made, tmp_path):
    opened = visit(made())
    press(opened, "d", "d", "d")
    path = saved(opened, tmp_path)
    changed = {**TEXTS, "ode": ["Another line.", *TEXTS["ode"][1:]]}
    for page, reason in (
        (made(name="ben.html", coder="ben"), "It is the work of ann, and this page is for ben."),
        (made(changed, name="new.html"), "It belongs to another version of the study: the texts of ode differ."),
    ):
        other = visit(page)
        other.page.locator("#file").set_input_files(path)
        other.page.locator("#trouble").wait_for()
        assert other.text("#trouble") == f"poems-ann.json was not loaded. {reason}"
        assert other.text("#tally") == "0 of 3 items done"


CHANGED = "It was changed after it was saved, and cannot be read."


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("{", "", "It is not JSON."),
        ('"seamark"', '"segeval"', "It was not saved by an annotation page."),
        ('"version": 1', '"version": 2', "It was saved by another version of Seamark."),
        ('"fingerprint": "', '"fingerprint": "0', "It belongs to another version of the study."),
        (SECONDS, '"seconds": 1e999', "It has a time for ode that cannot be: Infinity."),
        (SECONDS, '"seconds": -1', "It has a time for ode that cannot be: -1."),
        (SECONDS, '"seconds": null', "It has a time for ode that cannot be: null."),
        (MASSES, '"ann": [9, -1]', "It has a boundary in ode that cannot be: 9."),
        (MASSES, '"ann": [1e999, 7]', "It has a boundary in ode that cannot be: Infinity."),
        (MASSES, '"ann": ["1", 7]', "It has a boundary in ode that cannot be: 01."),
        (MASSES, '"ann": {}', CHANGED),
        ('"boundaries": []', '"boundaries": 5', CHANGED),
        ('"items": [', '"items": 5, "others": [', CHANGED),
        ('"annotations": {', '"annotations": {"ann": null}, "others": {', CHANGED),
    ],
)
def test_files_that_somebody_changed_are_not_loaded(visit, made, tmp_path, before, after, reason):
    opened = visit(made())
    press(opened, "Space", "d")
    path = saved(opened, tmp_path)
    pattern = before if before in (SECONDS, MASSES) else re.escape(before)
    text, times = re.subn(pattern, after, path.read_text(), count=1)
    assert times == 1
    path.write_text(text)
    opened.page.locator("#file").set_input_files(path)
    opened.page.locator("#trouble").wait_for()
    assert opened.text("#trouble") == f"poems-ann.json was not loaded. {reason}"
    assert opened.text("#tally") == "1 of 3 items done"


@pytest.mark.parametrize(
    "stored",
    [
        "{broken",
        "null",
        '{"revision": "1", "value": {}}',
        '{"revision": 3, "value": []}',
        '{"revision": 3, "value": {"seconds": 1e999}}',
        '{"revision": 3, "value": {"seconds": -5}}',
        '{"revision": 3, "value": {"boundaries": {"99": {"type": 0, "comment": "", "unsure": false}}}}',
        '{"revision": 3, "value": {"boundaries": {"2": null}}}',
        '{"revision": 3, "value": {"comment": 5}}',
    ],
)
def test_what_somebody_stored_breaks_nothing(visit, made, tmp_path, stored):
    page = made()
    opened = visit(page)
    press(opened, "Space")
    opened.page.evaluate(
        "(stored) => Object.keys(localStorage).filter((key) => key.endsWith(':ode'))"
        ".forEach((key) => localStorage.setItem(key, stored))",
        stored,
    )
    again = visit(page, beside=opened)
    assert again.page.locator('.gap[aria-pressed="true"]').count() == 0
    press(again, "Space", "d")
    assert json.loads(saved(again, tmp_path).read_text())["items"][0]["codings"] == {"ann": [1, 7]}


#: All that the browser keeps for the page, as text.
STORED = "JSON.stringify(Object.entries(localStorage).sort())"


def test_two_tabs_build_on_each_other(visit, made, tmp_path):
    page = made()
    one = visit(page)
    two = visit(page, beside=one)
    steps = ((one, ("Space",)), (two, ("ArrowDown", "ArrowDown", "Space")), (one, ("End", "Space", "d")))
    stored = two.page.evaluate(STORED)
    for tab, keys in steps:
        # The browser hands on what is stored from one process to the other, which takes a moment.
        tab.page.wait_for_function(f"stored => {STORED} === stored", arg=stored)
        tab.page.bring_to_front()
        press(tab, *keys)
        stored = tab.page.evaluate(STORED)
    assert sm.load(saved(one, tmp_path))["ode"]["ann"].positions == (1, 3, 7)


@pytest.mark.parametrize(("script", "reason"), [(FORBIDDEN, "does not allow"), (FULL, "is full")])
def test_without_storage_the_coder_is_told_and_warned(visit, made, tmp_path, script, reason):
    opened = visit(made(), script=script)
    assert reason in opened.text("#trouble")
    assert "Save it as a file" in opened.text("#trouble")
    press(opened, "ArrowDown", "Space", "d", "d", "d")
    opened.page.close(run_before_unload=True)
    opened.page.wait_for_timeout(300)
    assert opened.problems == ["dialog: "]
    opened.problems.clear()
    assert sm.load(saved(opened, tmp_path))["ode"]["ann"].positions == (2,)


def test_storage_that_fills_up_loses_nothing(visit, made, tmp_path):
    page = made()
    opened = visit(page)
    press(opened, "Space")
    opened.page.evaluate(FILL)
    press(opened, "ArrowDown", "Space", "d")
    assert "is full" in opened.text("#trouble")
    assert "not saved: use Save file" in opened.text("#status")
    opened.page.evaluate("localStorage.removeItem('filling')")
    # The next change also keeps what could not be kept before.
    press(opened, "Space")
    assert not opened.page.locator("#trouble").is_visible()
    again = visit(page, beside=opened)
    assert again.text("#tally") == "1 of 3 items done"
    press(again, "d", "d")
    corpus = sm.load(saved(again, tmp_path))
    assert {item: corpus[item]["ann"].positions for item in corpus} == {"ode": (1, 2), "elegy": (1,), "haiku": ()}


def test_names_and_texts_stay_text(visit, made, tmp_path):
    hostile = {SCRIPT: [IMAGE, SCRIPT, f"{IMAGE}{SCRIPT}"], "__proto__": ["one", "two"]}
    opened = visit(made(hostile, study=SCRIPT, coder=IMAGE, types=[IMAGE, SCRIPT], guidelines=SCRIPT))
    assert opened.text("h1") == SCRIPT
    assert opened.text("#coder") == IMAGE
    press(opened, "1", "ArrowDown", "2", "d", "1", "d")
    assert opened.page.locator("img").count() == 0
    assert opened.page.locator("script").count() == 2
    corpus = sm.load(saved(opened, tmp_path))
    assert corpus[SCRIPT][IMAGE].boundaries == ((1, IMAGE), (2, SCRIPT))
    assert corpus["__proto__"][IMAGE].boundaries == ((1, IMAGE),)


def test_ten_thousand_units_stay_few_in_the_page(visit, made, tmp_path):
    units = [f"Unit {number} " + "word " * (number % 40) for number in range(1, 10_001)]
    opened = visit(made({"long": units}))
    assert opened.page.locator(".unit").count() < 100
    press(opened, "End", "Space")
    assert cursor(opened) == [9999, "true"]
    assert opened.page.locator(".gap.cursor").is_visible()
    press(opened, "PageUp", "Space")
    opened.page.locator("#text").evaluate("(text) => { text.scrollTop = text.scrollHeight / 2; }")
    opened.page.wait_for_timeout(200)
    assert opened.page.locator(".unit").count() < 100
    middle = opened.page.locator(".gap").nth(10)
    place = int(middle.get_attribute("data-gap"))
    middle.click()
    press(opened, "d")
    assert sm.load(saved(opened, tmp_path))["long"]["ann"].positions == tuple(sorted((place, 9989, 9999)))


def test_a_narrower_window_stays_at_the_same_text(visit, made):
    first_seen = """(text) => {
      const top = text.getBoundingClientRect().top;
      const units = [...text.querySelectorAll(".unit")];
      return units.find((unit) => unit.getBoundingClientRect().bottom > top + 1).textContent;
    }"""
    units = [f"Unit {number}: " + "word " * (number % 40) for number in range(1, 1001)]
    opened = visit(made({"long": units}))
    press(opened, "End", "PageUp", "PageUp", "PageUp")
    before = opened.page.locator("#text").evaluate(first_seen)
    opened.page.set_viewport_size({"width": 390, "height": 900})
    opened.page.wait_for_timeout(200)
    assert opened.page.locator("#text").evaluate(first_seen) == before


def test_a_page_for_anybody_asks_for_a_name(visit, made, tmp_path):
    opened = visit(made(coder=None))
    opened.page.keyboard.type("Zoë Q.")
    press(opened, "Enter", "Space", "d", "d", "d")
    path = saved(opened, tmp_path)
    assert path.name == "poems-Zoë_Q.json"
    assert sm.load(path).coder_names == ("Zoë Q.",)


def test_prefill_is_where_the_coder_starts(visit, made, tmp_path):
    opened = visit(made(prefill=sm.Corpus({"ode": {"tiler": [3, 5]}, "haiku": {"tiler": [4, 4]}})))
    press(opened, "ArrowDown", "ArrowDown", "Space", "ArrowDown", "Space", "d", "d", "d")
    corpus = sm.load(saved(opened, tmp_path))
    assert {item: corpus[item]["ann"].positions for item in corpus} == {"ode": (4,), "elegy": (), "haiku": (4,)}


def test_guidelines_are_at_hand_and_on_paper(visit, made):
    opened = visit(made(guidelines="Cut where the topic changes."))
    press(opened, "g")
    assert opened.page.locator("#guidelines").is_visible()
    press(opened, "Escape")
    opened.page.emulate_media(media="print")
    assert opened.text("#guidelines .words-of-study") == "Cut where the topic changes."
    assert not opened.page.locator("#desk").is_visible()


def test_the_first_steps_wait_for_the_acts_and_come_once(visit, made):
    page = made(guidelines="Cut where the topic changes.")
    opened = visit(page)
    guide = opened.page.locator("#guide")
    for act, step in (("Enter", "1 of 4"), ("Shift+ArrowDown", "2 of 4"), ("Enter", "3 of 4")):
        assert opened.text("#guide-step") == step
        press(opened, act)
    assert opened.text("#guide-step") == "4 of 4"
    assert opened.text("#count") == "0 boundaries"
    opened.page.locator("#guide-next").click()
    assert not guide.is_visible()
    assert opened.page.locator("#guidelines").is_visible()
    again = visit(page, beside=opened)
    assert not again.page.locator("#guide").is_visible()
    again.page.locator("#menu summary").click()
    again.page.locator("#show-guide").click()
    assert again.text("#guide-step") == "1 of 4"
    again.page.locator("#guide-skip").click()
    assert not again.page.locator("#guide").is_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_what_a_coder_needs_is_always_in_view(visit, made, width, height):
    units = [f"Unit {number}: " + "word " * (number % 40) for number in range(1, 1001)]
    opened = visit(made({"long": units}, guidelines="Cut."), width=width, height=height)
    for keys in ((), ("End", "Enter"), ("c",)):
        press(opened, *keys)
        for part in ("#done", "#tally", "#count", "#status", "#save", "#boundary", "#undo"):
            box = opened.page.locator(part).bounding_box()
            assert box["y"] >= 0, part
            assert box["y"] + box["height"] <= height, part
        assert opened.page.evaluate("document.documentElement.scrollHeight") <= height
        press(opened, "Escape")


def test_a_boundary_is_moved_in_one_step(visit, made):
    opened = visit(made(types=["minor", "major"]))
    press(opened, "2", "Shift+ArrowDown")
    assert cursor(opened) == [2, "true"]
    assert opened.page.locator('.gap[aria-pressed="true"]').inner_text() == "major"
    opened.page.locator("#later").click()
    assert cursor(opened) == [3, "true"]
    press(opened, "Control+z", "Control+z")
    assert opened.page.locator('.gap[aria-pressed="true"]').get_attribute("data-gap") == "1"


def test_sentences_run_on_in_their_paragraph(visit, made, tmp_path):
    texts = {"tale": ["One line\nended here.", "Two.", "Three.", "Four."]}
    opened = visit(made(texts, paragraphs={"tale": [0, 2]}))
    assert opened.page.locator(".paragraph").count() == 2
    assert opened.page.locator(".gap.inside").count() == 2
    assert opened.text(".unit") == "One line ended here."
    opened.page.locator(".paragraph .unit", has_text="Three.").click()
    assert cursor(opened) == [3, "false"]
    press(opened, "Enter", "Home", "ArrowRight", "Enter", "d")
    assert sm.load(saved(opened, tmp_path))["tale"]["ann"].positions == (2, 3)


def test_hard_line_ends_are_joined_and_verses_stay(visit, made):
    wrapped = "It was the best of times, it was the worst of\ntimes, it was the age of wisdom."
    verse = "Roses are red,\nviolets are blue."
    opened = visit(made({"two": [wrapped, verse]}))
    assert opened.page.locator(".unit").all_inner_texts() == [wrapped.replace("\n", " "), verse]


@pytest.mark.parametrize(("width", "height", "touch"), [(1280, 800, False), (390, 844, True)])
def test_a_first_time_coder_needs_no_key(visit, made, tmp_path, width, height, touch):
    """Open, follow the steps, place the first boundary, mark the item as done, save: all by what is on the screen."""
    opened = visit(made({"ode": TEXTS["ode"]}), width=width, height=height, has_touch=touch)
    page = opened.page
    assert "Put a boundary" in opened.text("#guide-words")
    page.get_by_role("button", name="After “Line 1 of").click()
    assert "Move the boundary" in opened.text("#guide-words")
    if touch:
        page.get_by_role("button", name="Note").tap()
    page.get_by_role("button", name="Later").click()
    if touch:
        page.get_by_role("button", name="Close").tap()
    assert "Take it away" in opened.text("#guide-words")
    page.get_by_role("button", name="After “Line 2 of").click()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="After “Line 4 of").click()
    page.get_by_role("button", name="Done", exact=False).click()
    path = saved(opened, tmp_path, lambda: page.get_by_role("button", name="Save file").click())
    assert sm.load(path)["ode"]["ann"].positions == (4,)
