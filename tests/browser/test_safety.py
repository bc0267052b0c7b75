"""Names from data stay text, and the page cannot reach a network."""

from tests.browser.choosing import choose
from tests.browser.corpora import IMAGE, QUOTE, SCRIPT, SYSTEM

ITEMS, CODERS = "item-table", "coder-table"


def test_they_are_shown_as_text(visit, hostile_report):
    opened = visit(hostile_report)
    assert opened.text("h1") == SCRIPT
    assert opened.text(".source") == IMAGE
    assert opened.column(CODERS, 0)[0] == IMAGE
    assert opened.column(CODERS, 1)[:2] == [QUOTE, SCRIPT]
    assert sorted(opened.column(ITEMS, 0)) == sorted([SCRIPT, QUOTE])
    assert opened.text("#ranking-table tbody tr:nth-child(2) th") == SYSTEM
    assert IMAGE in opened.column("pair-table", 0)
    # Also where the script writes them.
    choose(opened, SCRIPT, IMAGE, QUOTE)
    assert opened.text("#pair-summary").startswith(f"{IMAGE} and {QUOTE} on {SCRIPT}: ")
    assert IMAGE in opened.text("#units")
    opened.page.locator(f"#{ITEMS} thead button").first.click()
    opened.page.locator("#items button.explore").first.click()
    assert opened.page.locator("img").count() == 0
    # Data and script; any other would have come from a name.
    assert opened.page.locator("script").count() == 2
    assert opened.page.locator("[onload], [onerror]").count() == 0


def test_the_page_may_not_ask_for_anything(browser, poems_report):
    page = browser.new_page()
    page.goto(poems_report.as_uri())
    refused = "() => fetch('https://example.org/').then(() => 'fetched', (error) => String(error))"
    assert "Failed to fetch" in page.evaluate(refused)
    blocked = page.evaluate(
        """() => new Promise((done) => {
          const found = [];
          document.addEventListener('securitypolicyviolation', (event) => {
            found.push(event.effectiveDirective);
            if (found.length === 2) done(found);
          });
          const image = document.createElement('img'); image.src = 'https://example.org/x.png';
          const script = document.createElement('script'); script.textContent = 'window.ran = true';
          document.body.append(image, script);
        })"""
    )
    assert sorted(blocked) == ["img-src", "script-src-elem"]
    assert page.evaluate("window.ran") is None
    page.close()
