"""Pictures of corpora, alignments and scores; each function returns an altair chart.

Charts need the extra ``seamark[charts]``, which is loaded when the first chart is made. They are displayed in a
notebook; ``save_chart`` writes them to a file without a network.
"""

from seamark.base.lazy_names import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
