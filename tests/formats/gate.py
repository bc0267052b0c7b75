"""Files of the format gate: GATE documents as bdocjs."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="gate",
    file="a.bdocjs",
    sound=b'{"text":"Land ho","annotation_sets":{"":{"annotations":[{"type":"Cry","start":0,"end":4,"features":{}}]}}}',
    changes=[(b'"end":4', b'"end":40'), (b'"end":4', b'"end":"4"'), (b'"type":"Cry",', b"")],
    fixtures=[
        ("gate/talk.bdocjs", {"unit": "token"}, {"talk": {"coder": [1, 1, 1]}}),
        ("gate/talk.bdocjs", {"unit": "character"}, {"talk": {"coder": [3, 5, 4]}}),
    ],
    labels=[("gate/talk.bdocjs", {"unit": "token"}, "talk", "coder", [(1, "Person"), (2, "Person")])],
)
