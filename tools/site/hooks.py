"""Pages of the site that are made when it is built: of the README, commands, public names and notebooks."""

from __future__ import annotations

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
#: Somebody else's script and its licence, both of which the site must hold.
_SEARCH_FROM_DISK = Path(__file__).parent / "iframe-worker"
sys.path.insert(0, str(Path(__file__).parent))

from api_pages import api_pages  # noqa: E402  # beside this file, which is not part of a package
from command_page import command_page  # noqa: E402
from notebook_pages import notebook_pages  # noqa: E402


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not files in docs/."""
    pages = {
        "index.md": _from_root("README.md"),
        "contributing.md": _from_root("CONTRIBUTING.md"),
        "changelog.md": _from_root("CHANGELOG.md"),
        "CITATION.cff": (ROOT / "CITATION.cff").read_text(encoding="utf-8"),
        "commands.md": command_page(),
        **api_pages(),
        **notebook_pages(ROOT / "docs" / "notebooks"),
        **{
            f"iframe-worker/{path.name}": path.read_text(encoding="utf-8")
            for path in sorted(_SEARCH_FROM_DISK.iterdir())
        },
    }
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    for path in [file for file in files if file.src_uri.endswith(".ipynb")]:
        files.remove(path)
    return files


def _from_root(name: str) -> str:
    """A page that stands beside docs/, with links as they are inside it."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
    return text.replace("](CONTRIBUTING.md", "](contributing.md").replace("](CHANGELOG.md", "](changelog.md")
