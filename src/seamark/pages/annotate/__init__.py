"""The annotation page: the texts of a study for one coder, as one HTML file."""

from seamark.pages.annotate.assembly import annotation_page_html, write_annotation_page

__all__ = ["annotation_page_html", "write_annotation_page"]
