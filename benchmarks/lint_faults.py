"""How many planted faults does each rule of lint find, and how often does it speak where none was planted?

    python benchmarks/lint_faults.py [--seed 2] [--each 60] [--rule NAME] [--data validation.json]

Two sets are taken as they are: SciVQA's validation set, which people have checked, in English (where it is at hand),
and tables, icons and charts that the project draws, in Russian and English. For each rule a copy is made in which that
one fault is planted in some questions, chosen by chance, and the rule looks at the whole copy. Rules were written with
seed 1; any other seed chooses other questions, and other wordings, which took no part in writing the rules.

What a rule says about questions in which nothing was planted is counted beside it. It need not be wrong: the sets have
faults of their own. `docs/lint.md` tells how many of those were, by hand.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from _peers import DATA
from PIL import Image

from optotype import Workbench, init
from optotype.lint import language
from optotype.lint.question import Question, Shown
from optotype.lint.rules import check, family
from optotype.records import Choice, Gold, Item, Option, Picture, ShortText, Value, labels

held_out = True
"""Are faults put in wordings that nobody looked at while rules were written?"""

HELD_OUT: dict[str, tuple[str, ...]] = {
    "fillers": ("Hard to say", "Only partially", "It is not visible", "No data", "Other", "Possibly", "Undecidable"),
    "fillers_ru": ("Не видно", "Другое", "Трудно сказать", "Только частично"),
    "types": (
        "Which sort of plot is it?",
        "What kind of visualization do the authors present?",
        "Does the figure show a bar chart?",
        "Tell the kind of graph that is shown.",
        "Which diagram type was used to show the results?",
        "What type of picture is shown?",
        "Is it a line graph?",
        "К какому виду диаграмм относится рисунок?",
        "Назовите вид графика.",
        "What is this kind of chart called?",
    ),
    "wordings": (
        "There is too little data for an answer.",
        "The image does not contain this detail.",
        "You cannot read this off the plot.",
        "Not answerable",
        "No information on this was given.",
        "One would need the full paper; the figure does not tell.",
        "It can not be decided.",
        "Not mentioned anywhere.",
        "Рисунок не позволяет ответить.",
        "Данных недостаточно.",
        "В таблице это не указано.",
        "Нельзя установить по графику.",
    ),
    "parts": (
        "At which value does the y-axis end?",
        "What is shown on the x-axis?",
        "How many lines does the plot have?",
        "What is the lowest value in the chart?",
        "Does the curve in the plot fall?",
        "Which unit does the axis have?",
        "What is the root of the tree?",
        "Что показано на диаграмме?",
        "Какова подпись оси ординат?",
        "Which symbol does the legend explain?",
    ),
    "plain": (
        "When was {} published?",
        "What is the purpose of {}?",
        "Which corpus is {} taken from?",
        "How is {} abbreviated?",
        "What does {} measure?",
        "Which team built {}?",
        "What is the input of {}?",
    ),
    "plain_ru": ("Сколько стоит {}?", "Кто назначил {}?", "Что измеряет {}?"),
    "left": (
        "[fill in]",
        "(TODO)",
        "{image_caption}",
        "<write the question>",
        "XXXXX",
        "{{text}}",
        "TBD: axis",
        "[please add]",
        "Lorem ipsum",
        "[текст вопроса]",
        "[name of the model]",
    ),
    "options": ("Choice 1", "OPTION C", "Distractor B", "Answer 2", "Вариант Б", "asdf", "NULL", "tbd"),
    "tags": (
        "Figure {} - ",
        "Fig.{}: ",
        "Tables {}: ",
        "Chart {}. ",
        "Рисунок {}. ",
        "Таблица {}: ",
        "Figure {}b. ",
        "Fig. A{}: ",
    ),
    "hedges": (
        " once the learning rate was lowered for the second time",
        ", if one leaves aside the two runs that did not converge at all",
        " (measured on held-out data and averaged over five random seeds)",
    ),
    "hedges_ru": (", если верны данные за последние три месяца", " по сравнению с результатами прошлого года"),
}
"""By list: wordings that took no part in writing the rules."""


def wordings(name: str, known: Sequence[str]) -> Sequence[str]:
    """The wordings that faults are put in."""
    return HELD_OUT[name] if held_out else known


FIGURES = DATA / "scivqa" / "validation.json"

Planted = tuple[list[Question], list[set[str]]]
"""A copy of a set, and for each planted fault the ids of which one has to be named."""
Edit = Callable[[Question, random.Random], "Question | None"]


@dataclass(frozen=True)
class Sets:
    """The sets that faults are planted in."""

    figures: list[Question]
    """Questions about figures, in English; drawn ones where SciVQA is not at hand."""
    drawn: list[Question]
    """Questions about drawn tables, icons and charts, with pictures, in both languages."""
    each: int
    """How many faults of a kind are planted, at most."""

    @property
    def russian(self) -> list[Question]:
        """Those in Russian."""
        return [question for question in self.drawn if question.russian]


# --- making copies


def ask(question: Question, text: str, **more: object) -> Question:
    return Question(question.item.model_copy(update={"question": text, **more}), question.gold, question.pictures)


def answered(question: Question, *accepted: Value) -> Question:
    gold = Gold(item=question.id, accepted=accepted, unanswerable=not accepted, rule="imported")
    return Question(question.item, gold, question.pictures)


def offer(question: Question, texts: Sequence[str], right: Sequence[int], *, several: bool | None = None) -> Question:
    """With these options, of which some are right."""
    form = question.item.form
    several = form.several if several is None and isinstance(form, Choice) else bool(several)
    options = tuple(Option(label=label, text=text) for label, text in zip(labels(len(texts)), texts, strict=True))
    item = question.item.model_copy(update={"form": Choice(options=options, several=several)})
    found = tuple(options[place].label for place in right)
    return Question(item, Gold(item=item.id, accepted=(found,), rule="imported"), question.pictures)


def tagged(question: Question, kind: str) -> Question:
    item = question.item.model_copy(update={"tags": {**question.item.tags, "kind": (kind,)}})
    return Question(item, question.gold, question.pictures)


def captioned(question: Question, caption: str) -> Question:
    pictures = [Shown(shown.picture.model_copy(update={"caption": caption})) for shown in question.pictures]
    return Question(question.item, question.gold, pictures)


def added(question: Question, text: str, number: int = 0) -> Question:
    """A sibling that asks something else."""
    item = question.item.model_copy(update={"id": f"{question.id}~{number}", "question": text})
    gold = None if question.gold is None else question.gold.model_copy(update={"item": item.id})
    return Question(item, gold, question.pictures)


def each(questions: Sequence[Question], count: int, chance: random.Random, edit: Edit, about: str = "item") -> Planted:
    """Plants a fault in questions that suit it, chosen by chance."""
    order = list(range(len(questions)))
    chance.shuffle(order)
    copy, planted = list(questions), list[set[str]]()
    for place in order:
        if len(planted) >= count:
            break
        made = edit(questions[place], chance)
        if made is not None:
            copy[place] = made
            planted.append({made.id} if about == "item" else {shown.id for shown in made.pictures})
    return copy, planted


def chosen(question: Question) -> bool:
    """One of several texts is right."""
    return question.right_choice is not None and len(question.wrongs) >= 2


# --- form


def drop_or_add(question: Question, chance: random.Random) -> Question | None:
    if len(question.choices) < 3 or not chosen(question):
        return None
    texts, right = list(question.choices), question.choices.index(question.right_choice or "")
    if chance.random() < 0.5:
        texts.append("something else")
        return offer(question, texts, [right])
    gone = chance.choice([place for place in range(len(texts)) if place != right])
    del texts[gone]
    return offer(question, texts, [right - (gone < right)])


def respell(question: Question, chance: random.Random) -> Question | None:
    if not chosen(question) or len(set(question.choices)) < len(question.choices):
        return None
    texts, right = list(question.choices), question.choices.index(question.right_choice or "")
    source, target = chance.sample(range(len(texts)), 2)
    if target == right:
        source, target = target, source
    text = texts[source]
    ways = [f"{text}.", f" {text} "]
    if len(text) > 2:
        ways += [text.upper(), text.lower(), text.capitalize()]
    if re.fullmatch(r"\d+\.\d+", text):
        ways += [f"{text}0"]
    if re.search(r"\d%$", text):
        ways += [text.replace("%", " %"), text.replace("%", " percent")]
    if re.fullmatch(r"[a-z ]{4,}", text):
        ways += [f"the {text}", f"The {text}"]
    texts[target] = chance.choice([way for way in ways if way != text])
    return offer(question, texts, [right])


def reword(question: Question, chance: random.Random) -> Question | None:
    if not chosen(question):
        return None
    texts, right = list(question.choices), question.choices.index(question.right_choice or "")
    places = [place for place, text in enumerate(texts) if _other_words(text) is not None]
    if not places:
        return None
    source = chance.choice(places)
    target = chance.choice([place for place in range(len(texts)) if place not in (source, right)])
    texts[target] = _other_words(texts[source]) or ""
    return offer(question, texts, [right])


def _other_words(text: str) -> str | None:
    plain = text.strip().rstrip(".")
    if found := re.fullmatch(
        r"(?:the )?([a-z]+) (line|bar|curve|circle|triangle|square|box|dots?)", plain, re.IGNORECASE
    ):
        if found[1].lower() not in EXOTIC:
            return None
        return f"{found[2]} in {found[1].lower()}"
    if re.search(r"\b(?:between|both|of|with|than)\b", plain.lower()):
        return None
    if found := re.fullmatch(r"([\w' -]{3,}) and ([\w' -]{3,})", plain):
        return f"{found[2]} and {found[1]}"
    if found := re.fullmatch(r"([\w' -]{3,}), ([\w' -]{3,})(?:,? and |, )([\w' -]{3,})", plain):
        return f"{found[3]}, {found[1]} and {found[2]}"
    if found := re.fullmatch(r"([\w-]{4,}) ([\w-]{4,}) и ([\w-]{4,}) ([\w-]{4,})", plain):
        return f"{found[3]} {found[4]} и {found[1]} {found[2]}"
    return None


FILLERS = (
    "Cannot be determined",
    "It depends",
    "Not enough information",
    "Sometimes",
    "Maybe",
    "Not shown",
    "None of the above",
    "Both",
    "I don't know",
    "Unclear",
    "Impossible to tell",
    "The data are insufficient",
    "Partly",
    "Neither",
    "Perhaps",
    "Not applicable",
    "Cannot say from the figure",
    "Unknown",
)
FILLERS_RU = (
    "Невозможно определить",
    "Неизвестно",
    "Иногда",
    "Недостаточно данных",
    "Частично",
    "Не указано",
    "Нельзя сказать",
    "Возможно",
    "Нет данных",
    "Затрудняюсь ответить",
)


def dress(question: Question, chance: random.Random) -> Question | None:
    if not chosen(question) and question.yes is None:
        return None
    pair = chance.choice(
        [("Да", "Нет"), ("Верно", "Неверно")] if question.russian else [("Yes", "No"), ("True", "False")]
    )
    if chance.random() < 0.2 and not question.russian:
        pair = (f"{pair[0]}, it does", f"{pair[1]}, it does not")
    more = chance.sample(wordings("fillers_ru", FILLERS_RU) if question.russian else wordings("fillers", FILLERS), 2)
    return offer(question, [*pair, *more], [chance.randrange(2)])


def lose(question: Question, chance: random.Random) -> Question | None:
    if not chosen(question):
        return None
    label = chance.choice([labels(12)[len(question.choices)], question.right_choice or "", "1", "the first"])
    return answered(question, (label,)) if label not in [name for name, _ in question.options] else None


def two_right(question: Question, chance: random.Random) -> Question | None:
    if not chosen(question):
        return None
    right = chance.sample(range(len(question.choices)), 2)
    if chance.random() < 0.6:
        return offer(question, question.choices, right, several=False)
    told = (
        "Выберите один вариант."
        if question.russian
        else chance.choice(["Choose one.", "Which one is it?", "Select one option.", "Only one option is right."])
    )
    return ask(offer(question, question.choices, right, several=True), f"{question.text} {told}")


def misplace(question: Question, chance: random.Random) -> Question | None:
    if not chosen(question):
        return None
    ours = (
        ("Все перечисленное", "Ни один из перечисленных")
        if question.russian
        else ("All of the above", "None of the above", "All of these", "None of these options")
    )
    texts = [text for text in question.choices if "above" not in text.lower()]
    if len(texts) < 2 or question.right_choice not in texts:
        return None
    special = chance.choice(ours)
    right = texts.index(question.right_choice or "")
    if chance.random() < 0.5:
        place = chance.randrange(len(texts) - 1)
        return offer(question, [*texts[:place], special, *texts[place:]], [right + (place <= right)])
    return offer(question, [*texts, special], sorted({right, len(texts)}), several=True)


def drop_unit(question: Question, chance: random.Random) -> Question | None:
    if not chosen(question) or len(question.choices) < 3:
        return None
    if not all(re.fullmatch(r"\d+(?:\.\d+)?", text.strip()) and float(text) for text in question.choices):
        return None
    unit = chance.choice(["%", " ms", " km", " MB", " кг", " seconds", " points", " мг/л", " °C"])
    texts = [f"{text.strip()}{unit}" for text in question.choices]
    place = chance.randrange(len(texts))
    texts[place] = question.choices[place].strip()
    return offer(question, texts, [question.choices.index(question.right_choice or "")])


# --- giveaways

HEDGES = (
    ", at least for the first half of the range that is shown",
    ", although the difference becomes much smaller towards the end",
    ", which stays so for all settings that were compared in the figure",
    ", as long as the number of samples is not too small for an estimate",
    ", because it is the only one that was trained on all of the data",
    " whenever the number of training steps exceeds one thousand",
    " (the value is rounded and taken from the last column of the figure)",
    ", but only if outliers are taken out before the mean is computed",
)
HEDGES_RU = (
    ", если не считать последнего столбца таблицы",
    ", хотя разница с остальными показателями невелика",
    " при условии, что учитываются все строки таблицы",
    " (по данным последнего обследования пациента)",
)


def lengthen(question: Question, chance: random.Random) -> Question | None:
    if not chosen(question) or max(map(len, question.choices)) > 25:
        return None
    right = question.choices.index(question.right_choice or "")
    texts = list(question.choices)
    texts[right] = texts[right].rstrip(" .") + chance.choice(
        wordings("hedges_ru", HEDGES_RU) if question.russian else wordings("hedges", HEDGES)
    )
    return offer(question, texts, [right])


def sharpen(question: Question, chance: random.Random) -> Question | None:
    if not chosen(question) or not all(re.fullmatch(r"\d+(?:\.\d+)?", text.strip()) for text in question.choices):
        return None
    right = question.choices.index(question.right_choice or "")
    base = chance.choice([10, 20, 40, 60])
    texts = [str(base + 10 * place) for place in range(len(question.choices))]
    texts[right] = f"{base + 10 * right + chance.random() * 8 + 1:.{chance.choice([1, 2])}f}"
    return offer(question, texts, [right])


def agree(question: Question, chance: random.Random) -> Question | None:
    if not chosen(question) or any(re.search(r",|;|&|/|\band\b|\bи\b", text) for text in question.choices):
        return None
    right = question.choices.index(question.right_choice or "")
    texts = [text.strip().rstrip(".") for text in question.choices]
    if question.russian:
        texts[right] = f"{texts[right]} и {texts[right - 1]}"
        return ask(
            offer(question, texts, [right]),
            chance.choice(["Какие два значения верны?", "Назовите два верных значения."]),
        )
    if chance.random() < 0.6:
        texts[right] = f"{texts[right]} and {texts[right - 1]}"
        asked = chance.choice(
            ["Which two of them differ most?", "Which two methods are compared?", "What two curves cross?"]
        )
        return ask(offer(question, texts, [right]), asked)
    vowel = chance.random() < 0.5
    words = (
        ["ellipse", "arrow", "octagon", "icon", "axis"]
        if not vowel
        else ["square", "circle", "bar", "triangle", "line"]
    )
    rights = ["square", "circle", "bar", "triangle"] if not vowel else ["ellipse", "arrow", "octagon", "icon"]
    texts = chance.sample(words, len(texts)) if len(texts) <= len(words) else texts
    texts[right] = chance.choice(rights)
    return ask(
        offer(question, texts, [right]),
        f"The mark in the upper corner is {'an' if vowel else 'a'} {chance.choice(['', '___.', '...'])}".strip(),
    )


def echo(question: Question, chance: random.Random) -> Question | None:
    if not chosen(question):
        return None
    known = language.content(language.ABOUT_FIGURES)
    words = [word for word in question.words if len(word) > 3 and language.stem(word) in question.stems - known]
    others = {stem for text in question.choices for stem in language.content(language.words(language.flat(text)))}
    words = [word for word in dict.fromkeys(words) if language.stem(word) not in others]
    if len(words) < 2:
        return None
    right = question.choices.index(question.right_choice or "")
    texts = list(question.choices)
    texts[right] = " ".join(words[:3])
    return offer(question, texts, [right])


def give_away(question: Question, chance: random.Random) -> Question | None:
    answer = question.answer.strip()
    if not isinstance(question.item.form, ShortText) or question.unanswerable or not re.search(r"[^\W\d_]{3}", answer):
        return None
    if len(answer.split()) > 5 or re.search(r"\bor\b|\bили\b|between|/|versus|stand for|means?\b", question.low):
        return None
    if language.content(language.words(language.flat(answer))) <= language.content(language.ABOUT_FIGURES):
        return None
    text = question.text.rstrip(" ?")
    way = chance.randrange(3)
    if way == 0:
        return ask(question, f"{text}, namely {answer}?")
    if way == 1:
        return ask(question, f"{text} ({answer})?")
    first, _, rest = text.partition(" ")
    return ask(question, f"{first} {answer} {rest}?")


def skew_places(questions: Sequence[Question], chance: random.Random) -> Planted:
    copy = list(questions)
    for place, question in enumerate(questions):
        if chosen(question) and chance.random() < 0.3:
            right = question.choices.index(question.right_choice or "")
            texts = list(question.choices)
            texts[0], texts[right] = texts[right], texts[0]
            copy[place] = offer(question, texts, [0])
    return copy, [{question.item.collection for question in questions if chosen(question)}]


def skew_answers(questions: Sequence[Question], chance: random.Random) -> Planted:
    copy = [
        answered(question, True) if question.yes is False and chance.random() < 0.45 else question
        for question in questions
    ]
    return copy, [{question.item.collection for question in questions if question.yes is not None}]


def all_yes(questions: Sequence[Question], chance: random.Random, count: int) -> Planted:
    clusters: dict[str, list[int]] = {}
    for place, question in enumerate(questions):
        if question.yes is not None:
            clusters.setdefault(question.item.cluster, []).append(place)
    some = [places for places in clusters.values() if len(places) > 1 and not all(questions[one].yes for one in places)]
    chance.shuffle(some)
    copy, planted = list(questions), list[set[str]]()
    for places in some[:count]:
        for place in places:
            copy[place] = answered(questions[place], True)
        planted.append({questions[place].id for place in places})
    return copy, planted


def tie(questions: Sequence[Question], chance: random.Random) -> Planted:
    templates = (
        ("What is the background colour of figure {}?", "white"),
        ("How many axes has plot {}?", "two"),
        ("In which corner is the legend of chart {}?", "upper right"),
        ("What unit has the axis in panel {}?", "percent"),
        ("Какого цвета фон на рисунке {}?", "белый"),
        ("Сколько осей на графике {}?", "две"),
    )
    clusters = list({question.item.cluster: question for question in questions}.values())
    copy, planted = list(questions), list[set[str]]()
    for number, (text, answer) in enumerate(templates):
        some = chance.sample(clusters, min(len(clusters), chance.randint(12, 25)))
        made: list[Question] = []
        for place, question in enumerate(some):
            said = answer if chance.random() < 0.92 else "something else"
            new = added(question, text.format(place + 1), number + 10)
            item = new.item.model_copy(update={"form": ShortText()})
            made.append(answered(Question(item, None, new.pictures), said))
        copy += made
        planted.append({question.id for question in made})
    return copy, planted


# --- kind

PLAIN = (
    "What does {} stand for?",
    "Which data set was {} trained on?",
    "How many methods are compared with {}?",
    "What is the name of the metric used for {}?",
    "Which task is {} evaluated on?",
    "What was the recall of {}?",
    "Who proposed {}?",
    "In which year was {} measured?",
    "What unit is {} given in?",
    "Which language does {} belong to?",
    "Who is the author of {}?",
    "What language is {} written in?",
    "How often was {} run?",
    "What is {} used for?",
    "Which company released {}?",
    "What is the full name of {}?",
    "How many parameters does {} have?",
    "On which benchmark is {} tested?",
)
PLAIN_RU = (
    "Какая единица измерения у {}?",
    "Кем измерен {}?",
    "В каком году измерен {}?",
    "Что означает {}?",
    "Чем измеряют {}?",
    "Для чего нужен {}?",
    "Как расшифровывается {}?",
)


def blind(question: Question, chance: random.Random) -> Question | None:
    if question.visual is not True or question.choices or question.yes is not None:
        return None
    name = chance.choice(["LSTM", "BLEU", "the baseline", "WSJ", "BERT", "SQuAD", "the parser", "MNLI"])
    if chance.random() < 0.2:
        text = chance.choice(wordings("plain_ru", PLAIN_RU)).format(
            chance.choice(["гемоглобин", "показатель", "лейкоциты"])
        )
    else:
        text = chance.choice(wordings("plain", PLAIN)).format(name)
    return answered(ask(question, text), chance.choice(["0.8", "WSJ", "accuracy", "1998"]))


def sighted(question: Question, chance: random.Random) -> Question | None:
    if question.visual is not True:
        return None
    plain = re.sub(r"['\"‘“][^'\"’”]*['\"’”]|\([^)]*\)", "", question.text)
    found = re.search(
        r"\b(?:red|green|blue|yellow|orange|purple|pink|brown|gray|grey|cyan|colou?red|what colou?r|"
        r"(?:dashed|dotted|solid) (?:\w+ )?(?:line|curve)|triangular marker)\b",
        plain,
    )
    return None if found is None else tagged(question, question.kind.replace("visual", "non-visual"))


TYPES = (
    "What type of chart is shown?",
    "Which kind of plot is used to present the results?",
    "What kind of graph is displayed in the figure?",
    "What is the type of the figure?",
    "Is this a bar chart?",
    "Is the figure a scatter plot?",
    "Which chart type is used?",
    "What type of visualization is presented?",
    "What sort of diagram is this?",
    "Какой тип диаграммы показан?",
    "Какого типа график изображен на рисунке?",
    "Какой вид графика использован?",
    "Which type of figure do the authors use?",
    "What kind of chart do you see?",
    "Is this image a pie chart?",
    "What is the chart type?",
    "Name the type of plot.",
    "What form of visualization was chosen?",
    "How would you call this kind of diagram?",
    "Какая это диаграмма: столбчатая или круговая?",
    "Определите тип графика.",
    "What style of graph is it?",
)


def ask_type(question: Question, chance: random.Random) -> Question | None:
    return None if question.item.options else ask(question, chance.choice(wordings("types", TYPES)))


def contradict(question: Question, chance: random.Random) -> Question | None:
    if "unanswerable" in question.kind and question.unanswerable:
        return answered(
            question, chance.choice(["0.5", "the baseline", "a convolution", "because of noise", "in 2012"])
        )
    if "closed-ended" in question.kind and not question.unanswerable and chance.random() < 0.3:
        return answered(question)
    return None


WORDINGS = (
    "It cannot be determined from the figure.",
    "The figure does not show this.",
    "There is not enough information to answer.",
    "Not enough information.",
    "This question cannot be answered based on the image.",
    "It is not possible to tell from the plot.",
    "The information is not provided in the figure.",
    "Cannot be answered.",
    "The answer is not given in the figure.",
    "It is impossible to answer this question from the data.",
    "Unanswerable",
    "Not possible to answer from the provided data",
    "Невозможно ответить на этот вопрос по рисунку.",
    "По данным таблицы это определить нельзя.",
    "Недостаточно информации для ответа.",
    "В таблице нет таких данных.",
    "This can't be told from the figure.",
    "The plot gives no information about that.",
    "Insufficient data.",
    "It's not possible to determine this.",
    "The question is unanswerable.",
    "No answer can be given based on the chart.",
    "The figure contains no information on this.",
    "Cannot be inferred from the image.",
    "Не указано в таблице.",
    "Ответить на вопрос по этим данным невозможно.",
    "Определить нельзя.",
    "Information not available.",
    "We cannot know this from the chart.",
    "The caption and the figure do not say.",
    "Nothing in the figure answers this question.",
    "There is no way to determine that.",
    "Not stated in the figure.",
    "The required data is missing.",
    "One cannot conclude this from the plot.",
    "Data not provided.",
    "Нет информации.",
    "По рисунку этого не узнать.",
    "Данные отсутствуют.",
    "This is not specified.",
    "The diagram leaves this open.",
    "That is not something the figure reveals.",
    "No conclusion about this is possible.",
    "I cannot see that in the image.",
    "Neither the plot nor its caption tells.",
    "The chart is silent about it, so it cannot be answered.",
    "Impossible to say.",
    "It is unknown.",
    "Из таблицы это не следует.",
    "Таких сведений здесь нет.",
    "Ответа на рисунке нет.",
    "The figure gives no hint.",
)


def own_words(question: Question, chance: random.Random) -> Question | None:
    return answered(question, chance.choice(wordings("wordings", WORDINGS))) if question.unanswerable else None


def tell_in_caption(question: Question, chance: random.Random) -> Question | None:
    answer = question.right_choice or (question.answer if isinstance(question.item.form, ShortText) else "")
    if question.unanswerable or not re.search(r"[^\W\d_]{3}", answer) or len(answer.split()) > 6:
        return None
    if re.search(r"\b(?:highest|lowest|most|least|best|more|less|higher|lower|colou?r|shape|line)\b", question.low):
        return None
    if set(language.words(language.flat(answer))) <= set(question.words) or re.search(
        r"above|both|neither|yes|no\b", answer.lower()
    ):
        return None
    known = language.content(language.ABOUT_FIGURES)
    words = [word for word in question.words if language.stem(word) in question.stems - known and not word.isdigit()]
    if len(words) < 2:
        return None
    told = chance.choice(["The {} is {}.", "We use {}, that is, {}.", "Results for {}: {}."])
    return captioned(
        question, f"{chance.choice(['Results by epoch.', 'An overview.'])} {told.format(' '.join(words[:4]), answer)}"
    )


# --- clarity


def paraphrase(question: Question) -> str | None:
    text = question.text.strip()
    for pattern, other in (
        (r"What is the (.*)\?", r"What's the \1?"),
        (r"Which (.*) has the (.*)\?", r"What \1 has the \2?"),
        (r"How many (\w+) are (.*)\?", r"What is the number of \1 that are \2?"),
        (r"Does the (.*)\?", r"Is it the case that the \1?"),
        (r"Is the (.*)\?", r"Would you say that the \1?"),
        (r"Which line (.*)\?", r"Which of the lines \1?"),
        (r"What (.*)\?", r"Tell what \1."),
        (r"(Како\w+) (.*)\?", r"Укажите, \1 \2."),
    ):
        if re.fullmatch(pattern, text):
            return re.sub(f"^{pattern}$", other, text)
    return None


def repeat(
    questions: Sequence[Question], chance: random.Random, count: int, say: Callable[[Question], str | None]
) -> Planted:
    some = [question for question in questions if len(question.words) > 3 and not question.item.options]
    chance.shuffle(some)
    copy, planted = list(questions), list[set[str]]()
    for question in some:
        if len(planted) < count and (text := say(question)) is not None:
            copy.append(added(question, text))
            planted.append({question.id, copy[-1].id})
    return copy, planted


PARTS = (
    "What is the label of the x-axis?",
    "What is the highest value in the plot?",
    "What is the title of the graph?",
    "What is the smallest value on the y-axis?",
    "How many entries has the legend?",
    "Where does the curve begin in the chart?",
    "What is the unit of the y-axis?",
    "Is the curve in the graph rising?",
    "Каково наибольшее значение на графике?",
    "Что подписано на оси абсцисс?",
    "Which variable is on the y-axis of the plot?",
    "What does the legend say?",
    "How many bars has the chart?",
    "What is the range of the x-axis?",
    "Is there a peak in the graph?",
    "Which label is at the end of the axis?",
    "How deep is the tree?",
    "Сколько линий на графике?",
    "Как подписана ось?",
    "What is printed in the title?",
)


def blur(question: Question, chance: random.Random) -> Question | None:
    suits = question.figures > 1 and not question.item.options and not question.unanswerable
    return captioned(ask(question, chance.choice(wordings("parts", PARTS))), "Results.") if suits else None


def overstate(question: Question, chance: random.Random) -> Question | None:
    if not isinstance(question.item.form, ShortText) or not question.figure_types & {"line chart", "scatter plot"}:
        return None
    asked = chance.choice(
        [
            "What is the accuracy of the red line at epoch 7?",
            "What is the loss after 30 steps?",
            "What is the F1 score of the baseline at k = 5?",
            "Какова точность синей линии на эпохе 7?",
            "What value does the blue curve reach in 2010?",
        ]
    )
    whole = chance.random() * chance.choice([1, 100])
    said = f"{whole:.{chance.choice([3, 4]) if whole < 1 else 2}f}"
    return (
        answered(ask(question, asked), said)
        if len(said.strip("0.").replace(".", "")) >= 3 and not said.endswith("0")
        else None
    )


EXOTIC = {
    "red": ("crimson", "scarlet", "maroon", "burgundy"),
    "blue": ("navy", "teal", "turquoise", "azure"),
    "green": ("olive", "lime", "emerald", "mint"),
    "yellow": ("mustard", "amber"),
    "orange": ("coral", "salmon", "peach"),
    "purple": ("mauve", "lavender", "plum"),
    "pink": ("fuchsia", "salmon"),
    "brown": ("tan", "sienna", "beige"),
    "красн": ("бордов", "малинов"),
    "син": ("бирюзов", "лазурн"),
    "зелен": ("салатов", "изумрудн"),
    "зелён": ("оливков",),
}


def fancy(question: Question, chance: random.Random) -> Question | None:
    found = re.search(r"(?<!['\"])\b(red|blue|green|yellow|orange|purple|pink|brown)\b(?!['\"])", question.text)
    if found is not None:
        return ask(
            question, question.text[: found.start()] + chance.choice(EXOTIC[found[1]]) + question.text[found.end() :]
        )
    if question.russian and chance.random() < 0.3:
        return ask(
            question, f"Каково значение у {chance.choice(['бирюзовой', 'бордовой', 'лиловой', 'салатовой'])} линии?"
        )
    return None


def ramble(question: Question, chance: random.Random) -> Question | None:
    if not isinstance(question.item.form, ShortText) or question.unanswerable:
        return None
    words = question.caption.split() or question.text.split()
    words = (words * 20)[: chance.randint(17, 40)]
    return answered(question, f"{question.answer}, since {' '.join(words)}")


def slip(question: Question, chance: random.Random) -> Question | None:
    text = question.text
    words = text.split()
    if len(words) < 4:
        return None
    ways: list[str] = []
    place = chance.randrange(1, len(words) - 1)
    if words[place].isalpha() and words[place].islower() and len(words[place]) > 1:
        ways.append(" ".join([*words[: place + 1], words[place], *words[place + 1 :]]))
    if re.search(r"\ban? [b-df-hj-np-tv-z][a-z]{3}", text) and " a " in text:
        ways.append(text.replace(" a ", " an ", 1) if re.search(r" a [bcdfgjklmnpqrstvwz]", text) else text)
    if found := re.match(r"Does the (\w+(?: \w+)?) have\b", text):
        ways.append(text.replace(f"Does the {found[1]} have", f"Does the {found[1]} has", 1))
    if re.search(r"\b(?:higher|lower|larger|smaller) than\b", text):
        ways.append(
            re.sub(
                r"\b(higher|lower|larger|smaller) than\b", chance.choice([r"\1 then", r"more \1 than"]), text, count=1
            )
        )
    if question.russian and re.search(r"\b(?:выше|ниже|больше|меньше)\b", text):
        ways.append(re.sub(r"\b(выше|ниже|больше|меньше)\b", r"более \1", text, count=1))
    ways = [way for way in ways if way != text]
    return ask(question, chance.choice(ways)) if ways else None


def mispoint(question: Question, chance: random.Random) -> Question | None:
    text = question.text.strip()
    if not text.endswith("?") or not re.match(
        r"(?:What|Which|How|Is|Does|Are|Сколько|Какой|Какая|Какое|Каков)\b", text
    ):
        return None
    words = text.split()
    place = chance.randrange(1, len(words))
    ways = [text[:-1], f"{text[:-1]} ?", f"{text}?", f"{text}."]
    if not set("()[]\"“”'«»") & set(text):
        ways += [" ".join([*words[:place], f"({words[place]}", *words[place + 1 :]])]
        ways += [" ".join([*words[:place], f'"{words[place]}', *words[place + 1 :]])]
    return ask(question, chance.choice(ways))


def misspell(questions: Sequence[Question], chance: random.Random, count: int) -> Planted:
    counts: dict[str, int] = {}
    for question in questions:
        for word in set(re.findall(r"(?<![\w'-])[a-zа-яё]{7,}(?![\w'-])", question.text)):
            counts[word] = counts.get(word, 0) + 1
    frequent = {word for word, number in counts.items() if number >= 12}

    def edit(question: Question, chance: random.Random) -> Question | None:
        words = [word for word in re.findall(r"(?<![\w'-])[a-zа-яё]{7,}(?![\w'-])", question.text) if word in frequent]
        if not words:
            return None
        word = chance.choice(words)
        place = chance.randrange(1, len(word) - 2)
        swapped = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        other = chance.choice("abcdefghiklmnoprstu" if word.isascii() else "абвгдежзиклмнопрст")
        ways = [
            swapped,
            word[:place] + word[place + 1 :],
            word[:place] + word[place] + word[place:],
            word[:place] + other + word[place + 1 :],
        ]
        ways = [way for way in ways if way != word and way not in counts]
        return ask(question, question.text.replace(word, chance.choice(ways), 1)) if ways else None

    return each(questions, count, chance, edit)


LEFT = (
    "TODO",
    "[insert question]",
    "{caption}",
    "Lorem ipsum dolor sit amet?",
    "XXX",
    "{{question}}",
    "[your text here]",
    "TBD",
    "<question>",
    "???",
    "[вставьте текст]",
    "%s",
    "<insert question here>",
    "[QUESTION]",
    "{question_text}",
    "TODO ask about the axis",
    "xxxx",
    "[to be written]",
    "FIXME",
    "{{ caption }}",
    "lorem ipsum",
    "[вопрос]",
    "????",
)


OPTIONS = (
    "Option B",
    "option 3",
    "Answer D",
    "distractor 1",
    "TBD",
    "",
    "Вариант 2",
    "some text",
    "choice C",
    "Option 4",
    "answer text",
    "dummy",
    "Вариант В",
    "null",
    "...",
    "distractor 3",
    "todo",
)


def leave(question: Question, chance: random.Random) -> Question | None:
    if chosen(question) and chance.random() < 0.5:
        right = question.choices.index(question.right_choice or "")
        texts = list(question.choices)
        place = chance.choice([one for one in range(len(texts)) if one != right])
        texts[place] = chance.choice(wordings("options", OPTIONS))
        return offer(question, texts, [right])
    mark = chance.choice(wordings("left", LEFT))
    return ask(question, chance.choice([mark, f"{mark} {question.text}", f"{question.text.rstrip('?')} {mark}?"]))


ALIKE = dict(zip("аеорсхуАВЕКМНОРСТХ", "aeopcxyABEKMHOPCTX", strict=True))


def mix(question: Question, chance: random.Random) -> Question | None:
    places = [
        place
        for place, letter in enumerate(question.text[:-1])
        if letter in ALIKE and question.text[place + 1].isalpha() and place and question.text[place - 1].isalpha()
    ]
    if not places:
        return None
    place = chance.choice(places)
    return ask(question, question.text[:place] + ALIKE[question.text[place]] + question.text[place + 1 :])


# --- data


def shown_as(question: Question, made: Callable[[Shown], Shown]) -> Question | None:
    if len(question.pictures) != 1 or question.pictures[0].missing:
        return None
    return Question(question.item, question.gold, [made(question.pictures[0])])


def content(shown: Shown) -> bytes:
    return shown._content() if shown._content is not None else b""  # pyright: ignore[reportPrivateUsage]


def recoded(data: bytes, how: Callable[[Image.Image], Image.Image], form: str = "PNG") -> bytes:
    stream = io.BytesIO()
    with Image.open(io.BytesIO(data)) as image:
        how(image.convert("RGB")).save(stream, form)
    return stream.getvalue()


def without_file(question: Question, chance: random.Random) -> Question | None:
    return shown_as(question, lambda shown: Shown(shown.picture.model_copy(update={"file": None})))


def broken(question: Question, chance: random.Random) -> Question | None:
    # a JPEG has no checksums: one that is overwritten inside is a picture of something else, and decodes
    png = bool(question.pictures) and question.pictures[0].picture.media_type == "image/png"
    way = chance.choice([0, 1, 2] if png else [0, 2])

    def spoil(data: bytes) -> bytes:
        if way == 0:
            return data[: len(data) // 2]
        return data[: len(data) // 2] + b"x" * 64 + data[len(data) // 2 + 64 :] if way == 1 else b"<html></html>"

    return shown_as(question, lambda shown: Shown(shown.picture, lambda: spoil(content(shown))))


def tiny(question: Question, chance: random.Random) -> Question | None:
    size = {"width": chance.randint(4, 62), "height": chance.randint(4, 62)}
    return shown_as(question, lambda shown: Shown(shown.picture.model_copy(update=size)))


def grey(question: Question, chance: random.Random) -> Question | None:
    if question.item.collection == "tables":
        return None
    return shown_as(question, lambda shown: Shown(shown.picture, partial(_greyed, shown)))


def _greyed(shown: Shown) -> bytes:
    return recoded(content(shown), lambda image: image.convert("L").convert("RGB"))


def leak(questions: Sequence[Question], chance: random.Random, count: int) -> Planted:
    """Pictures of one split come back in another, smaller, brighter, saved anew or cut by a few pixels."""
    ways: list[Callable[[Image.Image], Image.Image]] = [
        lambda image: image,
        lambda image: image.resize((max(1, image.width * 9 // 10), max(1, image.height * 9 // 10))),
        lambda image: image.point([min(255, value + 4) for value in range(256)] * 3),
        lambda image: image.crop((1, 1, image.width - 1, image.height - 1)),
    ]
    firsts = {question.pictures[0].id: question for question in questions if question.pictures}
    base = [Question(one.item.model_copy(update={"split": "train"}), one.gold, one.pictures) for one in questions]
    planted: list[set[str]] = []
    for number, question in enumerate(
        chance.sample(sorted(firsts.values(), key=lambda one: one.id), min(count, len(firsts)))
    ):
        shown, way, form = question.pictures[0], chance.choice(ways), chance.choice(["PNG", "JPEG"])
        picture = shown.picture.model_copy(update={"id": f"{shown.id}~"})
        copy = Shown(picture, lambda shown=shown, way=way, form=form: recoded(content(shown), way, form))
        item = question.item.model_copy(
            update={"id": f"{question.id}~{number}", "split": "test", "pictures": (picture.id,)}
        )
        base.append(Question(item, question.gold, [copy]))
        planted.append({picture.id, shown.id})
    return base, planted


TAGS = (
    "Figure {}: ",
    "Fig. {}. ",
    "Figure {}. ",
    "FIGURE {} ",
    "Table {}: ",
    "Рис. {}. ",
    "Рисунок {} — ",
    "Fig {}: ",
    "Figure {}(a): ",
    "Таблица {}. ",
    "Figure {} | ",
    "fig. {}: ",
    "Figs. {}: ",
    "Scheme {}. ",
    "Рис {}: ",
    "Табл. {}. ",
    "Figure S{}: ",
    "FIG. {}. ",
)


def tag(question: Question, chance: random.Random) -> Question | None:
    text = question.caption or "Accuracy by epoch."
    return (
        captioned(question, chance.choice(wordings("tags", TAGS)).format(chance.randint(1, 40)) + text)
        if question.pictures
        else None
    )


def person(chance: random.Random) -> str:
    def digits(count: int) -> str:
        return str(chance.randint(10 ** (count - 1), 10**count - 1))

    father = chance.choice(["Петрович", "Сергеевич"])
    first, last = (
        chance.choice(["Anna", "John", "Maria", "Peter"]),
        chance.choice(["Miller", "Smith", "Novak", "Brown"]),
    )
    return chance.choice(
        [
            f"Dr. {first} {last}",
            f"Patient: {first} {last}",
            f"Mr {last}",
            f"+49 30 {chance.randint(1000000, 9999999)}",
            f"tel. {chance.randint(200, 999)}-{chance.randint(200, 999)}-{chance.randint(1000, 9999)}",
            f"{first.lower()}.{last.lower()}@example.org",
            f"8 (9{digits(2)}) {digits(3)}-{digits(2)}-{digits(2)}",
            f"Пациент: {chance.choice(['Иванова', 'Петрова'])} {chance.choice(['Анна', 'Мария'])}",
            f"{chance.choice(['Сидоров', 'Кузнецов'])} {chance.choice(['Иван', 'Пётр'])} {father}",
            f"{chance.choice(['Сидоров', 'Кузнецов', 'Орлова'])} А. {chance.choice('БВМ')}.",
            f"СНИЛС {digits(3)}-{digits(3)}-{digits(3)} {digits(2)}",
        ]
    )


def expose(question: Question, chance: random.Random) -> Question | None:
    if chance.random() < 0.5:
        return captioned(question, f"{question.caption[:200]} {person(chance)}, 2019.") if question.pictures else None
    return ask(question, f"{question.text.rstrip('?')} ({person(chance)})?")


def printed(question: Question, chance: random.Random) -> Question | None:
    text = f"Results 2019\n{person(chance)}\n140 g/l   12.5   3.4"
    return shown_as(question, lambda shown: Shown(shown.picture, lambda: b"", lambda: text))


# --- the table


def faults(sets: Sets) -> dict[str, Callable[[random.Random], Planted]]:
    """By rule, how its fault is planted."""
    figures, drawn, count = sets.figures, sets.drawn, sets.each
    both = [*figures, *drawn]
    once = list({question.pictures[0].id: question for question in drawn if question.pictures}.values())

    def put(
        edit: Edit, questions: Sequence[Question] = both, about: str = "item"
    ) -> Callable[[random.Random], Planted]:
        return lambda chance: each(questions, count, chance, edit, about)

    return {
        "option_count": put(drop_or_add, figures),
        "repeated_option": put(respell),
        "synonymous_options": put(reword),
        "disguised_binary": put(dress),
        "answer_not_offered": put(lose),
        "several_right": put(two_right),
        "all_or_none": put(misplace),
        "unit_missing": put(drop_unit),
        "longest_option": put(lengthen),
        "most_precise_option": put(sharpen),
        "only_grammatical_option": put(agree),
        "echoed_question": put(echo),
        "answer_in_question": put(give_away),
        "answer_position": lambda chance: skew_places(figures, chance),
        "yes_no_balance": lambda chance: skew_answers(figures, chance),
        "all_yes": lambda chance: all_yes(figures, chance, count),
        "guessable_answer": lambda chance: tie(figures, chance),
        "visual_without_attribute": put(blind, figures),
        "nonvisual_with_attribute": put(sighted, figures),
        "asks_figure_type": put(ask_type),
        "answered_unanswerable": put(contradict, figures),
        "unanswerable_wording": put(own_words, figures),
        "answer_in_caption": put(tell_in_caption, figures),
        "near_repeat": lambda chance: repeat(both, chance, count, paraphrase),
        "repeated_question": lambda chance: repeat(both, chance, count, lambda one: f" {one.text.upper()} "),
        "ambiguous_subfigure": put(blur, figures),
        "unreadable_precision": put(overstate, figures),
        "colour_name": put(fancy),
        "long_answer": put(ramble),
        "grammar_slip": put(slip),
        "punctuation_slip": put(mispoint),
        "spelling_slip": lambda chance: misspell(both, chance, count),
        "placeholder": put(leave),
        "mixed_alphabets": put(mix, sets.russian),
        "picture_missing": put(without_file, once, "picture"),
        "picture_bad": put(broken, once, "picture"),
        "picture_tiny": put(tiny, once, "picture"),
        "picture_black_and_white": lambda chance: each(once, 12, chance, grey, "picture"),
        "picture_across_splits": lambda chance: leak(drawn, chance, count),
        "caption_tag": put(tag, once, "picture"),
        "personal_data": put(expose),
        "personal_data_in_picture": put(printed, once, "picture"),
    }


def questions_of(bench: Workbench) -> list[Question]:
    golds = {gold.item: gold for gold in bench.store.each(Gold)}
    pictures: dict[str, Shown] = {}
    for picture in bench.store.each(Picture):
        path = bench.path(picture)
        pictures[picture.id] = Shown(picture, None if path is None or not path.is_file() else path.read_bytes)
    return [
        Question(item, golds.get(item.id), [pictures[id] for id in item.pictures if id in pictures])
        for item in bench.store.each(Item)
    ]


def gather(folder: Path, data: Path, count: int) -> Sets:
    with init(folder / "drawn") as bench:
        bench.draw("tables", count=120, seed=11, processes=1)
        bench.draw("icons", count=80, seed=11, processes=1)
        bench.draw("charts", count=24, seed=11, processes=1)
        drawn = questions_of(bench)
    if not data.exists():
        return Sets([question for question in drawn if question.item.collection == "charts"], drawn, count)
    with init(folder / "figures") as bench:
        bench.import_("scivqa", data)
        return Sets(questions_of(bench), drawn, count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=2, help="of chance; rules were written with 1")
    parser.add_argument("--each", type=int, default=60, help="faults of a kind, at most")
    parser.add_argument("--rule", action="append", help="this rule only; may be given again")
    parser.add_argument("--data", type=Path, default=FIGURES, help="SciVQA's validation set")
    parser.add_argument("--missed", action="store_true", help="show what was missed")
    wanted = parser.parse_args()
    global held_out
    held_out = wanted.seed != 1
    print("| rule | planted | found | recall | said elsewhere |")
    print("| --- | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        sets = gather(Path(folder), wanted.data, wanted.each)
        planters = faults(sets)
        for name in wanted.rule or [name for name in family if name in planters]:
            copy, planted = planters[name](random.Random(f"{wanted.seed} {name}"))
            abouts = _abouts(name, copy)
            found = [ids for ids in planted if ids & abouts]
            elsewhere = abouts - {id for ids in planted for id in ids}
            recall = f"{len(found) / len(planted):.0%}" if planted else "-"
            print(f"| `{name}` | {len(planted)} | {len(found)} | {recall} | {len(elsewhere)} |", flush=True)
            if wanted.missed:
                _show_missed(copy, [ids for ids in planted if not ids & abouts])


def _abouts(name: str, questions: Sequence[Question]) -> set[str]:
    """What a rule speaks of; rules about siblings see them cluster by cluster."""
    clusters: dict[str, list[Question]] = {}
    for question in questions:
        clusters.setdefault(question.item.cluster, []).append(question)
    rule = family[name]()
    if type(rule).__mro__[1].__name__ == "SiblingRule":
        return {remark.about for siblings in clusters.values() for remark in check(rule, siblings)}
    return {remark.about for remark in check(rule, list(questions))}


def _show_missed(questions: Sequence[Question], missed: Sequence[set[str]]) -> None:
    ids = {id for some in missed for id in some}
    for question in questions:
        if question.id in ids or any(shown.id in ids for shown in question.pictures):
            answer = question.answer if question.yes is None else question.yes
            asked = f"{question.text[:160]!r} {list(question.choices)} -> {answer!r}"
            print(f"    {question.id}: {asked} | {question.caption[:80]!r}")


if __name__ == "__main__":
    main()
