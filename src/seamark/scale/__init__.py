"""Columns in, columns out: tables, Parquet files and clusters. Needs the extra ``seamark[scale]``.

Names are imported when they are first used: who scores a table does not wait for agreement and clusters.
"""

from seamark.base.lazy_names import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
