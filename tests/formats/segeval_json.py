"""Files of the format segeval-json: JSON of segeval: items, coders, masses."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="segeval-json",
    file="a.json",
    sound=b'{"segmentation_type":"linear","items":{"poem":{"ann":[2,3],"ben":[5]}}}',
    changes=[
        (b'{"ann":[2,3],"ben":[5]}', b'{"ann":[5]},"song":{}'),
        (b"[5]", b"[6]"),
        (b"[5]", b"[true]"),
        (b'"poem"', b'"\\udc00"'),
    ],
    broken=[
        b'{"segmentation_type":"hierarchical","items":{}}',
        b'{"segmentation_type":"linear"}',
        b'{"items":{"a":{"x":[2,"3"]}}}',
        b'{"items":{"a":{"x":"2,3"}}}',
        b'{"items":{"a":[2,3]}}',
        b'{"items":{"a":{"x":[2,-3]}}}',
        b'{"items":{"a":{"x":[2,3],"x":[4,1]}}}',
        b'{"items":{"a":{"x":[2,3],"y":[4]}}}',
        b'{"items":{}}',
        (
            b'{"items":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":'
            b'{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a"'
            b':{"a":{"a":[1]}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}'
        ),
        b'{"items":' + b'{"a":' * 90_000,
        b'{"items": {"a": {"b": [1], "b": [1]}}}',
        b'{"items": {"a": {"b": [NaN]}}}',
    ],
    fixtures=[
        (
            "segeval-json/voyage.json",
            {},
            {
                "voyage": {"ann": [2, 2], "ben": [2, 1, 1]},
                "letters,first": {"ann": [3, 3]},
                "letters,second": {"ben": [1, 4]},
            },
        )
    ],
)
