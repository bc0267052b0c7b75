"""Files of the format ogm: OGM chapters, as mkvtoolnix and MP4Box write them."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="ogm",
    file="a.txt",
    sound=b"CHAPTER01=00:00:00.000\nCHAPTER01NAME=a\nCHAPTER02=00:00:04.000\nCHAPTER02NAME=b\nCHAPTER03=00:00:09\n",
    changes=[
        (b"CHAPTER02=00:00:04.000", b"CHAPTER02=4", 3),
        (b"00:00:04.000", b"00:00:10.000", 5),
        (b"CHAPTER02=", b"CHAPTER01=", 3),
        (b"CHAPTER02NAME", b"CHAPTER07NAME"),
    ],
    fixtures=[("ogm/talk.txt", {"resolution": 0.5}, {"talk": {"coder": [125, 475]}})],
    labels=[("ogm/talk.txt", {"resolution": 0.5}, "talk", "coder", [(125, "The sea")])],
)
