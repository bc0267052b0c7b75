from tests.formats import SENTENCE, FormatCase, LargeFile

CHUNKS = FormatCase(
    name="chunks",
    file="a.jsonl",
    sound=(
        b'{"item":"a","text":"Land ho. Calm.","chunks":["Land ho.","Calm."]}\n{"item":"b","text":"Calm. '
        b'Storm.","chunks":[{"text":"Calm.","start":0,"end":5},{"text":"Storm.","start":6,"end":12}]}\n'
    ),
    changes=[
        (b'"Land ho."', b'"Land hi."', 1),
        (b'"Storm."', b'"Stern."', 2),
        (b'"end":12', b'"end":13'),
        (b'"end":12', b'"end":1' + b"0" * 400, 2),
        (b'"end":12', b'"end":11.5', 2),
        (b'["Land ho.","Calm."]', b"[]", 1),
        (b'"text":"Land ho. Calm.",', b""),
        (b'"text":"Calm. Storm.","chunks":[{"text":"Calm.",', b'"chunks":[{'),
        (b"Calm.", b"Calm\\ud800"),
    ],
    fixtures=[
        (
            "chunks/splitter.jsonl",
            {"unit": "sentence"},
            {"strings": {"splitter": [2, 1, 1]}, "langchain": {"splitter": [1, 3]}, "chonkie": {"splitter": [3, 1]}},
        )
    ],
    large=LargeFile(lambda n: f'{{"item":"d{n}","text":"{SENTENCE} Calm.","chunks":["{SENTENCE}","Calm."]}}\n'),
)
