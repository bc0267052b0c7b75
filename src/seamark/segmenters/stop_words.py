"""Words that say nothing about a topic."""

from __future__ import annotations

#: English function words in lower case, and what is left of contractions when apostrophes split them.
ENGLISH: frozenset[str] = frozenset(
    """
    a about above across after again against ago ain all almost along already also although always am among an and
    another any anybody anyone anything are aren around as at away back be became because become been before behind
    being below beside besides between beyond both but by came can cannot come could couldn d did didn do does doesn
    doing don done down during each either else enough even ever every everybody everyone everything far few for from
    further get go going gone got had hadn half has hasn have haven having he her here hers herself him himself his how
    however i if in indeed instead into is isn it its itself just know last least less let like little ll m made make
    many may me might mightn mine more most much must mustn my myself near need needn neither never next no nobody none
    nor not nothing now o of off often on once one only onto or other others ought our ours ourselves out over own
    perhaps please quite rather re s said same say says see seem seemed seems several shall shan she should shouldn
    since so some somebody someone something still such t than that the their theirs them themselves then there
    therefore these they thing things think this those though through thus till to together too toward towards two
    under until up upon us used ve very was wasn way we well went were weren what whatever when where whether which
    while who whom whose why will with within without won would wouldn yes yet you your yours yourself yourselves
    """.split()  # noqa: SIM905  # a page of quotation marks is harder to read
)
