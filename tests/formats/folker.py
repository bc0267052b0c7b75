"""Files of the format folker: FOLKER transcript."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="folker",
    file="a.flk",
    sound=(
        b'<folker-transcription><timeline><timepoint timepoint-id="a" absolute-time="0"/>'
        b'<timepoint timepoint-id="b" absolute-time="1.5"/><timepoint timepoint-id="c" absolute-time="4"/></timeline>'
        b'<contribution speaker-reference="AM" start-reference="a" end-reference="b"/>'
        b'<contribution speaker-reference="BN" start-reference="b" end-reference="c"/></folker-transcription>'
    ),
    changes=[(b'absolute-time="1.5"', b'absolute-time="9"'), (b'end-reference="c"', b'end-reference="d"')],
    broken=[b"<folker-transcription/>"],
    fixtures=[("folker/talk.flk", {"resolution": 0.5}, {"talk": {"coder": [5, 3]}})],
    labels=[("folker/talk.flk", {"resolution": 0.5}, "talk", "coder", [(5, "BN")])],
)
