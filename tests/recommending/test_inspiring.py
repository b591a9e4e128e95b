"""Inspiring: graphical abstracts of other papers, near in meaning, never the paper's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

import optotype
from optotype.errors import OptotypeError
from optotype.recommending import Recommendation, recommend
from optotype.recommending.inspiring import Wish
from optotype.records import Paper, Picture
from tests.metrics.pictured import Plainly, noise
from tests.respondents import tiny

ABOUT = {
    "1": ("Detecting cats in photographs", "We detect cats in photographs by a neural network.", "cs.CV", "2019-02-03"),
    "2": ("Finding dogs", "We find dogs in pictures with a convolutional neural network.", "cs.CV", "2021"),
    "3": ("Sparse solvers", "We solve sparse linear systems of equations by multigrid.", "math.NA", "2022-05-01"),
    "4": ("Recognising kittens", "A neural network recognises kittens in images.", "cs.LG", ""),
}


def corpus(folder: Path, about: dict[str, tuple[str, str, str, str]] = ABOUT) -> Path:
    """Papers as SciGA has them, each with a graphical abstract."""
    papers: list[object] = []
    for id, (title, abstract, field, published) in about.items():
        (folder / id).mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (20, 10 + len(papers)), "#2e6fba").save(folder / id / "ga.png")
        papers.append(
            {
                "ID": id,
                "title": title,
                "published": published,
                "abstract": abstract,
                "subjects": {"arXiv": [field]},
                "graphical_abstract": {"ID": f"{id}_GA", "type": "Original", "path": ["ga.png"], "caption": ""},
                "figures": [{"ID": f"{id}_F1", "caption": "A figure."}],
            }
        )
    (folder / "papers.json").write_text(json.dumps(papers))
    return folder / "papers.json"


def mine(folder: Path, title: str = "Cats", abstract: str = "A neural network that detects cats in photos.") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mine.md").write_text(f"# {title}\n\n## Abstract\n\n{abstract}\n\n![The network.](x.png)\n")
    return folder / "mine.md"


def told(found: Recommendation) -> list[str]:
    return [one.paper.rpartition("/")[2] for one in found.inspirations]


def asked(paper: Path, papers: object, **wish: object) -> Recommendation:
    return recommend(paper, by="abs2cap", corpus=papers, wish=Wish(**wish))  # pyright: ignore[reportArgumentType]


def test_papers_that_are_near_come_first_with_their_pictures(tmp_path: Path) -> None:
    found = asked(mine(tmp_path / "m"), corpus(tmp_path / "c"))
    assert told(found)[-1] == "3"
    assert told(found)[0] in ("1", "4")
    first = found.inspirations[0]
    assert first.score == first.abstracts > 0.5
    assert first.captions is None
    assert "network" in first.matched
    assert (found.content(first.pictures[0]) or b"").startswith(b"\x89PNG")


def test_fields_years_and_numbers_are_minded(tmp_path: Path) -> None:
    paper, papers = mine(tmp_path / "m"), corpus(tmp_path / "c")
    assert set(told(asked(paper, papers, fields=("cs",)))) == {"1", "2", "4"}
    assert set(told(asked(paper, papers, fields=("cs.CV", "math")))) == {"1", "2", "3"}
    assert set(told(asked(paper, papers, years=(2020, 2022)))) == {"2", "3"}
    assert len(told(asked(paper, papers, count=2))) == 2
    nobody = asked(paper, papers, fields=("q-bio",))
    assert nobody.inspirations == ()
    assert any("No other paper" in note for note in nobody.notes)


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        ("Detecting Cats in Photographs!", "Something else."),
        ("Another", "We detect cats in photographs, by a neural network"),
    ],
)
def test_the_paper_itself_is_never_among_them(tmp_path: Path, title: str, abstract: str) -> None:
    assert "1" not in told(asked(mine(tmp_path / "m", title, abstract), corpus(tmp_path / "c")))


def test_a_paper_of_a_bench_is_not_recommended_to_itself(tmp_path: Path) -> None:
    with optotype.init(tmp_path / "b") as bench:
        bench.import_("sciga", corpus(tmp_path / "c"))
        found = bench.recommend("sciga/1", by="abs2cap", corpus=bench)
        assert sorted(told(found)) == ["2", "3", "4"]


def test_a_bench_keeps_its_index_and_adds_what_is_new(tmp_path: Path) -> None:
    first = dict(list(ABOUT.items())[:2])
    with optotype.init(tmp_path / "b") as bench:
        bench.import_("sciga", corpus(tmp_path / "c", first))
        paper = mine(tmp_path / "m")
        assert told(asked(paper, bench)) == ["1", "2"]
        (file,) = (tmp_path / "b" / "neighbours").glob("*.db")
        before = file.stat().st_ino
        bench.import_("sciga", corpus(tmp_path / "c"))
        grown = asked(paper, bench)
        assert file.stat().st_ino == before
    anew = asked(paper, corpus(tmp_path / "c"))
    assert [(one.paper, one.score) for one in grown.inspirations] == [
        (one.paper, one.score) for one in anew.inspirations
    ]
    assert told(asked(paper, tmp_path / "b")) == told(grown)


def test_diversity_of_one_is_the_plain_order_and_less_shows_others(tmp_path: Path) -> None:
    about = {f"{n}": (f"Cats {n}", f"We detect cats in photographs, number {n}.", "cs.CV", "2020") for n in range(5)}
    about["9"] = ("Dogs", "A convolutional network finds dogs.", "cs.CV", "2020")
    paper, papers = mine(tmp_path / "m"), corpus(tmp_path / "c", about)
    plain = asked(paper, papers, count=3)
    assert asked(paper, papers, count=3, diverse=1.0).inspirations == plain.inspirations
    assert "9" not in told(plain)
    assert "9" in told(asked(paper, papers, count=3, diverse=0.3))


def test_captions_of_what_it_was_made_from_count_too(tmp_path: Path) -> None:
    file = corpus(tmp_path / "c", dict(list(ABOUT.items())[:3]))
    data = json.loads(file.read_text())
    data[2]["graphical_abstract"] |= {"type": "Reused", "components": ["3_F1"]}
    data[2]["figures"][0]["caption"] = "Figure 1: A neural network that detects cats in photos."
    file.write_text(json.dumps(data))
    paper = mine(tmp_path / "m")
    assert told(asked(paper, file, by="caption"))[0] == "3"
    assert told(asked(paper, file, by="abstract"))[-1] == "3"
    (third,) = (one for one in asked(paper, file).inspirations if one.title == ABOUT["3"][0])
    assert third.captions == pytest.approx(1, abs=1e-4)


def test_russian_papers_are_compared_by_the_multilingual_encoder(tmp_path: Path) -> None:
    paper = mine(tmp_path / "m", "Коты", "Нейронная сеть находит котов на фотографиях.")
    assert told(asked(paper, corpus(tmp_path / "c")))[-1] == "3"


def test_a_folder_of_papers_is_a_corpus(tmp_path: Path) -> None:
    for id, (title, abstract, _, _) in ABOUT.items():
        folder = tmp_path / "c" / id
        mine(folder, title, abstract)
        Image.new("RGB", (20, 10), "#2e6fba").save(folder / "graphical_abstract.png")
    mine(tmp_path / "c" / "without", "Cats again", "We detect cats in photographs, all of them, by day.")
    found = asked(mine(tmp_path / "m"), tmp_path / "c")
    assert len(found.inspirations) == 4
    assert found.content(found.inspirations[0].pictures[0])


def test_what_cannot_be_a_corpus_is_told(tmp_path: Path) -> None:
    paper = mine(tmp_path / "m")
    with pytest.raises(OptotypeError, match="does not exist"):
        asked(paper, tmp_path / "nowhere")
    with optotype.init(tmp_path / "b") as bench, pytest.raises(OptotypeError, match="no paper in it has a graphical"):
        asked(paper, bench)
    with pytest.raises(OptotypeError, match="between 0 and 1"):
        Wish(diverse=float("nan"))


def test_hostile_papers_break_nothing(tmp_path: Path) -> None:
    about = {
        "a": ("", "", "", "NaN"),
        "b": ("x" * 5_000, "\\(" * 5_000, "'; --", "99999"),
        "c": ("<script>alert(1)</script>", "\u202e NaN inf " * 50, "cs.CV", "2020-13-45"),
    }
    found = asked(mine(tmp_path / "m"), corpus(tmp_path / "c", about), fields=(), years=None)
    assert len(found.inspirations) == 3
    assert all(-1 <= one.score <= 1 for one in found.inspirations)
    with optotype.init(tmp_path / "b") as bench:
        bench.import_("sciga", corpus(tmp_path / "c", about))
        assert len(list(bench.store.each(Paper))) == 3
        assert len(asked(mine(tmp_path / "m"), bench).inspirations) == 3


# --- by pictures, with a CLIP


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.clip(tmp_path_factory.mktemp("clips") / "tiny-clip")


def painted(folder: Path) -> Path:
    """The corpus, with pictures that do not look alike."""
    papers = corpus(folder)
    for id in ABOUT:
        noise(int(id)).save(folder / id / "ga.png")
    return papers


def test_a_clip_ranks_by_the_cosine_of_pictures_with_the_abstract(tmp_path: Path, clip: Path) -> None:
    found = asked(mine(tmp_path / "m"), painted(tmp_path / "c"), encoder=f"hf/{clip}")
    plainly, text = Plainly(clip), "A neural network that detects cats in photos."
    cosines = {id: plainly.cosine(text, int(id)) for id in ABOUT}
    assert told(found) == sorted(cosines, key=lambda id: -cosines[id])
    for one in found.inspirations:
        assert one.score == pytest.approx(cosines[one.paper.rpartition("/")[2]], abs=1e-4)
    assert found.inspirations[0].score != pytest.approx(found.inspirations[0].abstracts, abs=1e-3)


def test_fields_and_diversity_are_minded_among_pictures(tmp_path: Path, clip: Path) -> None:
    paper, papers, encoder = mine(tmp_path / "m"), painted(tmp_path / "c"), f"hf/{clip}"
    assert set(told(asked(paper, papers, encoder=encoder, fields=("cs.CV",)))) == {"1", "2"}
    plain, mixed = (told(asked(paper, papers, encoder=encoder, diverse=share)) for share in (1.0, 0.0))
    assert plain[0] == mixed[0]
    assert sorted(plain) == sorted(mixed)


def test_a_bench_looks_at_each_picture_once_and_anew_when_it_changes(tmp_path: Path, clip: Path) -> None:
    encoder, paper = f"hf/{clip}", mine(tmp_path / "m")
    with optotype.init(tmp_path / "b") as bench:
        bench.import_("sciga", painted(tmp_path / "c"))
        first = asked(paper, bench, encoder=encoder)
        (file,) = (tmp_path / "b" / "neighbours").glob("clip-*-picture.db")
        written = file.stat().st_mtime_ns
        assert asked(paper, bench, encoder=encoder).inspirations == first.inspirations
        assert file.stat().st_mtime_ns == written
        near = [one.pictures[0] for one in first.inspirations]
        best, worst = (bench.store.get(Picture, near[place]) for place in (0, -1))
        assert best is not None
        assert worst is not None
        with bench.store.event("test") as event:
            event.put(best.model_copy(update={"file": worst.file}), worst.model_copy(update={"file": best.file}))
        again = asked(paper, bench, encoder=encoder).inspirations
        assert [one.pictures[0] for one in again] == [near[-1], *near[1:-1], near[0]]


def test_a_picture_that_cannot_be_looked_at_is_left_out(tmp_path: Path, clip: Path) -> None:
    papers = painted(tmp_path / "c")
    (tmp_path / "c" / "2" / "ga.png").unlink()
    found = asked(mine(tmp_path / "m"), papers, encoder=f"hf/{clip}")
    assert sorted(told(found)) == ["1", "3", "4"]
    assert any("Only 3 other papers" in note for note in found.notes)


def test_an_encoder_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match="hf/PATH"):
        Wish(encoder="klip")
    with pytest.raises(OptotypeError, match="nowhere"):
        asked(mine(tmp_path / "m"), corpus(tmp_path / "c"), encoder=f"hf/{tmp_path / 'nowhere'}")
