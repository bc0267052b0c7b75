"""The text of a page of HTML as it is shown, in which tools that mark such pages count."""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser

_HIDDEN = ("script", "style")


def shown_text(page: str, line_break: str) -> str:
    r"""The text without tags, scripts and styles; ``line_break`` stands for ``<br>``.

    Examples
    --------
    >>> shown_text("<p>Land&nbsp;ho<br>Calm</p><style>p {}</style>", "\n")
    'Land\xa0ho\nCalm'
    """
    parser = _ShownText(line_break)
    parser.feed(page)
    parser.close()
    return "".join(parser.pieces)


class _ShownText(HTMLParser):
    def __init__(self, line_break: str) -> None:
        super().__init__(convert_charrefs=True)
        self._line_break = line_break
        self._hidden = 0
        self.pieces: list[str] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Count what is hidden, and break lines."""
        self._hidden += tag in _HIDDEN
        if tag == "br":
            self.pieces.append(self._line_break)

    def handle_endtag(self, tag: str) -> None:
        """Count what is hidden."""
        self._hidden -= tag in _HIDDEN and self._hidden > 0

    def handle_data(self, data: str) -> None:
        """Keep what is shown."""
        if not self._hidden:
            self.pieces.append(data)
