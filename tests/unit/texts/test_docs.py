"""The Python examples of docs/chunks.md print what the page says."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "chunks.md"


def test_examples(capsys):
    names: dict[str, object] = {}
    examples = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(examples) == 3
    for example in examples:
        exec(example, names)  # noqa: S102  # our own page
        expected = re.findall(r"^# (.*)$", example, re.MULTILINE)
        assert capsys.readouterr().out.splitlines() == expected
