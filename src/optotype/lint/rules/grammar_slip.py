"""A slip of grammar that needs no model to be found: a doubled word, a wrong article, verbs that do not agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Remark, Rule
from optotype.lint.rules._fields import texts

_WORDS = re.compile(r"[A-Za-zА-Яа-яЁё'’-]+|[^\sA-Za-zА-Яа-яЁё'’-]+")
_MAY_DOUBLE = language.words_of(
    """
    had that bye ha no very so да нет очень чуть еле blah tom-tom to-to
    """
)
_A_VOWEL = re.compile(
    r"(?<![\w.'\"(=-])a (?=(?!one\b|once\b|uni(?!n|m)|us[ei]|usu|util|eu|ubi|ura|uto|oui|and\b|are\b|also\b"
    r"|always\b|into\b|under\b|over\b|above\b"
    r"|after\b|as\b|at\b|in\b|is\b|it\b|on\b|or\b|of\b)[aeiou][a-z]+)"
)
_AN_CONSONANT = re.compile(
    r"(?<![\w.'\"(=-])an (?=(?:(?!hour|honou?r|honest|heir|homage|herb|historic)[bcdfgjklmnpqrstvwyz]|h(?!o?u?r"
    r"|on|eir|om|erb|ist))[a-z]{2,})"
)
_AGREE = re.compile(
    r"\b(?:do(?:es)? (?:the |an? )?(?:(?!that\b|which\b|who\b|what\b|where\b|when\b|how\b|if\b|as\b|than\b"
    r"|and\b)[\w-]+ ){1,4}"
    r"(?:has|is|was|does)\b"
    r"|there (?:is|was) (?:two|three|four|five|six|seven|eight|nine|ten|many|several|multiple)\b"
    r"|there (?:are|were) (?:an?|one|only one) (?!of\b|or\b|hundred|thousand|single \w+s\b)\w+\b"
    r"|how many (?:[\w-]+ )?(?:is|was|has) (?:there\b|shown\b)"
    r"|how much (?:lines|bars|plots|curves|models|points|methods|values|classes|layers|nodes)\b"
    r"|(?:which|what) (?:are|were) the (?:value|name|color|colour|label|title|range|unit|maximum|minimum"
    r"|accuracy)\b(?!s| and|,)"
    r"|(?:these|those) (?:line|bar|plot|curve|model|figure|graph|point|method|value)\b(?! \w+s\b)"
    r"|this (?:lines|bars|plots|curves|models|figures|graphs|points|methods|values)\b"
    r"|(?:doesn't|does not|don't|do not|didn't|did not|can|could|should|would|must|may|will) (?:has|is|was|had"
    r"|shows|goes|does)\b"
    r"|more (?:higher|lower|larger|smaller|bigger|better|worse|greater|longer|shorter)\b"
    r"|most (?:highest|lowest|largest|smallest|best)\b"
    r"|(?:is|are|was|were) (?:is|are|was|were)\b|(?:the|a|an) (?:the|an?)\b(?! ?[-'\"])"
    r"|(?:more|less|higher|lower|larger|smaller|greater|better|worse) then\b)"
)
_RUSSIAN = re.compile(
    r"\b(?:более (?:выше|ниже|больше|меньше|лучше|хуже|лучший|худший)|самый (?:наибольш|наименьш|наилучш)\w+"
    r"|одеть шапк|"
    r"сколько (?:показатели|строки|столбцы|значения)\b|в (?:течении|следствии)\b|не смотря на то\b|"
    r"также как и также|тоже самое|из за\b|какой (?:значение|количество|число)\b|какая (?:значение|показатель|число)\b|"
    r"какое (?:показатель|строка|столбец|таблица)\b)"
)


@dataclass(frozen=True)
class GrammarSlip(Rule):
    """Patterns that are slips nearly always."""

    group = "clarity"
    field = "question"

    bad = (
        Question.example("What is the the highest value?", answer="5"),
        Question.example("Is there an line above the others?", answer=True),
        Question.example("Does the red line has a peak?", answer=True),
        Question.example("Какой показатель более выше нормы?", answer="первый"),
    )
    good = (
        Question.example("What is the highest value of the line that had had a peak?", answer="5"),
        Question.example("Is there an F1 score above a one-hour limit?", answer=True),
        Question.example("Does the model that has a peak win?", answer=True),
        Question.example("Какой показатель выше нормы?", answer="первый"),
    )

    def check(self, question: Question) -> Iterator[Remark]:
        """Looks for them in the question, and for doubled words everywhere."""
        for field, text in texts(question):
            yield from (Remark(message, field=field) for message in _doubled(text))
        text = question.text
        low = question.low
        if question.russian:
            if (found := _RUSSIAN.search(low)) is not None:
                yield Remark(f"{found[0]!r} is a slip of grammar")
            return
        if (found := _A_VOWEL.search(text)) is not None:
            yield Remark(f"'a' before a vowel: {_beginning(text[found.start() :])!r}")
        if (found := _AN_CONSONANT.search(text)) is not None:
            yield Remark(f"'an' before a consonant: {_beginning(text[found.start() :])!r}")
        if (found := _AGREE.search(low)) is not None:
            yield Remark(f"{found[0]!r} is a slip of grammar")


def _beginning(text: str) -> str:
    return " ".join(text[:60].split()[:2])


def _doubled(text: str) -> Iterator[str]:
    before = ""
    for word in _WORDS.findall(text):
        low = word.lower()
        if low == before and len(low) > 1 and low[0].isalpha() and low not in _MAY_DOUBLE and not word.isupper():
            yield f"the word {word!r} stands twice in a row"
            return
        before = low
