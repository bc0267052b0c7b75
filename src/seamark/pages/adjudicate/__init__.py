"""The adjudication page: what coders dispute, decided place by place in a browser."""

from seamark.pages.adjudicate.assembly import Only, adjudicate, adjudication_html

__all__ = ["Only", "adjudicate", "adjudication_html"]
