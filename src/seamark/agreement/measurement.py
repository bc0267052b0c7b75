"""Everything that is counted once for a corpus and then summed in many ways."""

from __future__ import annotations

from dataclasses import dataclass

from seamark.agreement.base import Coefficient, CoefficientName, Term, whole
from seamark.agreement.chance import ChanceOptions
from seamark.agreement.expected import expected_term
from seamark.agreement.observed import Likeness, ObservedAgreement, require_pairs
from seamark.model.coder_pairs import CoderPairs
from seamark.model.corpus import Corpus


@dataclass(frozen=True, slots=True, eq=False)
class Measurement:
    """A corpus with all its pairs compared, and both closed forms of chance."""

    corpus: Corpus
    pairs: CoderPairs
    likeness: Likeness
    observed: ObservedAgreement
    pi: Term
    kappa: Term

    @classmethod
    def of(cls, corpus: Corpus, likeness: Likeness, options: ChanceOptions) -> Measurement:
        """Compare all pairs of coders, once."""
        pairs = require_pairs(corpus)
        return cls(
            corpus,
            pairs,
            likeness,
            ObservedAgreement.of(likeness, pairs, len(corpus)),
            expected_term(corpus, pairs, "pi", options),
            expected_term(corpus, pairs, "kappa", options),
        )

    @property
    def items(self) -> int:
        """How many items there are."""
        return len(self.corpus)

    @property
    def coders(self) -> int:
        """How many coders there are."""
        return len(self.corpus.coder_names)

    def closed(self, coefficient: CoefficientName) -> Coefficient:
        """A coefficient with its closed form of chance."""
        return Coefficient(self.observed, self.pi if coefficient == "pi" else self.kappa)

    def whole(self, term: Term) -> float:
        """A term over the whole corpus."""
        return whole(term, self.items, self.coders)
