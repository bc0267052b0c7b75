"""The names of segeval 2, so that a script that uses it runs after ``import seamark.compat.segeval as segeval``.

Values are decimals, as in segeval; alignments are the cheapest there are. ``docs/divergences.md`` lists what differs.
"""

from seamark.compat.segeval.agreement import (
    actual_agreement_linear,
    artstein_poesio_bias_linear,
    fleiss_kappa_linear,
    fleiss_pi_linear,
)
from seamark.compat.segeval.confusion import (
    Average,
    ConfusionMatrix,
    boundary_confusion_matrix,
    fmeasure,
    precision,
    recall,
)
from seamark.compat.segeval.dataset import (
    Dataset,
    Field,
    input_linear_mass_json,
    input_linear_mass_tsv,
    load_nested_folders_dict,
    output_linear_mass_json,
)
from seamark.compat.segeval.formats import (
    BoundaryFormat,
    boundary_string_from_masses,
    convert_masses_to_positions,
    convert_nltk_to_masses,
    convert_positions_to_masses,
)
from seamark.compat.segeval.samples import HEARST_1997_STARGAZER, HYPOTHESIS_STARGAZER
from seamark.compat.segeval.similarity import (
    boundary_edit_distance,
    boundary_similarity,
    boundary_statistics,
    segmentation_similarity,
    weight_a,
    weight_s,
    weight_s_scale,
    weight_t,
    weight_t_scale,
)
from seamark.compat.segeval.summary import summarize
from seamark.compat.segeval.windows import compute_window_size, pk, window_diff

__all__ = [
    "HEARST_1997_STARGAZER",
    "HYPOTHESIS_STARGAZER",
    "Average",
    "BoundaryFormat",
    "ConfusionMatrix",
    "Dataset",
    "Field",
    "actual_agreement_linear",
    "artstein_poesio_bias_linear",
    "boundary_confusion_matrix",
    "boundary_edit_distance",
    "boundary_similarity",
    "boundary_statistics",
    "boundary_string_from_masses",
    "compute_window_size",
    "convert_masses_to_positions",
    "convert_nltk_to_masses",
    "convert_positions_to_masses",
    "fleiss_kappa_linear",
    "fleiss_pi_linear",
    "fmeasure",
    "input_linear_mass_json",
    "input_linear_mass_tsv",
    "load_nested_folders_dict",
    "output_linear_mass_json",
    "pk",
    "precision",
    "recall",
    "segmentation_similarity",
    "summarize",
    "weight_a",
    "weight_s",
    "weight_s_scale",
    "weight_t",
    "weight_t_scale",
    "window_diff",
]
