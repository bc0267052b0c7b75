"""Side-by-side measurements: every figure is a ratio of two times taken in one run on one machine."""
