"""Reading and writing corpora: Seamark's own formats, those of annotation tools, and those of recordings.

Names are imported when they are first used, so that a program that reads nothing does not wait for the readers.
"""

from seamark.base.lazy_names import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
