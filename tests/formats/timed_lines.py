from tests.formats import SENTENCE, FormatCase, LargeFile

AUDACITY = FormatCase(
    name="audacity",
    file="a.txt",
    sound=b"0.0\t1.0\tcalm\n\\\t100\t200\n1.0\t2.0\tstorm\n",
    changes=[(b"200\n", b"200", 2), (b"1.0\t2.0", b"1,0\t2,0", 3), (b"1.0\t2.0", b"1.0\t0.5", 3)],
    broken=[(b"0.0\t1.0\tcalm\n1.0\tx\tstorm\n", 2)],
    fixtures=[("audacity/talk.txt", {"resolution": 0.05}, {"talk": {"coder": [25, 13, 8]}})],
    labels=[("audacity/talk.txt", {"resolution": 0.05}, "talk", "coder", [(25, "storm"), (38, "ding")])],
    alike=True,
)
CTM = FormatCase(
    name="ctm",
    file="a.ctm",
    sound=b"rec 1 0.0 1.5 land\nrec 1 1.5 0.5 ho 0.9\n",
    changes=[(b"1.5 0.5 ho", b"1.5 ho", 2), (b"1.5 0.5", b"x 0.5", 2), (b"0.5 ho 0.9", b"-0.5 ho 0.9", 2)],
    broken=[(b";; nothing\n", None, "a.ctm")],
    fixtures=[("ctm/talk.ctm", {"resolution": 0.25}, {"talk": {"talk": [2, 1, 2]}})],
    texts=[("ctm/talk.ctm", {"unit": "cue"}, {"talk": ("land", "ho")})],
    labels=[("ctm/talk.ctm", {"resolution": 0.25}, "talk", "talk", [(2, "land"), (3, "ho")])],
    alike=True,
    large=LargeFile(lambda n: f"rec{n // 1000} 1 {n % 1000}.0 1.0 harbour 0.9\n"),
)
FRAMES = FormatCase(
    name="frames",
    file="a.txt",
    sound=b"SIL\npour\npour\n",
    changes=[(b"SIL\npour", b"SIL\n\npour", 2)],
    broken=[(b"\xef\xbb\xbf", None, "a.txt", {"format": "frames"})],
    fixtures=[("frames/video.txt", {"format": "frames"}, {"video": {"coder": [2, 3, 1]}})],
    labels=[("frames/video.txt", {"format": "frames"}, "video", "coder", [(2, "pour"), (5, "stir")])],
    alike=True,
    large=LargeFile(lambda n: "pour_the_milk\n" if n // 50 % 2 else "SIL\n"),
)
HTK = FormatCase(
    name="htk",
    file="a.lab",
    sound=b"0 15000000 calm\n15000000 25000000 storm\n",
    changes=[
        (b"15000000 25", b"15000000.5 25", 2),
        (b"15000000 25000000", b"15000000 5", 2),
        (b"0 1", b"20000000 21", 2),
    ],
    broken=[(b"0 25000000 a\n25000000 b\n", 2), (b"0 25000000 a\n///\n0 25000000 b\n", 2)],
    fixtures=[("htk/word.lab", {"resolution": 0.05}, {"word": {"coder": [5, 7, 6]}})],
    labels=[("htk/word.lab", {"resolution": 0.05}, "word", "coder", [(5, "iy"), (12, "sil")])],
    large=LargeFile(lambda n: f"{n}0000000 {n + 1}0000000 calm{n % 9}\n"),
)
LAB = FormatCase(
    name="lab",
    file="a.lab",
    sound=b"0.0 1.5 calm\n1.5 2.5 storm\n",
    changes=[(b"1.5 2.5", b"1,5 2,5", 2), (b"1.5 2.5", b"1.5 0.5", 2), (b"0.0 1.5", b"2.0 2.5", 2)],
    broken=[
        (b"0.0 1.0 calm\n2.0 1.5 storm\n", 2),
        b"0.0 0.0 calm\n",
        b"0.0 1e99 calm\n",
        (b"0.0 1.0 calm\nx\n", 2),
        (b"# nothing yet\n", None, "a.lab", {"format": "lab"}),
    ],
    fixtures=[("lab/song.lab", {"resolution": 0.5}, {"song": {"coder": [8, 12]}})],
    labels=[("lab/song.lab", {"resolution": 1}, "song", "coder", [(4, "chorus")])],
    alike=True,
)
MSTCN = FormatCase(
    name="mstcn",
    file="a.txt",
    sound=b"### Frame level recognition: ###\nSIL pour pour",
    changes=[(b"SIL pour", b"SIL\npour"), (b"### ", b"## ")],
    broken=[b"### Frame level recognition: ###\n"],
    fixtures=[("mstcn/video.txt", {}, {"video": {"coder": [2, 3, 1]}})],
    labels=[("mstcn/video.txt", {}, "video", "coder", [(2, "pour"), (5, "stir")])],
    large=LargeFile(lambda n: "pour_the_milk " if n // 50 % 2 else "SIL ", "### Frame level recognition: ###\n"),
)
PYGAMMA = FormatCase(
    name="pygamma",
    file="a.csv",
    sound=b"Joe,A,0,4\nJoe,B,4,9\nJack,A,0,5\n",
    changes=[(b"Joe,B,4,9", b"Joe,B,4", 2), (b"4,9", b"9,4", 2), (b"4,9", b"four,9", 2), (b"Joe,B", b",B", 2)],
    fixtures=[
        ("pygamma/continuum.csv", {"resolution": 1}, {"continuum": {"Joe": [6, 9, 14, 9, 2], "Jack": [3, 8, 19, 10]}})
    ],
    labels=[("pygamma/continuum.csv", {"resolution": 1}, "continuum", "Jack", [(3, "A"), (11, "A"), (30, "B")])],
    large=LargeFile(lambda n: f"{'Joe' if n % 2 else 'Jack'},verse,{n // 2},{n // 2 + 1}\n"),
)
RTTM_BEGIN = b"SPEAKER rec 1 0.0 1.0 <NA> <NA> ann <NA> <NA>\nSPEAKER rec 1 "
RTTM = FormatCase(
    name="rttm",
    file="a.rttm",
    sound=b"SPEAKER talk 1 0.0 1.0 <NA> <NA> ann <NA> <NA>\nSPEAKER talk 1 1.0 1.0 <NA> <NA> ben <NA> <NA>\n",
    changes=[(b"<NA> <NA> ben", b"<NA> <NA> ben smith", 2), (b"1 1.0 1.0", b"1 1.0\x1c 1.0", 2)],
    broken=[
        (RTTM_BEGIN + b"1.0\n", 2),
        (b"SPEAKER rec 1 0.0 1.0 <NA> <NA> ann <NA> <NA>\nTALKER rec 1 1.0 1.0 <NA> <NA> ann <NA> <NA>\n", 2),
        b"LEXEME rec 1 0.0 1.0 hi lex ann <NA> <NA>\n",
    ],
    fixtures=[
        ("rttm/system.rttm", {"resolution": 0.25}, {"rec1": {"system": [6, 10]}, "rec2": {"system": [1, 1, 1, 3]}})
    ],
    labels=[("rttm/system.rttm", {"resolution": 0.25}, "rec2", "system", [(1, "tbc"), (2, "tbc"), (3, "tbc")])],
    large=LargeFile(lambda n: f"SPEAKER rec{n // 1000} 1 {n % 1000}.000 1.000 <NA> <NA> speaker{n % 7} <NA> <NA>\n"),
)
STM = FormatCase(
    name="stm",
    file="a.stm",
    sound=b"rec 1 ann 0 1.5 land\nrec 1 ben 1.5 2 ho\n",
    changes=[(b"ben 1.5 2", b"ben 1.5", 2), (b"ben 1.5 2", b"ben 2 1.5", 2)],
    broken=[(b";; nothing\n", None, "a.stm")],
    fixtures=[("stm/talk.stm", {"resolution": 0.5}, {"talk": {"talk": [5, 1, 3]}})],
    labels=[("stm/talk.stm", {"resolution": 0.5}, "talk", "talk", [(5, "ann"), (6, "ben")])],
    alike=True,
    large=LargeFile(lambda n: f"rec{n // 1000} 1 ann {n % 1000} {n % 1000 + 1} {SENTENCE}\n"),
)
