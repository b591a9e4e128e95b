"""The page of a recommendation: whatever a paper holds, it is shown, and nothing of it runs."""

from __future__ import annotations

import io
import json
import re
import tomllib
from dataclasses import replace
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import optotype
from optotype import rankers
from optotype.rankers import Reason
from optotype.recommending import Choice, Recommendation, Told, recommend
from optotype.recommending.inspiring import Inspiration, Wish
from optotype.recommending.page import MOST, marked, page, write_page
from optotype.web import alone
from optotype.web.words import LANGUAGES, Language, Words

EVIL = "</style></script><script>alert(1)</script><img src=x onerror=alert(2)>\"'><MATH> x </MATH>"


def picture(size: tuple[int, int] = (200, 100), *, noise: bool = False) -> bytes:
    image = Image.effect_noise(size, 90).convert("RGB") if noise else Image.new("RGB", size, "#2e6fba")
    made = io.BytesIO()
    image.save(made, "PNG")
    return made.getvalue()


def choice(place: int, *, caption: str = "Overview of the network.", label: str = "") -> Choice:
    return Choice(
        place=place,
        figure=f"F{place}",
        label=label or f"Figure {place}:",
        caption=caption,
        score=-float(place),
        confidence=2.0**-place,
        reasons=(Reason("words", 0.5, ("network",)), Reason("width", -0.25)),
        matched=("network",),
        pictures=(f"p{place}",),
    )


def recommended(
    *choices: Choice, content: bytes | None = None, inspirations: tuple[Inspiration, ...] = (), title: str = "A title"
) -> Recommendation:
    file = picture() if content is None else content
    paper = Told("a/1", title, ("Ana",), "2024-05-06", "A network that ranks networks.", ("cs.CV",))
    return Recommendation(
        paper,
        "blend",
        "in words",
        choices,
        0.7 if choices else None,
        None,
        inspirations=inspirations,
        searched=Wish() if inspirations else None,
        open_picture=lambda _picture: file,
    )


