"""Personal data can be read in a picture: a name, a telephone number, an address of mail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype import ocr
from optotype.lint.rules import PictureRule, Question, Shown
from optotype.lint.rules._drawn import drawn
from optotype.lint.rules._personal import personal


@dataclass(frozen=True)
class PersonalDataInPicture(PictureRule):
    """The text in pictures, as tesseract reads it."""

    group = "data"
    severity = "error"
    needs = "tesseract"

    bad = Question.example(
        "Каков гемоглобин?",
        answer="140",
        pictures=[drawn("example/figure", read=lambda: "Пациент: Петрова Анна\nГемоглобин 140 г/л")],
    )
    good = Question.example(
        "Каков гемоглобин?",
        answer="140",
        pictures=[drawn("example/figure", read=lambda: "Гемоглобин 140 г/л\nНорма 130-160 г/л")],
    )

    def lacking(self) -> str | None:
        """It needs tesseract."""
        return ocr.lacking()

    def check(self, shown: Shown) -> Iterator[str]:
        """Looks at what is printed."""
        yield from (f"in the picture, {message}" for message in personal(shown.printed))
