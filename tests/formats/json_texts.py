import json

from tests.formats import SENTENCE, SENTENCES, WORDS, FormatCase, LargeFile

DOCCANO_BEGIN = b'{"text":"Land ho","label":[['
#: The first spans and the tokens of the sentence of large files.
SPANS = json.dumps([{"start": at, "end": at + len(word), "label": "A"} for at, word in WORDS[:3]])
TOKENS = json.dumps([{"text": w, "start": at, "end": at + len(w), "id": i} for i, (at, w) in enumerate(WORDS)])


DOCCANO = FormatCase(
    name="doccano",
    file="a.jsonl",
    sound=b'{"id":1,"text":"Land ho","label":[[0,4,"A"]]}\n{"id":2,"text":"Calm","label":[]}\n',
    changes=[
        (b'"label":[]', b'"label":[],"entities":[]', 2),
        (b"[0,4,", b"[0,3.5,", 1),
        (b"[0,4,", b"[0,1" + b"0" * 400 + b",", 1),
        (b'"id":2', b'"id":1'),
    ],
    broken=[
        (DOCCANO_BEGIN + b'0,99,"A"]]}\n', 1),
        (DOCCANO_BEGIN + b'0,"4","A"]]}\n', 1),
        (DOCCANO_BEGIN + b'0,4,"A"]]}\n{"text":"x"}\n', 2),
        (DOCCANO_BEGIN + b'0,4,"A"]]}\n{"text":\n', 2),
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
PRODIGY = FormatCase(
    name="prodigy",
    file="a.jsonl",
    sound=(
        b'{"text":"Land ho","_input_hash":1,"answer":"accept","spans":[{"start":0,"end":4,"label":"A",'
        b'"text":"Land","token_start":0,"token_end":0}],"tokens":[{"text":"Land","start":0,"end":4,"id":0},'
        b'{"text":"ho","start":5,"end":7,"id":1}]}\n'
    ),
    changes=[
        (b'"end":4,"label":"A","text":"Land"', b'"end":2.7', 1),
        (b'"text":"Land","token', b'"text":"Lamp","token', 1),
        (b'"end":7', b'"end":1' + b"0" * 400, 1),
        (b'"accept"', b'"acept"', 1),
        (b'"end":4', b'"end":1' + b"0" * 400, 1),
    ],
    broken=[
        (b'{"text":"Land ho","spans":[{"start":0,"end":99}]}\n', 1),
        (b'{"text":"Land ho","spans":[{"start":0}]}\n', 1),
        (b'{"spans":[],"_input_hash":3}\n', 1),
        (b'{"audio":"a.wav","audio_spans":[]}\n', 1),
        b'{"audio":"a.wav","audio_spans":[],"_input_hash":1}\n',
        b'{"text":"Land ho","spans":[],"answer":"reject"}\n',
        b'{"text":"Land ho","_input_hash":1,"label":"CALM","answer":"accept"}\n',
        b'{"text":"a b","spans":[],"_input_hash":1}\n{"text":"a b","spans":[],"_input_hash":1}\n',
    ],
    fixtures=[
        ("prodigy/voyage.jsonl", {"unit": "token"}, {"-123": {"voyage-ann": [10, 10], "voyage-ben": [10, 4, 6]}}),
        ("prodigy/voyage.jsonl", {"unit": "character"}, {"-123": {"voyage-ann": [35, 40], "voyage-ben": [35, 15, 25]}}),
        ("prodigy/audio.jsonl", {"resolution": 0.25}, {"5": {"waves-ann": [2, 15]}}),
        ("prodigy/audio.jsonl", {"resolution": 0.25, "duration": 5}, {"5": {"waves-ann": [2, 15, 3]}}),
    ],
    texts=[
        ("prodigy/voyage.jsonl", {"unit": "token"}, {"-123": tuple(" ".join(SENTENCES).replace(".", " .").split())})
    ],
    labels=[("prodigy/voyage.jsonl", {"unit": "token"}, "-123", "voyage-ben", [(10, "WIND"), (14, "WIND")])],
    large=LargeFile(
        lambda n: f'{{"text":"{SENTENCE}","_input_hash":{n},"answer":"accept","spans":{SPANS},"tokens":{TOKENS}}}\n'
    ),
)
