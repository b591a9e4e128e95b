"""Words by which captions are known, of the whole paper and of results, and sentences that say what is new."""

from __future__ import annotations

import re

_WHOLE = re.compile(
    r"""\b(?:overview|frameworks?|pipelines?|architectures?|workflows?|schematics?|flow\s?charts?|outlines?|teaser
    |concepts?|conceptual|(?:we|our)\s(?:propose|present|introduce)\w*|proposed|our\s(?:approach|method|model|system)
    |illustrat\w+|diagrams?|summary|summari[sz]\w+|at\sa\sglance|in\sa\snutshell|graphical\sabstract|how\s\w+\sworks
    |обзор\w*|схем\w+|архитектур\w*|конвейер\w*|предлага\w+|предложенн\w+|общ\w+\sвид|устройств\w+
    |принцип\w*\sработы)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_RESULT = re.compile(
    r"""\b(?:accuracy|loss|error\w*|rmse|residuals?|histograms?|distributions?|ablations?|comparisons?|compared|versus|vs
    |curves?|sensitivity|hyper-?parameters?|as\sa\sfunction\sof|effect\sof|impact\sof|for\sdifferent
    |over\s(?:time|epochs)|results?|performance|runtimes?|worst|failure\scases?|confusion\smatri\w+|roc|per[-\s]class
    |convergence|точност\w+|ошиб\w+|гистограмм\w*|распределени\w+|сравнени\w+|зависимост\w+|результат\w*|влияни\w+)\b""",
    re.IGNORECASE | re.VERBOSE,
)

_NEW = re.compile(
    r"\b(?:we|our|this\spaper|novel|new|propos\w*|introduc\w*|present\w*"
    r"|мы|наш\w*|нов\w+|предлага\w+|предложен\w*|представл\w+)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_NUMBER = re.compile(r"\d+")


def whole(caption: str) -> list[str]:
    """Words that say: this is what the paper is about."""
    return [found.lower() for found in _WHOLE.findall(caption)]


def result(caption: str) -> list[str]:
    """Words that say: this is one of its results."""
    return [found.lower() for found in _RESULT.findall(caption)]


def proposing(abstract: str) -> str:
    """The sentences of an abstract that say what is new; all of it, where none does."""
    return " ".join(filter(_NEW.search, _SENTENCE.split(abstract))) or abstract


def numbers(caption: str) -> int:
    """How many numbers a caption has: results have more of them."""
    return len(_NUMBER.findall(caption))
