from collections import Counter

import numpy as np
import pytest

from seamark.base.errors import InputError
from seamark.reproduce import paper
from seamark.reproduce.paper import reproduce
from tests.corpora import corpora_folder


def test_everything_without_a_corpus_holds() -> None:
    result = reproduce(["examples", "figure5a", "figure5b", "figure5c"])
    assert result.holds
    assert {target: sum(counts.values()) for target, counts in result.counts.items()} == {
        "examples": 13,
        "figure5a": 2 * 98,
        "figure5b": 4 * 11,
        "figure5c": 3 * 97,
    }
    explained = [check for check in result.values if check.verdict == "explained"]
    assert [check.value for check in explained] == ["full misses: S", "distance 3: S(n=3)"]


def test_table_1_is_the_simulation_of_the_paper() -> None:
    checks = list(paper.table1_checks())
    assert Counter(check.verdict for check in checks) == {"equal": 12, "explained": 12}
    for check in checks:
        if check.value.endswith("S"):
            assert check.computed == pytest.approx(float(check.published), abs=0.001)


def test_table_1_finds_a_wrong_value(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [dict(row, mean="0.1000") for row in paper.published("table1")[:1]]
    monkeypatch.setattr(paper, "published", lambda name: rows)
    assert [check.verdict for check in paper.table1_checks()] == ["different"]


def test_simulated_errors_are_of_the_kind_asked_for() -> None:
    cell = paper.simulate("FN", 20, 30, np.random.default_rng(1))
    assert cell.s.shape == cell.wd.shape == (10, 100)
    # Half of 999 boundaries are dropped from about 25,000 units.
    assert cell.s.mean() == pytest.approx(1 - 499.5 / 24_999, abs=0.0005)


def test_unknown_target() -> None:
    with pytest.raises(InputError, match=r"^a target is 'figure5d'; did you mean 'figure5[abc]'\?"):
        reproduce(["figure5d"])


def test_the_rest_runs_without_the_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(folder: object) -> None:
        raise InputError("no corpus here")

    monkeypatch.setattr("seamark.reproduce.paper.moonstone", nowhere)
    result = reproduce(["examples", "table2", "corpus"])
    assert dict(result.left_out) == {"table2": "no corpus here", "corpus": "no corpus here"}
    assert {check.target for check in result.values} == {"examples"}


def test_a_folder_that_was_named_must_be_there(tmp_path: object) -> None:
    with pytest.raises(InputError, match=r"ch1\.csv: no such file or folder"):
        reproduce(["table2"], corpus=str(tmp_path))


def test_moonstone() -> None:
    result = reproduce(["table2", "corpus"], corpus=corpora_folder())
    assert result.holds
    assert sum(result.counts["table2"].values()) == 20 * 8
    by_item = {check.value: check for check in result.values}
    # The corrected figures, and the published ones under the published options.
    assert by_item["pi: mean of groups"].computed == pytest.approx(0.8915, abs=5e-5)
    assert by_item["pi: mean of groups"].reproduced == pytest.approx(0.8904, abs=5e-5)
    assert by_item["bias: mean of groups"].computed == pytest.approx(0.0005, abs=5e-5)
    assert by_item["bias: mean of groups"].reproduced == pytest.approx(0.0061, abs=5e-5)
    assert by_item["chapter 1: pi"].computed == pytest.approx(0.7553, abs=5e-5)
    assert (by_item["full misses"].computed, by_item["near misses"].computed) == (1039, 212)


def test_the_claims_of_the_text() -> None:
    result = reproduce(["claims"], corpus=corpora_folder())
    found = {claim.claim: (claim.holds, claim.survives) for claim in result.claims}
    # Table 2 has 1 - WD of chapter 17 in the middle, and shuffling turns what rests on the rate of boundaries.
    assert found == {
        "Chapter 1 has the lowest pi*": (True, False),
        "Chapter 1 has the highest bias": (True, None),
        "1-WD incorrectly indicates that chapter 1 has moderate reliability": (True, True),
        "1-WD indicates that the lowest reliability is found in chapter 19": (True, True),
        "pi* indicates that chapter 19 is one of the higher agreement chapters": (True, False),
        "Chapter 19 does not contain any strongly agreed upon boundaries": (True, None),
        "Chapter 17 has the highest pi*": (True, False),
        "1-WD indicates that chapter 17 has low reliability": (False, False),
        "1-WD and pi* agree that chapter 16 has high reliability": (True, True),
        "pi* of the corpus is high, and properly takes chance agreement into account": (True, False),
    }
    assert len(result.answer()) == 2
