"""A caption, a question or an option has personal data in it: a name, a telephone number, an address of mail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import Question, Remark, Rule
from optotype.lint.rules._fields import texts
from optotype.lint.rules._personal import personal


@dataclass(frozen=True)
class PersonalData(Rule):
    """Texts around the picture; the text in it is `personal_data_in_picture`'s matter."""

    group = "data"
    field = "question"
    severity = "error"

    bad = (
        Question.example("Whose result is it?", answer="5", caption="Results of Mr. John Smith, tel. 555-123-4567."),
        Question.example("Каков гемоглобин у пациента: Иванов Иван Иванович?", answer="140"),
        Question.example("Which address is printed?", answer="john.smith@example.com"),
    )
    good = (
        Question.example("What is Smith's rule?", answer="5", caption="Results after Smith et al. (2019), 10-20-30."),
        Question.example("Каков гемоглобин?", answer="140", caption="Анализ крови, 12.03.2020, 130-160 г/л"),
    )

    def check(self, question: Question) -> Iterator[Remark]:
        """Looks at all texts, and at captions."""
        for field, text in texts(question):
            yield from (Remark(message, field=field) for message in personal(text))
        for shown in question.pictures:
            yield from (Remark(f"in the caption, {message}", field="picture") for message in personal(shown.caption))
