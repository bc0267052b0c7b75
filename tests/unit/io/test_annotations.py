"""Files of coders are joined only when all worked on the same study."""

import json
from io import BytesIO

import pytest

import seamark as sm
from seamark.io.annotations import checksum_of, fingerprint_of

TEXTS = {"ode": ["one", "two", "three"], "elegy": ["four", "five"]}


def coder_file(coder, codings, texts=TEXTS, types=(), **changes):
    """What an annotation page saves, written without the page."""
    checksums = {item: checksum_of(units) for item, units in texts.items()}
    work = {
        "study": "poems",
        "fingerprint": fingerprint_of(checksums, types),
        "checksums": checksums,
        "items": {item: {"done": "2026-01-01T10:00:00.000Z", "seconds": 10.0 + 2 * len(item)} for item in codings},
    }
    items = [
        {"item": item, "codings": {coder: masses}, "mass": len(texts[item]), "texts": texts[item]}
        for item, masses in codings.items()
    ]
    document = {"format": "seamark", "version": 1, "metadata": {"annotations": {coder: work | changes}}, "items": items}
    return BytesIO(json.dumps(document).encode())


def test_three_coders_become_a_corpus():
    files = [
        coder_file("ann", {"ode": [1, 2], "elegy": [2]}),
        coder_file("ben", {"ode": [2, 1], "elegy": [1, 1]}),
        coder_file("cat", {"ode": [3]}),
    ]
    corpus = sm.collect(files)
    assert {item: {coder: one.masses for coder, one in corpus[item].items()} for item in corpus} == {
        "ode": {"ann": (1, 2), "ben": (2, 1), "cat": (3,)},
        "elegy": {"ann": (2,), "ben": (1, 1)},
    }
    assert corpus.texts["ode"] == ("one", "two", "three")
    ann, _, cat = sm.coder_progress(corpus)
    assert (ann.coder, ann.items, ann.missing, ann.seconds) == ("ann", 2, (), 18.0)
    assert (cat.items, cat.missing, cat.seconds) == (1, ("elegy",), 16.0)


@pytest.mark.parametrize(
    ("odd", "why"),
    [
        (coder_file("dan", {"ode": [1, 2]}, {**TEXTS, "ode": ["one", "2", "three"]}), "the text of 'ode' differs"),
        (coder_file("dan", {"ode": [1, 2]}, {"ode": TEXTS["ode"]}), "its items are 'ode'"),
        (coder_file("dan", {"ode": [1, 2]}, types=["minor"]), "the boundary types differ"),
    ],
)
@pytest.mark.parametrize("together", [sm.collect, sm.load])
def test_who_worked_on_another_version_is_named(odd, why, together):
    odd.seek(0)
    files = [coder_file("ann", {"ode": [1, 2]}), odd, coder_file("ben", {"ode": [3]})]
    with pytest.raises(sm.InputError, match=rf"another version of the study than 'ann', 'ben': dan .*{why}"):
        together(files)


CHECKSUMS = {item: checksum_of(units) for item, units in TEXTS.items()}
ANN = coder_file("ann", {"ode": [3]}).getvalue()
WITH_ANOTHER_ITEM = json.loads(ANN)
WITH_ANOTHER_ITEM["items"].append({"item": "song", "codings": {"ann": [1, 1]}})


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ([ANN, coder_file("ann", {"elegy": [2]}).getvalue()], "ann sent a file already"),
        ([coder_file("ann", {"ode": [3]}, checksums=CHECKSUMS | {"ode": "0" * 16}).getvalue()], "text of item 'ode'"),
        ([coder_file("ann", {"ode": [3]}, checksums={}).getvalue()], "ann coded item 'ode'"),
        ([json.dumps(WITH_ANOTHER_ITEM).encode()], "ann coded item 'song'"),
    ],
)
def test_files_that_do_not_fit_are_refused(files, message):
    with pytest.raises(sm.InputError, match=message):
        sm.collect([BytesIO(data) for data in files])


def test_other_codings_are_refused_by_collect_only():
    plain = b'{"items": {"ode": {"eve": [1, 2]}}}'
    with pytest.raises(sm.InputError, match="coder 'eve' did not work on an annotation page"):
        sm.collect([coder_file("ann", {"ode": [3]}), BytesIO(plain)])
    assert sm.load([coder_file("ann", {"ode": [3]}), BytesIO(plain)]).coder_names == ("ann", "eve")


@pytest.mark.parametrize("broken", [{"checksums": 3}, {"items": {"ode": {"seconds": "long"}}}, {"surprise": 1}])
def test_what_is_not_of_the_form_is_refused(broken):
    with pytest.raises(sm.InputError, match="metadata 'annotations'"):
        sm.collect([coder_file("ann", {"ode": [3]}, **broken)])


def test_a_collected_corpus_reads_back(tmp_path):
    corpus = sm.collect([coder_file("ann", {"ode": [1, 2], "elegy": [2]}), coder_file("ben", {"ode": [3]})])
    sm.save(corpus, tmp_path / "corpus.json")
    again = sm.collect(tmp_path / "corpus.json")
    assert again == corpus
    assert sm.coder_progress(again) == sm.coder_progress(corpus)
