"""Readable in grey and for colour-blind readers: what a colour says is also said by lightness or shape."""

from itertools import pairwise

from seamark.charts.theme import EMPTY, KINDS, LINES, RAMP
from tests.unit.charts.everything import every_chart
from tests.unit.charts.reading import luminance


def test_the_ramp_only_darkens():
    steps = [luminance(colour) for colour in (EMPTY, *RAMP)]
    assert all(lighter - darker > 0.02 for lighter, darker in pairwise(steps))


def test_kinds_of_boundaries_have_shapes_of_their_own_and_stand_out_from_the_page():
    styles = [(shape, filled) for _, shape, filled in KINDS.values()]
    assert len(set(styles)) == len(styles)
    # 3:1 is what WCAG asks of graphics; the amber of near misses comes closest.
    assert all(1.05 / (luminance(colour) + 0.05) > 2.5 for colour, _, _ in KINDS.values())


def test_every_line_has_a_colour():
    assert len(set(LINES)) == len(LINES)


def test_every_chart_says_what_it_shows():
    titles = {name: chart.to_dict()["title"]["text"] for name, chart in every_chart().items()}
    assert all(len(title) > 10 for title in titles.values())
    del titles["levels"]  # bars, as those of spans
    assert len(set(titles.values())) == len(titles)
