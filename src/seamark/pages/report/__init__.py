"""The report: what a corpus of codings says about its coders and items, as one HTML file."""

from seamark.pages.report.assembly import report_html, write_report

__all__ = ["report_html", "write_report"]
