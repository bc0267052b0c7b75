"""Ready segmenters: baselines, chunks of equal size, separators, TextTiling."""
