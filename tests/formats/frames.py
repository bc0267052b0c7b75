"""Files of the format frames: a label per line and frame; must be named."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="frames",
    file="a.txt",
    sound=b"SIL\npour\npour\n",
    changes=[(b"SIL\npour", b"SIL\n\npour", 2)],
    broken=[(b"\xef\xbb\xbf", None, "a.txt", {"format": "frames"})],
    fixtures=[("frames/video.txt", {"format": "frames"}, {"video": {"coder": [2, 3, 1]}})],
    labels=[("frames/video.txt", {"format": "frames"}, "video", "coder", [(2, "pour"), (5, "stir")])],
)
