"""Personal data in texts: telephone numbers, addresses of mail, names of people, numbers of documents."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_TELEPHONE = re.compile(
    r"(?<![\w.,/-])(?:(?:\+|00)\d{1,3}[\s().-]{0,2}(?:\d[\s().-]{0,2}){7,12}\d"
    r"|8[\s(-]{1,2}\d{3}[\s)-]{1,2}\d{3}[\s-]?\d{2}[\s-]?\d{2}"
    r"|\(\d{3}\)\s?\d{3}[-\s]\d{4}|\d{3}-\d{3}-\d{4})(?![\w/-]|[.,]\d)"
)
_NAMED_NUMBER = re.compile(
    r"\b(?:tel|phone|mobile|cell|fax|тел|телефон|моб|факс)\b\.?\s?[:№#]?\s{0,2}\+?\d[\d\s().-]{5,18}\d", re.IGNORECASE
)
_DOCUMENT = re.compile(
    r"\b(?:снилс|инн|паспорт|полис|ssn|passport (?:no|number)|iban)\b\.?\s?[:№#]?\s{0,2}[\dA-Z][\dA-Z\s-]{6,30}",
    re.IGNORECASE,
)
_TITLED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.?\s(?:[A-Z]\.\s?){0,2}[A-Z][a-z]{2,20}(?:[\s-][A-Z][a-z]{2,20})?\b"
    r"|\b(?:[Pp]atient|[Nn]ame|[Cc]lient|[Cc]ustomer|[Dd]octor"
    r"|[Pp]hysician)(?:'s [Nn]ame)?\s?:\s{0,2}[A-Z][a-z]{1,20}(?:\s[A-Z]\.?)?\s[A-Z][a-z]{1,20}"
    r"|\b(?:[Пп]ациент|ФИО|Ф\.\s?И\.\s?О\.|[Фф]амилия|[Вв]рач|[Кк]лиент|[Дд]иректор|[Бб]ухгалтер)(?:ка"
    r"|а)?\s?:?\s{0,2}[А-ЯЁ][а-яё]{1,25}\s(?:[А-ЯЁ][а-яё]{1,20}|[А-ЯЁ]\.)"
)
_PATRONYMIC = re.compile(
    r"\b[А-ЯЁ][а-яё]{1,25}\s[А-ЯЁ][а-яё]{2,20}\s[А-ЯЁ][а-яё]{2,20}(?:ович|евич|ич|овна|евна|ична)[а-яё]{0,2}\b"
    r"|\b[А-ЯЁ][а-яё]{2,20}\s[А-ЯЁ][а-яё]{2,20}(?:ович|евич|овна|евна|ична)[а-яё]{0,2}\b"
    r"|\b[А-ЯЁ][а-яё]{2,25}(?:ов|ев|ин|ова|ева|ина|ский|ская|енко)\s[А-ЯЁ]\.\s?[А-ЯЁ]\."
)

_DIGITS = re.compile(r"(?:\d[^\n\d]{0,2}){6}")
_KINDS = (
    ("an address of mail", _MAIL, False),
    ("a telephone number", _TELEPHONE, True),
    ("a telephone number", _NAMED_NUMBER, True),
    ("the number of a document", _DOCUMENT, True),
    ("a person's name", _TITLED, False),
    ("a person's name", _PATRONYMIC, False),
)
"""What there is, how it is found, and whether it takes some digits: most texts have none."""


def personal(text: str) -> Iterator[str]:
    """What personal data a text has, a line for each kind; the data itself is shown in part only."""
    told: set[str] = set()
    digits = _DIGITS.search(text) is not None
    for kind, pattern, needs_digits in _KINDS:
        if needs_digits and not digits:
            continue
        if kind not in told and (found := pattern.search(text)) is not None:
            told.add(kind)
            yield f"{kind}: {_veiled(found[0])}"


def _veiled(text: str) -> str:
    """Enough to find it again, and no more: findings are printed and kept."""
    some = " ".join(text.split())
    return f"{some[:4]}…{some[-2:]} ({len(some)} letters)"
