"""What a respondent says instead of an answer: it cannot be answered, I do not know, I will not."""

from __future__ import annotations

import re

from optotype.records import State

LONGEST = 600
"""A longer text is not searched as a whole: its first and its last sentences are."""

_HINTS = re.compile(
    r"possible|cannot|can't|can’t|can not|could not|couldn|unable|not able|answerable|undetermin|insufficient|inadequate|enough|informat"
    r"|lack|evidence|do not|don't|don’t|dont|does not|doesn|did not|didn|sure|certain|no idea|no clue|idk|unclear|unknown|hard to"
    r"|difficult to|declin|refuse|will not|won't|won’t|against|text-|text based|language model|language ai|no image|no picture|no figure"
    r"|no photo|no file|no attach|please|not given|not provided|not specified|not mentioned|not indicated|not available|not stated"
    r"|not shown|not visible|not depicted|not included|not present|not label|ly given|ly provided|ly shown|ly stated|no answer|no data"
    r"|невозможно|нельзя|не мог|недостаточно|не зна|увер|затрудн|поняти|отказ|отсутств|сложно|трудно|не указ|не прив|не пок"
    r"|не предст|не содерж|не вид|не виж|не име|не получ|не при|не загр|не был|нет |неизвестно"
)

_SHOWN = (
    r"(?:image|picture|figure|chart|graph|plot|diagram|table|photo|photograph|screenshot|data|caption|text|document|passage|context"
    r"|information|abstract|legend|source|question|prompt|material|content|visual|drawing|details|evidence)s?"
)
_FIND = (
    r"(?:answer|determine|tell|say|know|conclude|infer|identify|establish|ascertain|calculate|compute|judge|derive|deduce|estimate"
    r"|verify|confirm|decide|assess|discern|read)"
)
_FOUND = (
    r"(?:answered|determined|told|known|concluded|inferred|identified|established|ascertained|calculated|computed|judged|derived"
    r"|deduced|estimated|verified|confirmed|decided|assessed|discerned|resolved|read)"
)
_CANNOT = r"(?:cannot|can't|can\s?not|could\s?not|couldn't|(?:am|is|are|was|were|'m|’m)?\s?(?:unable|not\s+able)\s+to|can’t|couldn’t)"
_BASIS = (
    rf"(?:from|based\s+(?:only\s+|solely\s+)?on|with|without|given|using|in|by|on)\s+(?:only\s+|just\s+)?(?:the|this|these|that|what|any|your|more|further|additional)"
    rf"\b[^.!?\n]{{0,40}}?\b(?:{_SHOWN}|is\s+(?:shown|given|provided|visible))"
)
_UNANSWERABLE = re.compile(
    rf"""
      (?:not|n't)\s+(?:be\s+)?(?:possible|feasible)\s+(?:for\s+\w+\s+)?to\s+{_FIND}
    | \bimpossible\s+to\s+{_FIND}
    | \b(?:cannot|can't|can’t|can\s+not|could\s+not|couldn't)\s+(?:\w+ly\s+)?be\s+(?:\w+ly\s+)?{_FOUND}
    | \bunanswerable\b | \bnot\s+answerable\b | \bundetermin(?:able|ed)\b
    | \b(?:not\s+enough|insufficient|inadequate)\s+(?:\w+\s+)?(?:information|data|context|evidence|details?)\b
    | \b(?:does|do|did)(?:\s+not|n't|n’t)\s+(?:\w+\s+)?(?:provide|contain|include|give|offer|have|show|present)\s+(?:us\s+)?(?:with\s+)?(?:any\s+|the\s+|enough\s+|sufficient\s+)*(?:necessary\s+|specific\s+|relevant\s+|required\s+|needed\s+|such\s+|explicit\s+)*
        (?:information|data|details?|context|evidence)\b
    | \b(?:no|lacks?(?:\s+the|\s+any)?|without)\s+(?:\w+\s+)?(?:information|data|evidence)\s+(?:is\s+|was\s+)?(?:about|on|regarding|concerning|given|provided|shown|available|in|to\s+{_FIND})\b
    | {_CANNOT}\s+(?:\w+ly\s+)?{_FIND}\b[^.!?\n]{{0,80}}?\b{_BASIS}
    | \b(?:answer|information|value|data)\s+(?:is|was)\s+not\s+(?:\w+ly\s+)?(?:given|provided|available|shown|present|included|specified|stated|contained)\b
    | \bневозможно\s+(?:\w+\s+)?(?:ответить|определить|установить|сказать|узнать|понять|вычислить|найти|дать\s+ответ)
    | \bнельзя\s+(?:\w+\s+)?(?:ответить|определить|установить|сказать|узнать|понять|вычислить|найти|дать\s+ответ)
    | \b(?:ответить|определить|установить)\b[^.!?\n]{{0,60}}?\b(?:невозможно|нельзя|не\s+представляется\s+возможным)
    | \bне\s+представляется\s+возможным
    | \bнедостаточно\s+(?:\w+\s+)?(?:информации|данных|сведений)
    | \b(?:информаци[яи]|данны[хе]|сведени[яй]|ответа?)\b[^.!?\n]{{0,60}}?\b(?:недостаточно|отсутству\w+|не\s+(?:указан|привед|представлен|содержит)\w*)
    | \bна\s+(?:этот|данный)\s+вопрос\s+(?:ответить\s+)?(?:нельзя|невозможно|нет\s+ответа)
    | \bне\s+могу\s+(?:\w+\s+)?(?:определить|ответить|сказать)\b[^.!?\n]{{0,60}}?\b(?:по|на\s+основ\w+|исходя\s+из|из)\s+(?:\w+\s+)?(?:изображени|рисунк|картинк|таблиц|данны|график|информаци|диаграмм)
    """,
    re.VERBOSE,
)
_EXPLICIT = re.compile(r"question|answer|вопрос|ответ")
_ABSENT = re.compile(
    rf"""
      \b{_SHOWN}\s+(?:\w+\s+)?(?:does|do|did)(?:\s+not|n't|n’t)\s+(?:\w+ly\s+)?(?:(?:provide|contain|specify|include|give|mention|state|say|list)\b
        |(?:indicate|reveal|show|display|depict|present)\s+(?:the|this|that|any|which|what|how|when|where|who|whether|such|if)\b)
    | \bnot\s+(?:\w+ly\s+)?(?:given|provided|specified|mentioned|indicated|available|stated|shown|visible|depicted|included|present|labell?ed)\s+(?:in|on|by|from)\s+(?:the|this)\s+(?:\w+\s+)?{_SHOWN}
    | ^\W*(?:it\s+is\s+|it's\s+)?not\s+(?:given|provided|specified|mentioned|indicated|available|stated|shown|visible)\W*$
    | \b(?:на|в|по)\s+(?:\w+\s+)?(?:изображени|рисунк|картинк|таблиц|график|диаграмм|текст)\w*\s+(?:это\s+|об\s+этом\s+)?(?:не\s+(?:указан|привед|показан|представлен|содержит|видно)|нет\s+(?:такой\s+|этой\s+)?(?:информац|данны|сведен))\w*
    | \bне\s+(?:указан|привед[её]н|показан|представлен)[оаы]?\s+(?:на|в)\s+(?:\w+\s+)?(?:изображени|рисунк|картинк|таблиц|график|диаграмм|текст)
    """,
    re.VERBOSE,
)
_REFUSED = re.compile(
    rf"""
      {_CANNOT}\s+(?:\w+ly\s+)?(?:help(?!\s+but)|assist|comply|fulfil|do\s+that|do\s+this|process|(?:provide|offer|share|give)(?!\s+(?:you\s+)?(?:with\s+)?(?:an?\s+|the\s+)?(?:exact|precise|definit|specific|accurate|certain))
        |engage|continue|discuss|respond|answer|participate|support|complete)
    | {_CANNOT}\s+(?:\w+ly\s+)?(?:view|see|access|open|display|interpret|analy[sz]e|examine|look\s+at|load|read|perceive)\s+(?:\w+\s+){{0,4}}?(?:images?|pictures?|photos?|figures?|charts?|graphs?|files?|attachments?|visuals?|it|them|content)\b
    | \b(?:do\s+not|don't|don’t)\s+have\s+(?:the\s+)?(?:ability|capability|access|permission)\b
    | \b(?:as|i\s+am|i'm|i’m)\s+(?:just\s+|only\s+)?an?\s+(?:text[- ](?:based|only)|language)\s+(?:ai|model|assistant)
    | \bno\s+(?:image|picture|figure|photo|attachment|file)s?\s+(?:was|were|is|are|has|have|appears?|seems?)\b[^.!?\n]{{0,30}}(?:provided|attached|uploaded|included|visible|shown|received|given|here)
    | \b(?:do\s+not|don't|don’t|did\s+not|didn't)\s+(?:see|receive|find|have)\s+(?:any\s+|an\s+|the\s+|your\s+)?(?:attached\s+)?(?:image|picture|attachment|photo|file)s?\b
    | \bplease\s+(?:upload|attach|provide|share|send|re-?upload)\b[^.!?\n]{{0,30}}\b(?:image|picture|figure|photo|file|it)\b
    | \b(?:i\s+)?(?:must|have\s+to|will\s+have\s+to)\s+(?:respectfully\s+)?(?:decline|refuse)\b | \bi\s+(?:respectfully\s+)?(?:decline|refuse)\s+to\b
    | \b(?:will\s+not|won't|won’t)\s+(?:be\s+able\s+to\s+)?(?:answer|help|assist|provide|do|comply|respond|engage)
    | \bagainst\s+(?:my|the|our)\s+(?:guidelines|polic|programming|rules)
    | \bне\s+могу\s+(?:\w+\s+)?(?:помочь|выполнить|предоставить|обсуждать|просматривать|видеть|увидеть|открыть|посмотреть|распознать|анализировать|ответить|дать)
    | \bне\s+(?:вижу|имею\s+доступа|получил[аи]?)\b[^.!?\n]{{0,30}}\b(?:изображени|картинк|рисун|файл|фото|вложени)
    | \bотказываюсь\b | \bвынужден[а]?\s+отказать
    | \b(?:изображение|картинка|файл|рисунок)\s+(?:не\s+(?:был[оа]?\s+)?(?:прикреплен|загружен|приложен|предоставлен)|отсутствует)
    """,
    re.VERBOSE,
)
_FACES = re.compile(
    rf"{_CANNOT}\s+(?:identify|recogni[sz]e)\s+(?:\w+\s+){{0,3}}?(?:people|persons?|individuals?|faces?|anyone|who)\b"
)
_DONT_KNOW = re.compile(
    rf"""
      \b(?:do\s+not|don't|don’t|dont)\s+(?:really\s+|actually\s+)?know\b(?!\s+(?:that|the\s+difference|each|about\s+each))
    | \b(?:i\s+am|i'm|i’m|we\s+are|am)\s+(?:\w+\s+)?(?:not\s+(?:\w+\s+)?(?:sure|certain)|unsure|uncertain)\b | ^\W*(?:not\s+(?:really\s+|entirely\s+|quite\s+)?(?:sure|certain)|unsure|uncertain|unclear)\b
    | \b(?:have\s+)?no\s+(?:idea|clue)\b | ^\W*idk\b | (?:^|[.!?]\s)\W*(?:hard|difficult)\s+to\s+(?:say|tell|know|determine)\b | \b(?:it\s+is|it's)\s+(?:hard|difficult)\s+to\s+(?:say|tell|know)\b
    | \b(?:i|we)\s+{_CANNOT}\s+(?:\w+ly\s+)?(?:tell|say|determine|identify|decide|know|figure\s+(?:it\s+)?out|make\s+(?:it|that|this)\s+out|be\s+sure)\b
    | {_CANNOT}\s+(?:provide|offer|share|give)\s+(?:you\s+)?(?:with\s+)?(?:an?\s+|the\s+)?(?:exact|precise|definit|specific|accurate|certain)
    | ^\W*(?:cannot|can't|can’t|can\s+not)\s+(?:tell|say|determine|know|decide)\b
    | \bне\s+знаю\b | \bне\s+уверен[аы]?\b | \bзатрудняюсь\b | \bбез\s+понятия\b | \bпонятия\s+не\s+имею\b | \b(?:сложно|трудно)\s+(?:сказать|ответить)\b | \bне\s+могу\s+(?:точно\s+)?(?:сказать|определить|понять)\b
    """,
    re.VERBOSE,
)
_DIRECT = re.compile(r"^\W*(?:unknown|неизвестно|no\s+answer|нет\s+ответа)\W*$")
_WRONG = re.compile(r"\b(?:wrong|incorrect|mistake|not|isn't|wasn't|error|неверно|неправильно|ошиб\w+|не)\b")
_YET = re.compile(
    r"\b(?:(?P<but>but|however|nevertheless|still|though|although|yet|но|однако|хотя)|my\s+(?:best\s+)?guess(?:\s+(?:is|would\s+be))?"
    r"|i(?:'d|’d|\s+would)?\s+(?:guess|think|believe|say|estimate)|approximately|probably|maybe|perhaps|(?:most\s+)?likely"
    r"|думаю|вероятно|примерно|наверное|скорее\s+всего|предполагаю)\b[,:]?\s*"
)
_GUESS = re.compile(
    r"(?:(?:i|we)(?:'d|’d|\s+would|\s+can)?\s+(?:guess|think|believe|say|estimate)|(?:it|that)(?:'s|’s|\s+is|\s+looks|\s+seems|\s+appears|\s+may\s+be"
    r"|\s+might\s+be|\s+could\s+be|\s+should\s+be)(?!\s+not\b)|my\s+(?:best\s+)?guess|probably|maybe|perhaps|(?:most\s+)?likely|approximately|about"
    r"|around|roughly|думаю|вероятно|примерно|наверное|скорее\s+всего|похоже|кажется)\b"
)


