"""Files of the format markdown: Markdown: headings begin segments."""

from seamark import Segmentation
from tests.formats import FormatCase

CASE = FormatCase(
    name="markdown",
    file="a.md",
    sound=b"# One\n\nLand ho.\n\n```\n# code\n```\n\n## Two\n\nCalm.\n",
    changes=[(b"# code\n```\n", b"# code\n")],
    fixtures=[("markdown/voyage.md", {}, {"voyage": {"coder": Segmentation.from_positions([3, 8], 10, [2, 1])}})],
)
