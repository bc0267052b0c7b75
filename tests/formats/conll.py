from seamark import Spans
from tests.formats import FormatCase, LargeFile

CONLL = FormatCase(
    name="conll",
    file="a.conll",
    sound=b"Land B-LOC\nho O\n\nCalm B-ADJ\nsea I-ADJ\n",
    changes=[(b"ho O", b"ho", 2), (b"ho O", b"ho O O", 2), (b"I-ADJ", b"X-ADJ")],
    broken=[
        (b"Land B-A\nho O\n", None, "a.conll", {"layer": "7"}),
        (b"Land B-A\nho I-\n", None, "a.conll", {"layer": "2"}),
    ],
    fixtures=[
        (
            "conll/news.conll",
            {},
            {
                "news-1": {"coder": Spans([(0, 1, "ORG"), (2, 3, "MISC"), (4, 6, "PER")], length=6)},
                "news-2": {"coder": Spans([(0, 1, "LOC"), (1, 2, "LOC")], length=2)},
            },
        ),
        ("conll/wnut.conll", {}, {"wnut": {"coder": Spans([(1, 3, "LOC"), (3, 4, "LOC")], length=4)}}),
        ("conll/wnut.conll", {"kind": "boundaries"}, {"wnut": {"coder": [1, 2, 1]}}),
    ],
    texts=[("conll/wnut.conll", {}, {"wnut": ("Land", "Ho", "Bay", "Bay")})],
    large=LargeFile(lambda n: f"harbour {'B' if n % 5 == 0 else 'I'}-LOC\n" + "\n" * (n % 20 == 19)),
)
