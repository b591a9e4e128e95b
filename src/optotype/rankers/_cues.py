"""Words by which captions of figures that stand for the whole paper are known, and captions of results."""

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


def whole(caption: str) -> list[str]:
    """Words that say: this is what the paper is about."""
    return [found.lower() for found in _WHOLE.findall(caption)]


def result(caption: str) -> list[str]:
    """Words that say: this is one of its results."""
    return [found.lower() for found in _RESULT.findall(caption)]
