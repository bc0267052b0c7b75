"""``seamark annotate``, ``seamark collect`` and ``seamark adjudicate``."""

import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import seamark as sm
from seamark.datasets import stargazer
from tests.cli.running import corpus_file
from tests.unit.io.test_annotations import TEXTS, coder_file
from tests.unit.pages.page_data import data_of, page_of


def page_data(path: str) -> Any:
    return data_of(Path(path).read_text(encoding="utf-8"))


def test_a_page_from_text_files(seamark):
    Path("ode.txt").write_text("One. Two.\n\nThree.\n", encoding="utf-8")
    Path("guide.md").write_text("Cut often.", encoding="utf-8")
    options = ["--unit", "sentence", "--types", "minor,2", "--guidelines", "guide.md", "--study", "poems"]
    ran = seamark("annotate", "ode.txt", "--coder", "ann", *options, "-o", "ann.html")
    assert (ran.code, ran.err) == (0, "ode.txt -> ann.html\n")
    data = page_data("ann.html")
    assert data["items"][0]["units"] == ["One.", "Two.", "Three."]
    assert (data["coder"], data["study"], data["types"]) == ("ann", "poems", ["minor", 2])
    assert "Cut often." in Path("ann.html").read_text(encoding="utf-8")


def test_a_page_from_a_corpus_with_another_one_to_start_from(seamark):
    corpus_file(Path("corpus.json"), {"ode": {"x": [3]}, "elegy": {"x": [2]}}, texts=TEXTS)
    corpus_file(Path("system.json"), {"ode": {"tiler": [1, 2]}})
    assert seamark("annotate", "corpus.json", "--prefill", "system.json", "-o", "page.html").code == 0
    assert [item["start"] for item in page_data("page.html")["items"]] == [[[1, 0]], []]


def write(name: str, *arguments, **options) -> str:
    Path(name).write_bytes(coder_file(*arguments, **options).getvalue())
    return name


def test_collect_names_the_odd_one_and_stops(seamark):
    three = [write(f"{coder}.json", coder, {"ode": [1, 2], "elegy": [2]}) for coder in ("ann", "ben", "cat")]
    odd = write("dan.json", "dan", {"ode": [1, 2]}, {**TEXTS, "ode": ["one", "2", "three"]})
    for command in (["collect", "-o", "corpus.json"], ["agree"]):
        ran = seamark(*command, *three, odd)
        assert ran.code == 1
        assert "dan (dan.json): the text of 'ode' differs" in ran.err
        assert not Path("corpus.json").exists()
    ran = seamark("collect", *three, "-o", "corpus.json", "--json")
    assert ran.code == 0
    assert [one["coder"] for one in ran.json["coders"]] == ["ann", "ben", "cat"]
    assert seamark("agree", *three, "--csv").out == seamark("agree", "corpus.json", "--csv").out


def test_a_link_that_leads_to_itself(seamark):
    Path("study").mkdir()
    Path("study", "ann.json").symlink_to("ann.json")
    ran = seamark("collect", "study", "-o", "corpus.json")
    assert (ran.code, Path("corpus.json").exists()) == (1, False)
    assert "ann.json" in ran.err


def test_a_folder_without_files(seamark):
    Path("inbox").mkdir()
    ran = seamark("collect", "inbox", "-o", "corpus.json")
    assert (ran.code, ran.err) == (1, "seamark: inbox: the folder holds no data files; expected at least one\n")


def test_missing_items_are_told(seamark):
    files = [write("ann.json", "ann", {"ode": [1, 2], "elegy": [2]}), write("ben.json", "ben", {"ode": [3]})]
    note = "ben has not finished 1 of 2 items: 'elegy'"
    assert note in seamark("collect", *files, "-o", "corpus.json").err
    assert note in seamark("agree", *files).err


def test_it_is_the_page_of_the_library(seamark):
    ran = seamark("adjudicate", "sample:stargazer", "--only", "disputed", "--blind", "-o", "decide.html")
    assert (ran.code, ran.out, ran.err) == (0, "", "sample:stargazer -> decide.html\n")
    page = Path("decide.html").read_text(encoding="utf-8")
    assert page == page_of(sm.adjudicate, stargazer(), only="disputed", blind=True)


