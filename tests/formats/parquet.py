import io
from typing import Any

import pyarrow as pa
from pyarrow import feather

from tests.formats import FormatCase


def _arrow(**columns: Any) -> bytes:
    file = io.BytesIO()
    feather.write_feather(pa.table(columns), file)
    return file.getvalue()


ARROW = FormatCase(
    name="arrow",
    file="a.arrow",
    sound=_arrow(item=["poem", "poem"], coder=["ann", "ben"], masses=[[2, 3], [5]]),
    broken=[
        b"ARROW1\0\0",
        _arrow(item=["poem"], masses=[[2, 3]]),
        _arrow(item=["poem"], coder=["ann"], masses=[[2, -3]]),
        _arrow(item=[""], coder=["ann"], masses=[[2, 3]]),
    ],
    fixtures=[("arrow/voyage.arrow", {}, {"poem": {"ann": [2, 3], "ben": [5]}})],
)
