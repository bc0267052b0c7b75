"""Corpora that come with the package."""

from seamark.datasets import stargazer


def test_stargazer_comes_with_its_source():
    corpus = stargazer()
    assert [coding.masses for coding in corpus["stargazer"].values()] == [
        (2, 3, 3, 1, 3, 6, 3),
        (2, 8, 2, 4, 2, 3),
        (2, 1, 2, 3, 1, 3, 1, 3, 2, 2, 1),
        (2, 1, 4, 1, 1, 3, 1, 4, 3, 1),
        (3, 2, 4, 3, 5, 4),
        (2, 3, 4, 2, 2, 5, 3),
        (2, 3, 2, 2, 3, 1, 3, 2, 3),
    ]
    assert "Hearst" in corpus.metadata["source"]
