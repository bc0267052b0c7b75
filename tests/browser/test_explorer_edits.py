"""What the page shows of matches and misses must be what the library finds, for every pair in either order."""

import random
import re

import pytest

import seamark as sm
from seamark.metrics.edit import WEIGHTS_2013

SHOW_ALL = """() => {
  const [item, first, second] = ["item", "first", "second"].map((name) => document.getElementById(`choose-${name}`));
  const change = (select, value) => { select.value = value; select.dispatchEvent(new Event("change")); };
  const found = [];
  for (const place of [...item.options]) {
    change(item, place.value);
    for (const one of [...first.options]) for (const other of [...second.options]) {
      change(first, one.value);
      change(second, other.value);
      found.push([place.text, one.text, other.text, document.getElementById("pair-summary").textContent]);
    }
  }
  return found;
}"""


def random_coding(generator: random.Random, mass: int, types: tuple[int, ...]) -> sm.Segmentation:
    sets = [{label for label in types if generator.random() < 0.3} for _ in range(mass - 1)]
    return sm.Segmentation.from_sets(sets)


@pytest.mark.parametrize("types", [(1,), (1, 2, 3)])
def test_counts_of_every_pair(visit, tmp_path, types):
    generator = random.Random(7)  # noqa: S311
    coders = [f"coder {number}" for number in range(4)]
    codings = {f"item {mass}": {one: random_coding(generator, mass, types) for one in coders} for mass in (2, 9, 16)}
    corpus = sm.Corpus(codings)
    sm.write_report(corpus, tmp_path / "report.html")
    shown = visit(tmp_path / "report.html").page.evaluate(SHOW_ALL)
    assert len(shown) == 3 * 25
    compared = 0
    for item, one, other, summary in shown:
        if "consensus" in one + other:
            continue
        # The report is about B, whose weights know how far apart types are.
        expected = sm.align(corpus[item][one], corpus[item][other], weights=WEIGHTS_2013, types=corpus.types)
        found = re.findall(r"(\d+) (match|near|full|of another|other)", summary)
        numbers = {kind: int(number) for number, kind in found}
        counted = (numbers["match"], numbers["near"], numbers["full"])
        assert counted == (len(expected.matches), len(expected.transpositions), len(expected.additions)), summary
        substituted = numbers.get("other", 0) + numbers.get("of another", 0)
        assert substituted == len(expected.substitutions)
        turned = sm.align(corpus[item][other], corpus[item][one], weights=WEIGHTS_2013, types=corpus.types)
        assert expected.distance == pytest.approx(turned.distance)
        compared += 1
    assert compared == 3 * 16
