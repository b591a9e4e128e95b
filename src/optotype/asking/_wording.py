"""The words in which items are put, in English and in Russian: the one place that has them.

A mark such as `{unit}` is filled in once, by `fill`; what is filled in is never looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "ru"]

_MARK = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Wording:
    """A template for every form, in one language."""

    picture: str
    """Names a picture where the question has several."""
    caption: str
    text: str
    printed: str
    """Tells the text that can be read in a picture which is not shown."""
    source: tuple[str, str]
    """What a graph is made of: the text, or else the picture."""

    letter: tuple[str, str]
    """What options are named by where every label is one letter: one of them, several of them."""
    label: tuple[str, str]
    """What they are named by otherwise."""

    plain: str
    """Asks for nothing but the answer."""
    brief: str
    """Lets the respondent think first."""
    json: str
    json_brief: str
    answer: str
    """What the line begins with that holds the answer, after thinking."""

    before: Mapping[str, str]
    """By form: what has to be said before the answer is asked for."""
    what: Mapping[str, str]
    """By form: what the answer is."""
    listed: Mapping[str, str]
    """By form: what the answer is where it is a list in JSON."""
    unit: str
    bounds: str
    at_least: str
    at_most: str

    yes: str
    no: str
    unanswerable: str
    """Offers to say that it cannot be answered."""
    cannot: str
    """The sentence that says so."""


def fill(template: str, fields: Mapping[str, str]) -> str:
    """A template with its marks filled in; a mark that nobody knows stays as it is."""
    return _MARK.sub(lambda found: fields.get(found[1], found[0]), template)


_EN_GRAPHS = {
    "factual": (
        "Write {source} as a scene graph. A fact is written ( man , sit on , bench ): the verb in its base form, with"
        " its preposition. A property is ( bench , is , red ), a number is ( men , is , 2 ), and a thing of which "
        "nothing else is said is ( tree )."
    ),
    "factual_ids": (
        "Write {source} as a scene graph. A fact is written ( man , v:sit on , bench ): the verb in its base form, "
        "with its preposition, and v: before it, or pv: if it is passive. A property is ( bench , is , red ), a "
        "number is ( men , is , 2 ), and a thing of which nothing else is said is ( tree ). Tell things of the same "
        "name apart by a number: man, man:1."
    ),
    "factual_mr": (
        "Write {source} as a scene graph. A fact holds, in this order and as far as they are said, a quantity, a "
        "subject, a verb in its base form, a preposition, a quantity and an object: ( 2 , men , sit , on , bench ). A"
        " passive verb has p: before it. A property is ( bench , is , red ), and a thing of which nothing else is "
        "said is ( tree ). Tell things of the same name apart by a number: man, man:1."
    ),
}

_RU_GRAPHS = {
    "factual": (
        "Запишите {source} в виде графа сцены. Факт записывается так: ( man , sit on , bench ), глагол — в начальной "
        "форме, с предлогом. Свойство: ( bench , is , red ), количество: ( men , is , 2 ), предмет, о котором больше "
        "ничего не сказано: ( tree )."
    ),
    "factual_ids": (
        "Запишите {source} в виде графа сцены. Факт записывается так: ( man , v:sit on , bench ), глагол — в "
        "начальной форме, с предлогом, перед ним v:, а если он в страдательном залоге, то pv:. Свойство: ( bench , is"
        " , red ), количество: ( men , is , 2 ), предмет, о котором больше ничего не сказано: ( tree ). Одноимённые "
        "предметы различайте номером: man, man:1."
    ),
    "factual_mr": (
        "Запишите {source} в виде графа сцены. Факт содержит по порядку, если они названы: количество, субъект, "
        "глагол в начальной форме, предлог, количество, объект: ( 2 , men , sit , on , bench ). Перед глаголом в "
        "страдательном залоге стоит p:. Свойство: ( bench , is , red ), предмет, о котором больше ничего не сказано: "
        "( tree ). Одноимённые предметы различайте номером: man, man:1."
    ),
}

WORDINGS: Mapping[Language, Wording] = {
    "en": Wording(
        picture="Picture {number}:",
        caption="Caption: {caption}",
        text="Text: {text}",
        printed="Text in the picture: {text}",
        source=("the text", "the picture"),
        letter=("letter", "letters"),
        label=("label", "labels"),
        plain="Reply with nothing but {what}.",
        brief='Think in a few sentences first. Then end with a line that says "Answer:" and {what}.',
        json="Reply with nothing but JSON: {shape}, where the value is {what}.",
        json_brief="Think in a few sentences first. Then end with a line of JSON: {shape}, where the value is {what}.",
        answer="Answer:",
        before={
            "several": "One or more of the options are right.",
            "ranking": "Rank all options from best to worst.",
            **_EN_GRAPHS,
        },
        what={
            "choice": "the {letter} of the right option",
            "several": "the {letters} of all right options, separated by commas",
            "yes_no": "yes or no",
            "number": "one number{unit}{bounds}",
            "short_text": "a short answer{unit}",
            "ranking": "the {letters} of all options, best first, separated by commas",
            "preference": "the {letter} of the better option",
            "graph": "the facts, separated by commas",
        },
        listed={
            "several": "the list of the {letters} of all right options",
            "ranking": "the list of the {letters} of all options, best first",
        },
        unit=" (unit: {unit})",
        bounds=" from {low} to {high}",
        at_least=" of at least {low}",
        at_most=" of at most {high}",
        yes="yes",
        no="no",
        unanswerable="If it cannot be answered from what is shown, the answer is: {cannot}",
        cannot="It is not possible to answer this question based only on the provided data.",
    ),
    "ru": Wording(
        picture="Изображение {number}:",
        caption="Подпись: {caption}",
        text="Текст: {text}",
        printed="Текст на изображении: {text}",
        source=("текст", "изображение"),
        letter=("буква", "буквы"),
        label=("обозначение", "обозначения"),
        plain="Формат ответа: только {what}, без пояснений.",
        brief="Сначала кратко порассуждайте. Последняя строка ответа: «Ответ:», затем {what}.",
        json="Ответьте только в формате JSON: {shape}, где значение — {what}.",
        json_brief="Сначала кратко порассуждайте. Последняя строка ответа — JSON: {shape}, где значение — {what}.",
        answer="Ответ:",
        before={
            "several": "Верным может быть один вариант или несколько.",
            "ranking": "Расположите все варианты от лучшего к худшему.",
            **_RU_GRAPHS,
        },
        what={
            "choice": "{letter} верного варианта",
            "several": "{letters} всех верных вариантов через запятую",
            "yes_no": "«да» или «нет»",
            "number": "одно число{unit}{bounds}",
            "short_text": "краткий текст или число{unit}",
            "ranking": "{letters} всех вариантов через запятую, начиная с лучшего",
            "preference": "{letter} лучшего варианта",
            "graph": "факты через запятую",
        },
        listed={
            "several": "список: {letters} всех верных вариантов",
            "ranking": "список: {letters} всех вариантов, начиная с лучшего",
        },
        unit=" (единица измерения: {unit})",
        bounds=" от {low} до {high}",
        at_least=" не меньше {low}",
        at_most=" не больше {high}",
        yes="да",
        no="нет",
        unanswerable="Если по показанному ответить нельзя, ответ такой: {cannot}",
        cannot="На этот вопрос невозможно ответить по приведённым данным.",
    ),
}
