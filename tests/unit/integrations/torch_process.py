"""One of several processes that score a share of the pairs; `python -m ... RANK PROCESSES FOLDER` prints the value."""

import json
import sys

from tests.unit.integrations.scored_pairs import NAMES, pairs

if __name__ == "__main__":
    import torch.distributed as dist  # only here: pytest reads this file, too, where there is no torch

    from seamark.integrations.torchmetrics import SegmentationMetric

    rank, processes, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    dist.init_process_group("gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=processes)
    values = {}
    for name in NAMES:
        metric = SegmentationMetric(name, average="macro" if name == "B:n=7" else "micro")
        # A share that is not even, in batches.
        mine = pairs()[:37] if rank == 0 else pairs()[37:]
        for start in range(0, len(mine), 10):
            batch = mine[start : start + 10]
            metric.update([guess for _, guess in batch], [truth for truth, _ in batch])
        values[name] = float(metric.compute()).hex()
    dist.destroy_process_group()
    sys.stdout.write(json.dumps(values))
