"""What is said instead of an answer."""

from __future__ import annotations

import pytest

from optotype.reading import unanswerable
from optotype.reading._states import state
from optotype.records import State

CANNOT = [
    "It is not possible to answer this question based only on the provided data.",
    "It is not possible to answer this question based only on the provided data",
    "it's not possible to tell from the figure",
    "This isn't possible to determine.",
    "Impossible to say from this chart.",
    "The question cannot be answered with the information given.",
    "This can't be determined.",
    "The answer could not be inferred from the caption.",
    "There is not enough information.",
    "Insufficient data.",
    "The figure does not provide sufficient information to answer.",
    "The image doesn't contain any details about that, i.e. no data are given.",
    "There is no information about the authors in the table.",
    "I cannot determine this from the graph.",
    "I am unable to answer the question based on the image.",
    "unanswerable",
    "The question is not answerable.",
    "The learning rate is not specified in the figure.",
    "Not provided.",
    "Невозможно ответить на этот вопрос по приведённым данным.",
    "По этому графику нельзя определить цену.",
    "Недостаточно информации.",
    "В таблице об этом не указано.",
    "На рисунке нет такой информации.",
    "I can't answer this question because the figure lacks the data.",
    "We cannot determine the winner since the table does not include the year 2015.",
    "I am unable to tell which is larger, as the chart has no scale.",
    "В таблице нет таких данных.",
    "На графике нет соответствующей информации.",
]
DONT_KNOW = [
    "I don't know.",
    "I do not know",
    "idk",
    "Not sure.",
    "I'm not entirely sure.",
    "I have no idea",
    "Hard to say.",
    "I can't tell.",
    "Unknown",
    "Не знаю",
    "Я не уверен.",
    "Затрудняюсь ответить",
    "Сложно сказать",
]
REFUSALS = [
    "I'm sorry, but I can't help with that.",
    "I can’t assist with this request.",
    "I cannot view images.",
    "I'm unable to see the picture.",
    "As a text-based model, I can't look at this.",
    "I don't have access to the image.",
    "No image was provided.",
    "Please upload the image.",
    "I don't see any image attached.",
    "I must decline.",
    "I won't answer that.",
    "This is against my guidelines.",
    "I cannot identify the person in the photo.",
    "Я не могу помочь с этим.",
    "Извините, я не вижу изображения.",
    "Отказываюсь отвечать.",
    "I can't answer this because the image does not load.",
    "I cannot answer this question because it is against my guidelines to discuss the table.",
]
NOTHING = [
    "",
    "B",
    "The model is not able to generalise to longer inputs.",
    "No, because the bars differ.",
    "There is no bar above 50.",
    "I can't help but notice that it is red.",
    "It is certain that the line rises.",
    "The error is not shown for clarity.",
    "Impossible figures",
    "The answer is sure to be red.",
    "Нет, это не так.",
    "The graph does not show a clear trend.",
]


@pytest.mark.parametrize("text", CANNOT)
def test_the_unanswerable_sentence_and_its_paraphrases_are_heard(text: str) -> None:
    assert unanswerable(text)
    assert state(text) in (State.UNANSWERABLE, None)


@pytest.mark.parametrize("text", [*DONT_KNOW, *REFUSALS, *NOTHING])
def test_nothing_else_is_taken_for_unanswerable(text: str) -> None:
    assert not unanswerable(text)


@pytest.mark.parametrize("text", DONT_KNOW)
def test_not_knowing_is_heard(text: str) -> None:
    assert state(text) is State.DONT_KNOW


@pytest.mark.parametrize("text", REFUSALS)
def test_refusing_is_heard(text: str) -> None:
    assert state(text) is State.REFUSED


@pytest.mark.parametrize("text", NOTHING)
def test_an_answer_is_taken_for_nothing_else(text: str) -> None:
    assert state(text) is None
