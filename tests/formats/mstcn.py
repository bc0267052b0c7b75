"""Files of the format mstcn: predictions of MS-TCN: a label for every frame, on one line."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="mstcn",
    file="a.txt",
    sound=b"### Frame level recognition: ###\nSIL pour pour",
    changes=[(b"SIL pour", b"SIL\npour"), (b"### ", b"## ")],
    broken=[b"### Frame level recognition: ###\n"],
    fixtures=[("mstcn/video.txt", {}, {"video": {"coder": [2, 3, 1]}})],
    labels=[("mstcn/video.txt", {}, "video", "coder", [(2, "pour"), (5, "stir")])],
)
