"""Files of the format stm: STM: turns of speakers with times."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="stm",
    file="a.stm",
    sound=b"rec 1 ann 0 1.5 land\nrec 1 ben 1.5 2 ho\n",
    changes=[(b"ben 1.5 2", b"ben 1.5", 2), (b"ben 1.5 2", b"ben 2 1.5", 2)],
    broken=[(b";; nothing\n", None, "a.stm")],
    fixtures=[("stm/talk.stm", {"resolution": 0.5}, {"talk": {"talk": [5, 1, 3]}})],
    labels=[("stm/talk.stm", {"resolution": 0.5}, "talk", "talk", [(5, "ann"), (6, "ben")])],
)
