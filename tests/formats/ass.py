"""Files of the format ass: Advanced SubStation Alpha subtitles."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="ass",
    file="a.ass",
    sound=(
        b"[Script Info]\n[Events]\nFormat: Layer, Start, End, Text\n"
        b"Dialogue: 0,0:00:00.00,0:00:01.50,Land\nDialogue: 0,0:00:01.50,0:00:02.00,ho\n"
    ),
    changes=[
        (b"0:00:02.00", b"0:00:01.00", 5),
        (b"0:00:02.00,ho", b"soon,ho", 5),
        (b"Start", b"Begin", 4),
    ],
    broken=[b"[Script Info]\n"],
    fixtures=[("ass/talk.ass", {"resolution": 0.5}, {"talk": {"coder": [5, 3]}})],
    texts=[("ass/talk.ass", {"unit": "cue"}, {"talk": ("Land ho, yes.", "Where?")})],
)