class Tags(HTMLParser):
    """Counts elements, and takes down attributes that could load or run something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.risky: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        for name, value in attrs:
            if name.startswith("on") or (name in ("src", "href") and not (value or "").startswith(("#", "data:"))):
                self.risky.append(f"{tag} {name}={value}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_script_in_captions_titles_and_words_is_a_text(language: Language) -> None:
    other = Inspiration(1, "b/1", EVIL, (EVIL,), EVIL, (EVIL,), EVIL, EVIL, EVIL, 0.5, 0.5, None, (EVIL,), ("p9",))
    evil = Choice(
        1, EVIL, EVIL, EVIL, 1.0, 1.0, (Reason(EVIL, 1.0, (EVIL,)),), (EVIL,), ("p1",), part="x", part_label=EVIL
    )
    text = page(recommended(evil, inspirations=(other,), title=EVIL), language)
    tags = Tags(text)
    assert "script" not in tags.names
    assert tags.names.count("style") == 1
    assert not tags.risky
    assert "alert(1)" in text
    assert "script-src" not in text.partition("<style>")[0]  # so nothing may run: default-src is 'none'


def test_our_own_style_cannot_close_its_element() -> None:
    for sheet in ("paper.css", "map.css"):
        assert "</" not in alone.style("optotype.recommending", sheet)
    assert "</script" not in alone.script("optotype.recommending", "map.js").casefold()


def test_a_thousand_figures_of_noise_with_endless_captions_give_a_page_of_bounded_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("optotype.recommending.page.BUDGET", 300_000)
    loud = picture((400, 300), noise=True)
    text = page(recommended(*(choice(n, caption="<MATH> " * 50_000) for n in range(1, 1_001)), content=loud))
    assert len(text) < 300_000 + 1_500_000
    assert text.count('class="place number"') == MOST
    assert "880 more figures" in text
    assert "pictures were left out" in text


def test_pictures_that_cannot_be_opened_are_told_as_such() -> None:
    text = page(recommended(choice(1), content=b"\x89PNG\r\n\x1a\nnothing"))
    assert "The picture cannot be shown" in text
    assert "<img" not in text


def test_words_are_marked_by_their_stems() -> None:
    assert marked("Networks, and a NETWORK.", ["network"]) == [
        ("Networks", True),
        (", and a ", False),
        ("NETWORK", True),
        (".", False),
    ]
    assert marked("x", ()) == [("x", False)]


def test_without_figures_the_page_says_what_to_do() -> None:
    text = page(recommended())
    assert "There is no figure to choose from" in text
    assert "NaN" not in text


def test_shuffled_figures_give_the_same_page(tmp_path: Path) -> None:
    figures: list[dict[str, Any]] = [
        {"ID": f"1_F{n}", "caption": caption, "path": f"{n}.png", "subfigures": []}
        for n, caption in enumerate(("Loss.", "Overview of a network that ranks.", "Errors.", "Errors."), 1)
    ]
    for n in range(1, 5):
        Image.new("RGB", (100 * n, 90), (60 * n, 40, 90)).save(tmp_path / f"{n}.png")
    pages: list[bytes] = []
    for turn, order in enumerate((figures, figures[::-1])):
        paper: dict[str, Any] = {"ID": "1", "title": "T", "abstract": "A network that ranks.", "figures": order}
        (tmp_path / f"{turn}.json").write_text(json.dumps(paper), encoding="utf-8")
        write_page(recommend(tmp_path / f"{turn}.json"), tmp_path / "page.html")
        pages.append((tmp_path / "page.html").read_bytes())
    assert pages[0] == pages[1]


def test_the_weights_of_the_package_point_where_the_page_says() -> None:
    """The sentences on words and cues name a direction; weights that were learned anew could make them lies."""
    weights = json.loads(resources.files("optotype").joinpath("embedded/blend/weights.json").read_text("utf-8"))
    assert weights["words"] > 0
    assert weights["cues of the whole"] > 0
    assert weights["cues of results"] < 0


def test_every_reason_of_the_blend_is_told_in_every_language() -> None:
    for language in LANGUAGES:
        table = Words(language, "optotype.recommending").table
        assert {f"reasons.{name}" for name in rankers.family["blend"].meanings} <= set(table)


@pytest.mark.parametrize("table", sorted((Path(optotype.__file__).parent / "recommending" / "words").glob("*.toml")))
def test_every_text_is_there_in_both_languages(table: Path) -> None:
    for key, texts in tomllib.loads(table.read_text(encoding="utf-8")).items():
        assert set(texts) == set(LANGUAGES), key
        assert re.search("[а-яё]", texts["ru"].casefold()), key
        assert len({frozenset(re.findall(r"\{(\w+)\}", text)) for text in texts.values()}) == 1, key


def test_remarks_of_ours_are_translated_and_those_of_files_are_not() -> None:
    ours = ("Only 1,200 other papers of the corpus meet what was asked for.", "\\input{a}: reads itself in")
    found = replace(recommended(choice(1)), notes=ours)
    english, russian = page(found), page(found, "ru")
    assert ours[0] in english
    assert (
        '<p class="note" lang="ru" dir="auto">Других статей корпуса, которые отвечают запросу, всего 1\xa0200.'
        in russian
    )
    assert f'<p class="note" lang="en" dir="auto">{ours[1]}' in russian


def test_every_remark_that_is_translated_is_one_that_is_made() -> None:
    folder = resources.files("optotype.recommending")
    made = "".join(
        folder.joinpath(f"{name}.py").read_text(encoding="utf-8") for name in ("__init__", "inspiring", "mapping")
    )
    told = re.sub(r"\{[^{}]*:,\}", "#", made)
    for remark in tomllib.loads(folder.joinpath("words/notes.toml").read_text(encoding="utf-8")):
        assert remark in told
