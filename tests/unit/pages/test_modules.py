"""Modules become one script."""

import re

import pytest

from seamark.pages import page as modules


@pytest.fixture
def scripts(tmp_path, monkeypatch):
    monkeypatch.setattr(modules, "files", lambda _: tmp_path)

    def write(**sources):
        for name, source in sources.items():
            (tmp_path / f"{name}.js").write_text(source, encoding="utf-8")

    return write


def test_what_is_imported_comes_first_and_once(scripts):
    scripts(
        entry='import { one } from "./a.js";\nimport { two } from "./b.js";\none(two);\n',
        a='import { two } from "./b.js";\nexport function one() { return two; }\n',
        b="export const two = 2;\n",
    )
    script = modules.joined_modules("entry.js")
    assert re.findall(r"const (module_\w+) = ", script) == ["module_b", "module_a", "module_entry"]
    assert "import" not in script
    assert "export" not in script
    assert "const { two } = module_b;" in script
    assert "return { two };" in script
