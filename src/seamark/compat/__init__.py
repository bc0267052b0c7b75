"""The names of other libraries, for scripts that were written for them: ``segeval`` and ``nltk``."""
