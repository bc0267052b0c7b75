"""One file per format: what it is called, how to tell it, how to read and write it."""
