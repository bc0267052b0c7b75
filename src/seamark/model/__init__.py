"""What a segmentation is, many of them in columns, and the alignment of two."""