def test_items_that_come_twice_are_set_aside(seamark, tmp_path):
    """Second codings are not items of the corpus: they show how far a coder agrees with themselves."""
    (tmp_path / "texts.txt").write_text("One.\n\nTwo.\n\nThree.\n\nFour.", encoding="utf-8")
    assert seamark("annotate", "texts.txt", "--coder", "ann", "--repeat", "10%", "-o", "ann.html").code == 0
    data = page_data(tmp_path / "ann.html")
    assert data["repeats"] == {"texts (again)": "texts"}
    assert data["order"] == [0, 1]
    units = ["One.", "Two.", "Three.", "Four."]
    write(
        *("study-ann.json", "ann", {"texts": [2, 2], "texts (again)": [1, 1, 2]}),
        texts={"texts": units, "texts (again)": units},
        **{name: data[name] for name in ("fingerprint", "repeats")},
    )
    ran = seamark("collect", "study-ann.json", "-o", "corpus.json")
    assert ran.code == 0, ran.err
    assert "Coders agree with themselves by B 0.50 (items coded twice): ann 0.50 (1)." in ran.out
    corpus = sm.load(tmp_path / "corpus.json")
    assert list(corpus) == ["texts"]
    assert sm.self_agreement(corpus).per_coder == {"ann": 0.5}


def test_only_some_items(seamark, tmp_path):
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.txt").write_text("First.\n\nSecond.", encoding="utf-8")
    (tmp_path / "items.list").write_text("three\none\n", encoding="utf-8")
    files = ["one.txt", "two.txt", "three.txt"]
    for given in ("items.list", "three,one"):
        assert seamark("annotate", *files, "--items", given, "-o", "page.html", "--force").code == 0
        assert [item["name"] for item in page_data(tmp_path / "page.html")["items"]] == ["three", "one"]
    ran = seamark("annotate", *files, "--items", "tree", "-o", "page.html", "--force")
    assert ran.code == 1
    assert "no item is called 'tree'" in ran.err


def test_recordings_of_which_only_a_list_is_here(seamark, tmp_path):
    (tmp_path / "songs").mkdir()
    (tmp_path / "list.csv").write_text("a.mp3,1:02.5\n\nb, c.ogg\t7\n", encoding="utf-8")
    words = ("annotate", "songs", "--durations", "list.csv", "--coder", "ann", "-o", "ann.html")
    assert seamark(*words).code == 0
    songs = [(one["media"]["file"], one["seconds"]) for one in page_data(tmp_path / "ann.html")["recordings"]]
    assert songs == [("a.mp3", 62.5), ("b, c.ogg", 7.0)]
    (tmp_path / "list.csv").write_text("a.mp3,0", encoding="utf-8")
    assert "line 1 is 'a.mp3,0'" in seamark(*words, "--force").err


def test_a_study_that_runs_is_collected_again_whenever_a_file_changes():
    Path("inbox").mkdir()
    command = [sys.executable, "-m", "seamark", "collect", "inbox", "--watch", "-o", "corpus.json"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as watching:
        try:
            for coder in ("ann", "ben"):
                write(f"inbox/poems-{coder}.json", coder, {"ode": [1, 2], "elegy": [2]})
                for _ in range(100):
                    time.sleep(0.2)
                    with suppress(sm.InputError):  # which is not there yet, or half written
                        if coder in sm.load("corpus.json").coder_names:
                            break
                else:
                    pytest.fail(f"{coder} was never collected")
        finally:
            watching.terminate()


def test_a_report_without_a_corpus_file(seamark):
    Path("inbox").mkdir()
    write("inbox/poems-ann.json", "ann", {"ode": [1, 2], "elegy": [2]})
    write("inbox/poems-ben.json", "ben", {"ode": [2, 1], "elegy": [2]})
    assert seamark("collect", "inbox", "--report", "live.html").code == 0
    assert "ben" in Path("live.html").read_text(encoding="utf-8")
    assert seamark("collect", "inbox").code == 2
