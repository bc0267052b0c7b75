from tests.formats import SENTENCES, TWO_ITEMS, FormatCase

JSON_BEGIN = b'{"format":"seamark","version":1,"items":[{"item":"a","'
#: Masses and codings of one coder that are refused.
JSON_CODINGS = (
    *(b"[2,-3]", b"[0,5]", b"[]", b"[1.5]", b'["2"]', b"[true]", b"null", b"[NaN]", b"[Infinity]"),
    *(b"[4611686018427387905]", b'[2,3],"x":[5]', b'[2,3]}},{"item":"a","codings":{"x":[2,3]'),
    *(b'[2,3],"y":[2,4]', b'{"positions":[2]}'),
)
JSON_POSITIONS = (
    *(b'"positions":[5]', b'"positions":[0]', b'"positions":[2,2]', b'"positions":[2],"types":[]'),
    *(b'"positions":[2],"types":[1.5]', b'"masses":[5],"positions":[]', b"", b'"masses":[5],"types":[1]'),
    *(b'"masess":[5]',),
)
JSON = FormatCase(
    name="json",
    file="a.json",
    sound=(
        b'{"format":"seamark","version":1,"types":["minor","major"],"groups":{"ann":"g"},"items":[\n'
        b'{"item":"poem","mass":5,"texts":["a","b","c","d","e"],"codings":{"ann":{"positions":[2],'
        b'"types":["minor"]},"ben":[2,3]}}]}\n'
    ),
    changes=[
        (b'["minor"]}', b'["mayor"]}'),
        (b"[2,3]", b"[2,2]"),
        (b'"positions":[2]', b'"positions":[1' + b"0" * 400 + b"]"),
        (b'"ann":"g"}', b'"ann":"g"},"metadata":{"x":1e999}'),
        (b'"poem"', b'"po\\ud800m"'),
    ],
    broken=[
        b'{"format":"seamark","version":1,"items":[',
        JSON_BEGIN + b'codings":{"x":[2,3]}}',
        JSON_BEGIN + b'codings":{"x":[2,3]}}]}}',
        b'{"format":"seamark","items":[]}',
        b'{"format":"seamark","version":1,"items":{}}',
        *(JSON_BEGIN + b'codings":{"x":' + one + b"}}]}" for one in JSON_CODINGS),
        JSON_BEGIN + b'codings":{"x":[' + b"9" * 5_000 + b"]}}]}",
        JSON_BEGIN + b'item":"b","codings":{"x":[2,3]}}]}',
        JSON_BEGIN + b'mass":6,"codings":{"x":[2,3]}}]}',
        JSON_BEGIN + b'mass":0,"codings":{"x":{"positions":[]}}}]}',
        *(JSON_BEGIN + b'mass":5,"codings":{"x":{' + one + b"}}}]}" for one in JSON_POSITIONS),
        JSON_BEGIN + b'codings":{"":[2]}}]}',
        JSON_BEGIN + b'codings":{"x":[2]},"texts":["one"]}]}',
        b'{"format":"seamark","version":1,"groups":{"zoe":"a"},"items":[{"item":"a","codings":{"x":[2,3]}}]}',
        b'{"format":"seamark","version":1,"metadata":' + b'{"a":' * 100_000,
        b"nonsense",
        b"{}",
        b"[]",
        b'"seamark"',
        JSON_BEGIN + b'texts":["b"],"codings":{"x":[1]}},{"item":"a","texts":["b"],"codings":{"y":[1]}}]}',
    ],
    fixtures=[("json/voyage.json", {}, TWO_ITEMS)],
    texts=[("json/voyage.json", {}, {"voyage": SENTENCES})],
)
JSONL_BEGIN = b'{"item":"a","codings":{"x":[2,3]}}\n{"item":"b","codings":{"'
JSONL = FormatCase(
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
        (JSONL_BEGIN + b'x":[2,3]}', 2),
        (JSONL_BEGIN + b'x":[2,-3]}}', 2),
        (JSONL_BEGIN + b'x":[2,3],"x":[5]}}', 2),
        (b'{"item":"","codings":{"x":[2]}}', 1),
        (JSONL_BEGIN + b'x":[2,3],"y":[4]}}', None),
        (JSONL_BEGIN + b'x":[2.5]}}', 2),
        (JSONL_BEGIN + b'x":[]}}', 2),
        (JSONL_BEGIN + b'x":[1e400]}}', 2),
        JSONL_BEGIN + b'x":[4611686018427387905]}}',
        (JSONL_BEGIN + b'x":[2]},"texts":["a"]}', None),
        (JSONL_BEGIN + b'\xff":[2]}}', 2),
        (b'{"item":"a","codings":{"x":[2,3]}}\n' + b"[" * 100_000, 2),
        b'{"item":"a","codings":{"x":[2,3]}}\n{"item":"a","codings":{"x":[2,3]}}\n',
        b'{"format":"seamark","version":1}\n',
        (b'{"item":"a","texts":["b"],"codings":{"x":[1]}}\n{"item":"a","texts":["b"],"codings":{"y":[1]}}\n', 2),
    ],
    fixtures=[("jsonl/voyage.jsonl", {}, TWO_ITEMS)],
    texts=[("jsonl/voyage.jsonl", {}, {"voyage": SENTENCES})],
)
