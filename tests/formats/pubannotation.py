"""Files of the format pubannotation: PubAnnotation JSON."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="pubannotation",
    file="a.json",
    sound=b'{"text":"Land ho","sourceid":"7","project":"p","denotations":[{"span":{"begin":0,"end":4},"obj":"Cry"}]}',
    changes=[(b'"end":4', b'"end":40'), (b'"begin":0', b'"begin":9'), (b'"obj":"Cry"', b'"object":"Cry"')],
    fixtures=[("pubannotation/abstract.json", {"unit": "token"}, {"PubMed-7": {"voyage": [1, 2, 1]}})],
    labels=[("pubannotation/abstract.json", {"unit": "token"}, "PubMed-7", "voyage", [(1, "Cry"), (3, "Place")])],
)