def unanswerable(text: str) -> bool:
    """Says a text that the question cannot be answered from what is shown? In English or in Russian.

    `It is not possible to answer this question based only on the provided data.`, `There is not enough information in
    the figure.` and `Невозможно определить по рисунку.` do; `I don't know` and `I can't help with that` do not.
    """
    low = _readable(text)
    return bool(low) and (_UNANSWERABLE.search(low) is not None or _ABSENT.search(low) is not None)


def state(text: str) -> State | None:
    """The state in which a text leaves the question; None if it may well hold an answer."""
    low = _readable(text)
    if not low:
        return None
    if _FACES.search(low):
        return State.REFUSED
    if _UNANSWERABLE.search(low):
        return State.UNANSWERABLE
    if _REFUSED.search(low):
        return State.REFUSED
    if _DONT_KNOW.search(low) or _DIRECT.search(low):
        return State.DONT_KNOW
    return None


def absent(text: str) -> bool:
    """Says a text that the picture does not show something? Weaker than `unanswerable`: an answer may follow from it."""
    low = _readable(text)
    return bool(low) and _ABSENT.search(low) is not None


def explicit(text: str) -> bool:
    """Is it the question that cannot be answered, in so many words?"""
    found = _UNANSWERABLE.search(_readable(text))
    return found is not None and _EXPLICIT.search(found[0]) is not None


def after_doubt(text: str) -> tuple[str, bool]:
    """What comes after `I am not sure, but` and the like, and whether it is offered as a guess; nothing, if nothing does."""
    low = text.lower()
    if len(low) != len(text):
        return "", False
    for pattern in (_UNANSWERABLE, _DONT_KNOW, _REFUSED):
        if (found := pattern.search(low)) and (turn := _YET.search(low, found.end())):
            return text[turn.end() :], turn["but"] is None or _GUESS.match(low, turn.end()) is not None
    return "", False


def takes_back(text: str) -> bool:
    """Does a correction say only that what was said is wrong?"""
    return _WRONG.search(text.lower()) is not None


def _readable(text: str) -> str:
    """The text in small letters, or its ends if it is long; nothing where no word hints at a state."""
    if len(text) > LONGEST:
        half = LONGEST // 2
        text = f"{text[:half]}\n{text[-half:]}"
    low = text.lower().replace("ё", "е")
    return low if _HINTS.search(low) else ""
