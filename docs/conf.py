"""Sphinx: `make docs` builds the site in build/site; every warning is an error."""

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
sys.path.insert(0, str(ROOT))

from sphinx.application import Sphinx
from tools.api_pages import api_pages, overview  # from the clone, as `make stub`
from tools.command_page import command_page

import seamark

project = "Seamark"
author = "The Seamark authors"
release = version = seamark.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "myst_nb",
    "sphinx_copybutton",
]
exclude_patterns = ["study", "schema"]
templates_path = ["_templates"]

# Markdown: headings are linked as on GitHub, pictures with a width are HTML.
myst_enable_extensions = ["html_image", "colon_fence"]
myst_heading_anchors = 4

# Notebooks run from their first cell to their last; one that fails stops the build.
nb_execution_mode = "force"
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_mime_priority_overrides = [("*", "image/svg+xml", 0), ("*", "text/html", 10), ("*", "text/plain", 20)]

# What a base class on a page of its own can do is told there, not with every class.
autodoc_default_options = {
    "members": True,
    "show-inheritance": True,
    "inherited-members": "Metric,ResultRecord,Segmenter,BaseException,tuple,object",
}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
autodoc_mock_imports = ["torch", "torchmetrics", "evaluate", "datasets", "pyspark", "sklearn"]
autosummary_generate = False
maximum_signature_line_length = 100
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
default_role = "code"

html_theme = "pydata_sphinx_theme"
html_title = "Seamark"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = html_show_sourcelink = False
html_context = {"default_mode": "auto"}  # dark where the reader's system is
# A summary is fetched from the page that was found, which a browser refuses for files on disk.
html_show_search_summary = False
html_sidebars = {"**": ["sidebar-all"]}
html_theme_options = {
    "navbar_center": [],
    "navbar_end": ["theme-switcher"],
    "show_prev_next": True,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

#: Pages whose text stands beside docs/, where a reader of the repository looks for it.
FROM_ROOT = {"contributing": "CONTRIBUTING.md", "changelog": "CHANGELOG.md"}


def from_root(name: str) -> str:
    """A file beside docs/, with links as they are inside it."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](").replace("](CITATION", "](../CITATION")
    return text.replace("](CONTRIBUTING.md", "](contributing.md").replace("](CHANGELOG.md", "](changelog.md")


def complete(app: Sphinx, page: str, source: list[str]) -> None:
    """Put what is written elsewhere on its page."""
    if page in FROM_ROOT:
        source[0] = from_root(FROM_ROOT[page]) + source[0]
    if page == "command-line":
        source[0] += "\n" + command_page()
    if page == "api":
        source[0] += "\n" + overview()


def without_factories(
    app: Sphinx, what: str, name: str, value: object, options: object, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """A signature that can be parsed, and so be broken into lines with links: a default may be no expression."""
    return (signature and signature.replace("<factory>", "...")), returned


def setup(app: Sphinx) -> None:
    """Write the pages of the API, which are no files of the repository."""
    for path, text in api_pages().items():
        target = DOCS / "generated" / path
        target.parent.mkdir(exist_ok=True)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")
    app.connect("source-read", complete)
    app.connect("autodoc-process-signature", without_factories)
