"""Files of the format ttml: TTML subtitles."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="ttml",
    file="a.ttml",
    sound=(
        b'<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="1.5s">Land</p>'
        b'<p begin="00:00:01.500" end="00:00:02.000">ho</p></div></body></tt>'
    ),
    changes=[(b'end="00:00:02.000"', b'end="00:00:01.000"'), (b'"1.5s"', b'"soon"'), (b'"1.5s"', b'"1.5"')],
    broken=[b'<tt xmlns="http://www.w3.org/ns/ttml"><body/></tt>'],
    fixtures=[("ttml/talk.ttml", {"resolution": 0.1}, {"talk": {"coder": [5, 15, 15, 5, 12]}})],
    texts=[("ttml/talk.ttml", {"unit": "cue"}, {"talk": ("Land ho.", "Where?", "There.")})],
)
