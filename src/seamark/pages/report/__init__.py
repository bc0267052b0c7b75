"""The report: what a corpus of codings says about its coders and items, as one HTML file."""

from seamark.pages.report.assembly import report_html, write_report
from seamark.pages.report.rows import Provenance

__all__ = ["Provenance", "report_html", "write_report"]
