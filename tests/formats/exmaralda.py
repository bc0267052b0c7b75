"""Files of the format exmaralda: EXMARaLDA basic transcription."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="exmaralda",
    file="a.exb",
    sound=(
        b'<basic-transcription><basic-body><common-timeline><tli id="T0" time="0"/><tli id="T1" time="1.5"/>'
        b'<tli id="T2" time="4"/></common-timeline><tier id="X"><event start="T0" end="T1">Land</event>'
        b'<event start="T1" end="T2">ho</event></tier></basic-body></basic-transcription>'
    ),
    changes=[
        (b'time="1.5"', b'time="5"'),
        (b'time="4"', b'time="four"'),
        (b'end="T2"', b'end="T9"'),
        (b'start="T1" end="T2"', b'start="T2" end="T1"'),
        (b' time="4"', b""),
    ],
    broken=[b"<basic-transcription/>", b"<basic-transcription>"],
    fixtures=[
        ("exmaralda/talk.exb", {"layer": "X [v]", "resolution": 0.5}, {"talk": {"X [v]": [4, 9]}}),
        ("exmaralda/talk.exb", {"layer": "X [en]", "resolution": 0.5}, {"talk": {"X [en]": [8]}}),
    ],
    texts=[("exmaralda/talk.exb", {"layer": "X [v]", "unit": "cue"}, {"talk": ("Land ho.", "Where?")})],
)
