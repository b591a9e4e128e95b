"""Optotype: eye charts for vision-language models.

import optotype

bench = optotype.init("chart")
bench.import_("iconqa", "iconqa_data")
for item in bench.items(skill="counting"):
    ...
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from optotype.evaluate.scoring import score
    from optotype.parsing import parse
    from optotype.recommending import recommend
    from optotype.workbench import Workbench

    init = Workbench.init
    open = Workbench.open

__all__ = ["Workbench", "__version__", "init", "open", "parse", "recommend", "score"]

__version__ = "0.1.0"

# Libraries that tell their makers how they are used read these when they are loaded, onnxruntime before anybody could
# ask it not to. What somebody set stays.
for _silent, _value in {
    "ORT_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "RAY_USAGE_STATS_ENABLED": "0",
}.items():
    os.environ.setdefault(_silent, _value)


def __getattr__(name: str) -> object:
    # importing the package loads no database and no validator: commands start fast
    if name == "score":
        from optotype.evaluate.scoring import score

        return score
    if name == "parse":
        from optotype.parsing import parse

        return parse
    if name == "recommend":
        from optotype.recommending import recommend

        return recommend
    if name in __all__:
        from optotype.workbench import Workbench

        return Workbench if name == "Workbench" else getattr(Workbench, name)
    raise AttributeError(f"module 'optotype' has no attribute '{name}'")
