"""Ready segmenters: baselines, chunks of equal size, separators, TextTiling; and how to run one over texts."""

from seamark.segmenters.baselines import Baseline, baselines
from seamark.segmenters.run import Chunks, Segmenter, Separators, TextTiling, segment_texts

__all__ = ["Baseline", "Chunks", "Segmenter", "Separators", "TextTiling", "baselines", "segment_texts"]
