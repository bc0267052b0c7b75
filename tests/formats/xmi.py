from tests.formats import FIXTURES, SENTENCE, WORDS, FormatCase, LargeFile

#: The length of a sentence of large files, with the space behind it.
SIZE = len(SENTENCE) + 1
HEAD = (
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
    'xmlns:type="http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore" '
    'xmlns:custom="http:///webanno/custom.ecore" xmi:version="2.0">\n<cas:NULL xmi:id="0"/>\n'
)


def sentence_of(n: int) -> str:
    at, number = n * SIZE, 10 * n + 2
    tokens = "".join(
        f'<type:Token xmi:id="{number + place}" sofa="1" begin="{at + start}" end="{at + start + len(word)}"/>\n'
        for place, (start, word) in enumerate(WORDS)
    )
    span = f'sofa="1" begin="{at}" end="{at + SIZE - 1}"'
    sentence = f'<type:Sentence xmi:id="{number + 8}" {span}/>\n'
    return f'{tokens}{sentence}<custom:Segment xmi:id="{number + 9}" {span} Topic="calm"/>\n'


def tail_of(count: int) -> str:
    text = " ".join([SENTENCE] * count)
    members = " ".join(map(str, range(2, 10 * count + 2)))
    sofa = f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text/plain" sofaString="{text}"/>'
    return f'{sofa}\n<cas:View sofa="1" members="{members}"/>\n</xmi:XMI>\n'


XMI = FormatCase(
    name="xmi",
    file="a.xmi",
    sound=(FIXTURES / "xmi/voyage.txt/ann.xmi").read_bytes(),
    beside={"TypeSystem.xml": (FIXTURES / "xmi/TypeSystem.xml").read_bytes()},
    changes=[
        (b' begin="0" end="18" Topic', b' end="18" Topic'),
        (b' end="18" Topic', b" Topic"),
        (b"sofaString=", b"string="),
        (
            b"<cas:View",
            b'<cas:Sofa xmi:id="90" sofaNum="2" sofaID="b" sofaString="x"/><cas:View sofa="90" members="2"/><cas:View',
        ),
        (b'begin="19" end="35" T', b'begin="19" end="99" T'),
        (b"<xmi:XMI", b'<!DOCTYPE x [<!ENTITY a "a">]><xmi:XMI'),
    ],
    broken=[b'<xmi:XMI xmlns:xmi="http://www.omg.org/XMI"/>'],
    fixtures=[
        ("xmi", {"unit": "character"}, {"voyage.txt": {"ann": [19, 15], "ben": [17, 2, 8, 7]}}),
        ("xmi", {"unit": "token", "layer": "Segment"}, {"voyage.txt": {"ann": [5, 4], "ben": [4, 1, 2, 2]}}),
    ],
    texts=[
        ("xmi", {"unit": "token"}, {"voyage.txt": ("The", "sea", "was", "calm", ".", "Waves", "🌊", "broke", ".")}),
        ("xmi", {"unit": "sentence", "snap_limit": 99}, {"voyage.txt": ("The sea was calm .", "Waves 🌊 broke .")}),
    ],
    large=LargeFile(sentence_of, HEAD, tail_of),
)
