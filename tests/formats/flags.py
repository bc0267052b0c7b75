"""Files of the format flags: a row per unit; 0 and 1, or x, where segments start or end."""

from tests.formats import SENTENCES, FormatCase

CASE = FormatCase(
    name="flags",
    file="a.csv",
    sound=b"sentence,new_segment\nOne two.,1\nThree.,0\nFour.,1\n",
    changes=[(b"Four.,1", b"Four.,2", 4), (b"Four.,1", b"Four.", 4)],
    broken=[
        (b"sentence,boundary\nOne two.,0\nThree.,1\nFour.,0\n", None, "a.csv", {"format": "flags"}),
        (b"sentence,text\nOne two.,a\n", 1, "a.csv", {"format": "flags"}),
    ],
    fixtures=[("flags/story.csv", {"flags": "auto"}, {"story": {"ann": [2, 2], "ben": [3, 1]}})],
    texts=[("flags/story.csv", {"flags": "starts"}, {"story": SENTENCES})],
)
