"""Files of the format spacy: spaCy: [text, {entities}] and documents as JSON."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="spacy",
    file="a.json",
    sound=b'[["Land ho", {"entities": [[0, 4, "CRY"]]}], ["Calm", {"entities": []}]]',
    changes=[(b"[0, 4, ", b"[0, 40, "), (b'[0, 4, "CRY"]', b"[0, 4]"), (b"[0, 4, ", b"[4, 0, "), (b'"Calm", ', b"")],
    broken=[(b'{"text":"Land","ents":[{"start":0}]}', None, "a.json")],
    fixtures=[
        ("spacy/train.json", {"unit": "token"}, {"1": {"train": [1, 2, 1]}, "2": {"train": [1]}}),
        ("spacy/docs.jsonl", {"unit": "character"}, {"docs": {"docs": [11, 5]}}),
    ],
    labels=[("spacy/train.json", {"unit": "token"}, "1", "train", [(1, "CRY"), (3, "LOC")])],
)
