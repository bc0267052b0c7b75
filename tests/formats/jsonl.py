"""Files of the format jsonl: Seamark JSONL, an item per line."""

from seamark import Segmentation
from tests.formats import SENTENCES, FormatCase

BEGIN = b'{"item":"a","codings":{"x":[2,3]}}\n{"item":"b","codings":{"'
CASE = FormatCase(
    name="jsonl",
    file="a.jsonl",
    sound=(
        b'{"format":"seamark","version":1,"types":["minor","major"]}\n{"item":"poem","mass":5,'
        b'"codings":{"ann":{"positions":[2],"types":["minor"]},"ben":[2,3]}}\n'
    ),
    changes=[
        (b'["minor"]}', b'["mayor"]}', 2),
        (b"[2,3]", b"[2,2]", 2),
        (b"[2,3]", b"[2,1" + b"0" * 400 + b"]", 2),
        (b'"poem"', b'"po\\ud800m"', 2),
    ],
    broken=[
        (b'{"format":"seamark","version":1,"item":[]}', None, "a.json"),
        (BEGIN + b'x":[2,3]}', 2),
        (BEGIN + b'x":[2,-3]}}', 2),
        (BEGIN + b'x":[2,3],"x":[5]}}', 2),
        (b'{"item":"a","codings":{"x":[2,3]}}\n{"item":"b","item":"c","codings":{"x":[2,3]}}', 2),
        (BEGIN + b'x":[2,3],"y":[4]}}', None),
        (BEGIN + b'x":[2.5]}}', 2),
        (BEGIN + b'x":[]}}', 2),
        (BEGIN + b'x":[1e400]}}', 2),
        BEGIN + b'x":[4611686018427387905]}}',
        (BEGIN + b'x":[2]},"texts":["a"]}', None),
        (BEGIN + b'\xff":[2]}}', 2),
        (b'{"item":"a","codings":{"x":[2,3]}}\n' + b"[" * 100_000, 2),
        b'{"item":"a","codings":{"x":[2,3]}}\n{"item":"a","codings":{"x":[2,3]}}\n',
        (b'{"item":"a","codings":{"x":[2,3]}}\nnull', 2),
        (b'{"format":"seamark","version":3}\n{"item":"a","codings":{"x":[2,3]}}\n', 1),
        b'{"format":"seamark","version":1}\n',
        (
            (
                b'{"item":"poem","mass":2,"texts":["a","b"],"codings":{"ann":[1,1]}}\n{"item":"poem","mass":2,'
                b'"texts":["a","b"],"codings":{"ben":[1,1]}}\n'
            ),
            2,
        ),
    ],
    fixtures=[
        (
            "jsonl/voyage.jsonl",
            {},
            {
                "voyage": {"ann": [2, 2], "ben": [2, 1, 1]},
                "return": {"ann": Segmentation.from_positions([2, 4, 4], 6, [1, 1, 2]), "ben": [6]},
            },
        )
    ],
    texts=[("jsonl/voyage.jsonl", {}, {"voyage": SENTENCES})],
)
