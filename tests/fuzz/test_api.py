"""A fixed set of fuzzed calls of the public API, and the fuzzer's own eyes."""

import time

import pytest

from tests.fuzz import api_calls


def test_fuzzed_calls_end_in_a_result_or_a_sentence():
    findings = api_calls.run(1500, seed=1)
    assert not findings, "\n" + api_calls.report(findings)


def leaky(value: list[int]) -> None:
    value.append(1)


def longing(value: object) -> None:
    while True:
        pass


def waiting(value: object) -> None:
    time.sleep(5)


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ("len(None)", "TypeError"),
        ("int('x')", "ValueError"),
        ("np.log(np.zeros(1))", "RuntimeWarning"),
        ("leaky([])", "changed argument"),
        ("longing(None)", "Hang"),
        ("waiting(None)", "Hang"),
        ("NoRepr().__repr__()", "RuntimeError"),
    ],
)
def test_the_fuzzer_sees(call, kind, monkeypatch):
    monkeypatch.setattr(api_calls, "SECONDS", 0.2)
    monkeypatch.setattr(api_calls, "NAMES", api_calls.NAMES | {"leaky": leaky, "longing": longing, "waiting": waiting})
    assert [finding.kind for finding in api_calls.judge(1, call)] == [kind]
