"""What tests of rankers share: trainings, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype.training import train
from tests.conftest import Once, library
from tests.rankers.papers import fill
from tests.respondents import tiny

_SMALL = "hidden=8,epochs=2,batch=4"


@pytest.fixture(scope="session")
def made(once: Once) -> Path:
    """A bench of small papers, a tiny CLIP, and a training with every kind of encoder."""
    library("torch")

    def fill_it(folder: Path) -> None:
        bench, clip = fill(folder / "bench"), tiny.clip(folder / "clip")
        for name, spec in {
            "pixels": f"ga_bc:{_SMALL},encoder=resnet,side=32,channels=8",
            "embedded": "abs2fig:hidden=8,epochs=8,batch=4,rate=0.01,mean=0.5",
            "heads": f"abs2fig_caption:{_SMALL},loss=both,encoder=hf/{clip}",
            "tuned": f"abs2fig_caption:epochs=1,batch=4,rate=1e-5,tune=true,encoder=hf/{clip}",
        }.items():
            train(spec, bench, folder / name, threads=1)

    return once("trained rankers", fill_it)
