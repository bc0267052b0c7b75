"""How sure we are: intervals and tests over rows of counts, whatever they count."""

from seamark.base.lazy_names import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
