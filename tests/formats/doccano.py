"""Files of the format doccano: doccano JSONL or JSON."""

from tests.formats import SENTENCES, FormatCase

BEGIN = b'{"text":"Land ho","label":[['
CASE = FormatCase(
    name="doccano",
    file="a.jsonl",
    sound=b'{"id":1,"text":"Land ho","label":[[0,4,"A"]]}\n{"id":2,"text":"Calm","label":[]}\n',
    changes=[
        (b'"label":[]', b'"label":[],"entities":[]', 2),
        (b'"label":[]', b'"lable":[]', 2),
        (b"[0,4,", b"[0,3.5,", 1),
        (b"[0,4,", b"[0,1" + b"0" * 400 + b",", 1),
        (b'"id":2,', b"", 2),
        (b'"id":2', b'"id":1'),
        (
            b'"label":[[0,4,"A"]]',
            b'"annotations":[{"start_offset":0,"end_offset":4,"user":1},{"start_offset":5,"end_offset":7}]',
            1,
        ),
    ],
    broken=[
        (BEGIN + b'0,99,"A"]]}\n', 1),
        (BEGIN + b'0,"4","A"]]}\n', 1),
        (BEGIN + b"0,4]]}\n", 1),
        (BEGIN + b'0,4,"A"]]}\n{"text":"x"}\n', 2),
        (BEGIN + b'4,0,"A"]]}\n', 1),
        (BEGIN + b'0,4,"A"]]}\n{"text":\n', 2),
        b'{"id":1,"text":"Land","label":[]}\n{"id":1,"text":"ho","label":[]}\n',
        (b'{"text":"","label":[]}\n', 1),
    ],
    fixtures=[
        (
            "doccano",
            {"unit": "character"},
            {"1": {"ann": [35, 40], "ben": [18, 17, 40]}, "2": {"ann": [8], "ben": [5, 3]}},
        ),
        ("doccano", {"unit": "token"}, {"1": {"ann": [8, 8], "ben": [4, 4, 8]}, "2": {"ann": [2], "ben": [1, 1]}}),
        ("doccano-relations/all.jsonl", {"unit": "character"}, {"1": {"all": [35, 40]}}),
    ],
    texts=[("doccano", {"unit": "token"}, {"1": tuple(" ".join(SENTENCES).split()), "2": ("Land", "ho!")})],
    labels=[("doccano", {"unit": "token"}, "1", "ben", [(4, "Calm"), (8, "Storm")])],
)
