"""What the IconQA paper publishes (Lu et al., 2021), in percent; what it has beyond this is not told here.

Patch-TRM: from the answers and predictions that came with the data, to as many digits as the paper prints. Random,
question-only, image-only and people: from its table.
"""

from __future__ import annotations

from collections.abc import Mapping

SKILLS = ("geometry", "counting", "comparing", "spatial", "scene", "pattern", "time", "fraction", "estimation",
          "algebra", "measurement", "commonsense", "probability")  # fmt: skip
"""The thirteen, in the order of the paper; an item counts in each that it has."""

_PATCH_TRM = {
    "choose_img": 82.66,
    "choose_txt": 75.19,
    "fill_in_blank": 83.62,
    "all": 80.63,
    "geometry": 81.87,
    "counting": 77.81,
    "comparing": 87.00,
    "spatial": 55.62,
    "scene": 62.39,
    "pattern": 68.75,
    "time": 77.98,
    "fraction": 82.13,
    "estimation": 98.24,
    "algebra": 56.73,
    "measurement": 97.98,
    "commonsense": 92.49,
    "probability": 95.73,
}

PUBLISHED: Mapping[str, Mapping[str, float]] = {
    "baseline/random": {"choose_img": 41.70, "choose_txt": 36.87, "fill_in_blank": 0.29},
    "question_only": {"choose_img": 41.64, "choose_txt": 36.86, "fill_in_blank": 28.45},
    "image_only": {"choose_img": 41.56, "choose_txt": 36.02, "fill_in_blank": 46.65},
    "patch_trm": _PATCH_TRM,
    "people": {"choose_img": 95.69, "choose_txt": 93.91, "fill_in_blank": 93.56},
}
"""By row of the study and by sub-task or skill."""
