"""The only door to the compiled kernel: typed functions over plain columns."""
