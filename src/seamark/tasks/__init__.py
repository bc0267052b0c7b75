"""What each field scores: a declaration per task, and ``score``, which takes one."""
