"""The map of a corpus, and its page."""

from __future__ import annotations

import io
import json
import math
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from optotype.errors import OptotypeError
from optotype.recommending.map_page import page as map_page
from optotype.recommending.mapping import CorpusMap, Spot, components, fitted, map_papers
from optotype.workbench import Workbench

EVIL = "</script><script>alert(1)</script>"


def corpus(folder: Path, *papers: dict[str, Any]) -> Path:
    for number, paper in enumerate(papers):
        made: dict[str, Any] = {"ID": str(number), "title": "", "abstract": "", "figures": [], **paper}
        (folder / f"{number}.json").write_text(json.dumps(made), encoding="utf-8")
    return folder


def spot(number: int, x: float, y: float, field: str = "") -> Spot:
    return Spot(f"a/{number}", f"Paper {number}", ("Ana",), "1999", field, (field,), x, y, f"p{number}", True)


def content(_picture: str) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (300, 200), "#3a9b64").save(made, "PNG")
    return made.getvalue()


def test_near_papers_lie_near_and_the_order_of_papers_does_not_count(tmp_path: Path) -> None:
    texts = ["Stars and galaxies of the sky.", "Galaxies and stars at night.", "A parser of sentences in Russian."]
    places: list[dict[str, tuple[float, float]]] = []
    for name, order in (("a", texts), ("b", texts[::-1])):
        (tmp_path / name).mkdir()
        found = map_papers(corpus(tmp_path / name, *({"abstract": text, "title": text} for text in order)))
        places.append({one.title: (one.x, one.y) for one in found.spots})
    assert places[0] == places[1]
    near, far = (math.dist(places[0][texts[0]], places[0][other]) for other in texts[1:])
    assert near < far


def test_one_paper_without_a_field_has_a_place_in_the_middle(tmp_path: Path) -> None:
    found = map_papers(corpus(tmp_path, {"title": EVIL, "abstract": "Something."}, {"title": ""}))
    assert [(one.x, one.y, one.field) for one in found.spots] == [(0.5, 0.5, "")]
    assert found.fields == ()
    assert any("neither an abstract nor a title" in note for note in found.notes)
    text = map_page(found, "ru")
    assert "NaN" not in text
    assert EVIL not in text
    assert text.count("<script") == 2


def test_a_bench_remembers_the_vectors_of_its_papers(tmp_path: Path) -> None:
    with Workbench.init(tmp_path / "bench") as bench:
        bench.draw("papers", count=2, seed=1)
        first = bench.map_papers()
        assert (bench.folder / "neighbours" / "all-minilm-l6-v2-papers.db").is_file()
        assert bench.map_papers() == first
        assert all(one.picture and first.open_picture(one.picture) for one in first.spots)


def test_components_are_those_of_the_covariance_whichever_way_the_data_lie() -> None:
    drawn = np.random.default_rng(0).normal(size=(50, 6)) * [5, 3, 1, 1, 1, 1]
    places, told = components(drawn)
    values = np.linalg.svd(drawn - drawn.mean(axis=0), compute_uv=False) ** 2
    assert told == pytest.approx(values[:2].sum() / values.sum())
    assert (places**2).sum(axis=0) == pytest.approx(values[:2])
    assert np.isfinite(fitted(places)).all()
    assert fitted(places).min() >= 0
    assert fitted(places).max() <= 1
    same, nothing = components(np.ones((3, 4)))
    assert nothing is None
    assert (fitted(same) == 0.5).all()


def test_umap_is_used_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = corpus(tmp_path, *({"title": f"Paper number {n}"} for n in range(6)))
    if "umap" not in sys.modules:
        with pytest.raises(OptotypeError, match=r"optotype\[umap\]"):
            map_papers(there, by="umap")

    class Umap:
        """Stands in for the library: what it is asked for, and two columns."""

        def __init__(self, **settings: object) -> None:
            assert settings["n_neighbors"] == 5
            assert settings["metric"] == "cosine"

        def fit_transform(self, vectors: Any) -> Any:
            return vectors[:, :2]

    fake = SimpleNamespace(UMAP=Umap, __spec__=object())
    monkeypatch.setitem(sys.modules, "umap", fake)
    found = map_papers(there, by="umap")
    assert (found.by, found.told, len(found.spots)) == ("umap", None, 6)


def test_pictures_for_which_there_is_no_room_are_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("optotype.recommending.map_page.BUDGET", 5_000)
    spots = tuple(spot(n, n / 60, 0.5) for n in range(60))
    text = map_page(CorpusMap("x", "pca", spots, (), None, 60, open_picture=content))
    assert text.count("data:image/webp") < 60
    assert "shown without their pictures" in text
