"""With Hugging Face evaluate, which `make slow` installs."""

import pytest

from seamark import InputError, score

pytestmark = pytest.mark.slow


@pytest.fixture
def module(tmp_path, monkeypatch):
    for name in ("HF_HOME", "HF_MODULES_CACHE", "HF_EVALUATE_CACHE", "HF_METRICS_CACHE"):
        monkeypatch.setenv(name, str(tmp_path))
    import evaluate

    from seamark.integrations.evaluate import PATH

    return evaluate.load(PATH)


def test_loaded_from_its_path(module):
    references, predictions = [[5, 5, 5, 5], [2, 3]], [[5, 6, 9], [5]]
    told = module.compute(predictions=predictions, references=references)
    table = score(dict(enumerate_by_name(references)), dict(enumerate_by_name(predictions)), average="micro")
    assert set(told) == {"S", "B", "windowdiff", "signatures"}
    for label in ("S", "B", "windowdiff"):
        assert told[label] == table.overall[label].value
        assert told["signatures"][label] == str(table.overall[label].signature)
    assert told["signatures"]["windowdiff"] == (
        "windowdiff|conv:pevzner-hearst|k:half-mean|pad:none|avg:micro|pairs:2|v:1.0.0rc1"
    )
    one = module.compute(predictions=[[5, 6, 9]], references=[[5, 5, 5, 5]], metrics="windowdiff:k=2,B:n=3")
    assert (one["windowdiff"], one["B"]) == (pytest.approx(2 / 9), pytest.approx(5 / 9))  # known by hand


def test_batches_and_mistakes(module):
    module.add_batch(predictions=[[5, 6, 9]], references=[[5, 5, 5, 5]])
    module.add(predictions=[5], references=[2, 3])
    assert module.compute(metrics="S")["S"] == (17 + 3) / (19 + 4)
    with pytest.raises(InputError, match="item '1': reference covers 21 units, hypothesis covers 20"):
        module.compute(predictions=[[5, 6, 9]], references=[[5, 5, 5, 6]])


def enumerate_by_name(given):
    return ((str(number), one) for number, one in enumerate(given, start=1))
