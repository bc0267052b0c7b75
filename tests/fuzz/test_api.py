"""A fixed set of fuzzed calls of the public API, and the fuzzer's own eyes."""

import time

import pytest

from tests.fuzz import api_calls, cases


def test_fuzzed_calls_end_in_a_result_or_a_sentence():
    _, findings = cases.run(api_calls.ApiCases, 1500, seed=1)
    assert not findings, "\n".join(f"{one}: {api_calls.call_of(1, one.number)}" for one in findings)


def longing(value: object) -> None:
    while True:
        pass


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ("len(None)", "TypeError"),
        ("int('x')", "ValueError"),
        ("np.log(np.zeros(1))", "RuntimeWarning"),
        ("leaky([])", "FaultError"),
        ("longing(None)", "TookTooLongError"),
        ("sleep(5)", "TookTooLongError"),
        ("NoRepr().__repr__()", "RuntimeError"),
    ],
)
def test_the_fuzzer_sees(call, kind, monkeypatch):
    monkeypatch.setattr(
        api_calls,
        "NAMES",
        api_calls.NAMES | {"leaky": lambda made: made.append(1), "longing": longing, "sleep": time.sleep},
    )
    with pytest.raises(BaseException) as caught:
        api_calls.judge(call, 0.2)
    assert type(caught.value).__name__ == kind
