"""Ready segmenters: baselines, chunks of equal size, separators, TextTiling; and how to run one over texts."""

from seamark.segmenters.baselines import Baseline, baselines
from seamark.segmenters.run import Segmenter, segment_texts
from seamark.segmenters.separators import Chunks, Separators
from seamark.segmenters.text_tiling import TextTiling

__all__ = ["Baseline", "Chunks", "Segmenter", "Separators", "TextTiling", "baselines", "segment_texts"]
