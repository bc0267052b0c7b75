"""Files of the format units: table with a row per unit: document, segment[, coder, text]."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="units",
    file="a.csv",
    sound=b"document,text,segment\nvoyage,a,1\nvoyage,b,1\nreturn,a,1\nreturn,b,2\n",
    changes=[(b"\nreturn,b,", b"\nvoyage,b,", 5), (b"voyage,b,1", b"voyage,b,", 3)],
    broken=[b"document,segment,coder,text\npoem,1,ann,x\npoem,1,ben,y\n"],
    fixtures=[
        ("units/texts.csv", {}, {"voyage": {"coder": [2, 1]}, "return": {"coder": [1, 1]}}),
        ("units/coders.csv", {}, {"voyage": {"ann": [2, 1], "ben": [1, 1, 1]}}),
    ],
)
