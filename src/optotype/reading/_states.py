"""What a respondent says instead of an answer: it cannot be answered, I do not know, I will not."""

from __future__ import annotations

from optotype.reading._patterns import pattern
from optotype.records import State

LONGEST = 600
"""A longer text is not searched as a whole: its first and its last sentences are."""

# a text with none of these says nothing of the kind; looking for them is much faster than looking for what follows
_HINTS = pattern(
    r"possible|cannot|can't|can’t|can not|could not|couldn|unable|not able|answerable|undetermin|insufficient",
    r"inadequate|enough|informat|lack|evidence|do not|don't|don’t|dont|does not|doesn|did not|didn|sure|certain",
    r"no idea|no clue|idk|unclear|unknown|hard to|difficult to|declin|refuse|will not|won't|won’t|against",
    r"text-|text based|language model|language ai|no (?:image|picture|figure|photo|file|attach|answer|data)|please",
    r"(?:not|ly) (?:given|provided|specified|mentioned|indicated|available|stated|shown|visible|depicted|included)",
    r"not present|not label|невозможно|нельзя|не мог|недостаточно|не зна|увер|затрудн|поняти|отказ|отсутств|сложно",
    r"трудно|не указ|не прив|не пок|не предст|не содерж|не вид|не виж|не име|не получ|не при|не загр|не был|нет ",
    r"неизвестно",
)

_SHOWN = (
    r"(?:image|picture|figure|chart|graph|plot|diagram|table|photo|photograph|screenshot|data|caption|text|document"
    r"|passage|context|information|abstract|legend|source|question|prompt|material|content|visual|drawing|details"
    r"|evidence)s?"
)
_FIND = (
    r"(?:answer|determine|tell|say|know|conclude|infer|identify|establish|ascertain|calculate|compute|judge|derive"
    r"|deduce|estimate|verify|confirm|decide|assess|discern|read)"
)
_FOUND = (
    r"(?:answered|determined|told|known|concluded|inferred|identified|established|ascertained|calculated|computed"
    r"|judged|derived|deduced|estimated|verified|confirmed|decided|assessed|discerned|resolved|read)"
)
_GIVEN = (
    r"(?:given|provided|specified|mentioned|indicated|available|stated|shown|visible|depicted|included|present"
    r"|contained|labell?ed)"
)
_NOT = r"(?: not|n't|n’t)"
_CANNOT = (
    r"(?:cannot|can't|can’t|can not|could not|couldn't|couldn’t"
    r"|(?:(?:am|is|are|was|were) |'m |’m )?(?:unable|not able) to)"
)
_KNOWLEDGE = r"(?:information|data|context|evidence|details?)"
_PRECISE = r"(?:you )?(?:with )?(?:an? |the )?(?:exact|precise|definit|specific|accurate|certain)"
_BASIS = (
    r"(?:from|based (?:only |solely )?on|with|without|given|using|in|by|on) (?:only |just )?"
    r"(?:the|this|these|that|what|any|your|more|further|additional)\b[^.!?\n]{0,40}?"
    rf"\b(?:{_SHOWN}|is (?:shown|given|provided|visible))"
)
_RU_FIND = r"(?:ответить|определить|установить|сказать|узнать|понять|вычислить|найти|дать ответ)"
_RU_SHOWN = r"(?:изображени|рисунк|картинк|таблиц|график|диаграмм|текст|данны|информаци)\w*"
_RU_SUCH = r"(?:так|эт|нужн|необходим|соответствующ)(?:ой|ей|их|ых)"
_RU_GIVEN = r"(?:указан|привед[её]н|показан|представлен|содержит|видно)\w*"

_UNANSWERABLE = pattern(
    rf"(?:not|n't) (?:be )?(?:possible|feasible) (?:for \w+ )?to {_FIND}",
    rf"\bimpossible to {_FIND}",
    rf"\b(?:cannot|can't|can’t|can not|could not|couldn't) (?:\w+ly )?be (?:\w+ly )?{_FOUND}",
    r"\bunanswerable\b|\bnot answerable\b|\bundetermin(?:able|ed)\b",
    rf"\b(?:not enough|insufficient|inadequate) (?:\w+ )?{_KNOWLEDGE}\b",
    rf"\b(?:does|do|did){_NOT} (?:\w+ )?(?:provide|contain|include|give|offer|have|show|present)"
    rf" (?:\w+ ){{0,4}}?{_KNOWLEDGE}\b",
    r"\b(?:no|lacks?(?: the| any)?|without) (?:\w+ )?(?:information|data|evidence) (?:is |was )?"
    rf"(?:about|on|regarding|concerning|given|provided|shown|available|in|to {_FIND})\b",
    rf"{_CANNOT} (?:\w+ly )?{_FIND}\b[^.!?\n]{{0,80}}?\b{_BASIS}",
    rf"{_CANNOT} (?:\w+ly )?{_FIND}\b[^.!?\n]{{0,60}}?\b(?:because|since|as)\b[^.!?\n]{{0,40}}?\b{_SHOWN} (?:\w+ly )?"
    rf"(?:lacks?|omits?|ha(?:s|ve) no|(?:contain|provide|give|show|include)s? no"
    rf"|(?:does|do|did){_NOT} (?:\w+ly )?(?:provide|contain|specify|include|give|mention|state|show|indicate|have))\b",
    rf"\b{_BASIS}[^.!?\n]{{0,20}}?,? (?:we|i|one|you|it) {_CANNOT} (?:\w+ly )?{_FIND}\b",
    rf"\b(?:answer|information|value|data) (?:is|was) not (?:\w+ly )?{_GIVEN}\b",
    rf"\b(?:невозможно|нельзя) (?:\w+ )?{_RU_FIND}",
    r"\b(?:ответить|определить|установить)\b[^.!?\n]{0,60}?\b(?:невозможно|нельзя|не представляется возможным)",
    r"\bне представляется возможным",
    r"\bнедостаточно (?:\w+ )?(?:информации|данных|сведений)",
    r"\b(?:информаци[яи]|данны[хе]|сведени[яй]|ответа?)\b[^.!?\n]{0,60}?"
    rf"\b(?:недостаточно|отсутству\w+|не {_RU_GIVEN})",
    r"\bна (?:этот|данный) вопрос (?:ответить )?(?:нельзя|невозможно|нет ответа)",
    r"\bне могу (?:\w+ )?(?:определить|ответить|сказать)\b[^.!?\n]{0,60}?"
    rf"\b(?:по|на основ\w+|исходя из|из) (?:\w+ )?{_RU_SHOWN}",
)
_EXPLICIT = pattern("question|answer|вопрос|ответ")
_ABSENT = pattern(
    rf"\b{_SHOWN} (?:\w+ )?(?:does|do|did){_NOT} (?:\w+ly )?"
    r"(?:(?:provide|contain|specify|include|give|mention|state|say|list)\b"
    r"|(?:indicate|reveal|show|display|depict|present)"
    r" (?:the|this|that|any|which|what|how|when|where|who|whether|such|if)\b)",
    rf"\bnot (?:\w+ly )?{_GIVEN} (?:in|on|by|from) (?:the|this) (?:\w+ )?{_SHOWN}",
    rf"^\W*(?:it is |it's )?not {_GIVEN}\W*$",
    rf"\b(?:на|в|по) (?:\w+ )?{_RU_SHOWN} (?:это |об этом )?"
    rf"(?:не {_RU_GIVEN}|нет (?:{_RU_SUCH} )?(?:информац|данны|сведен)\w*)",
    rf"\bне {_RU_GIVEN} (?:на|в) (?:\w+ )?{_RU_SHOWN}",
)
_REFUSED = pattern(
    rf"{_CANNOT} (?:\w+ly )?(?:help(?! but)|assist|comply|fulfil|do that|do this|process|engage|continue|discuss"
    rf"|respond|answer|participate|support|complete|(?:provide|offer|share|give)(?! {_PRECISE}))",
    rf"{_CANNOT} (?:\w+ly )?(?:view|see|access|open|display|interpret|analy[sz]e|examine|look at|load|read|perceive)"
    r" (?:\w+ ){0,4}?(?:images?|pictures?|photos?|figures?|charts?|graphs?|files?|attachments?|visuals?|it|them"
    r"|content)\b",
    r"\b(?:do not|don't|don’t) have (?:the )?(?:ability|capability|access|permission)\b",
    r"\b(?:as|i am|i'm|i’m) (?:just |only )?an? (?:text-(?:based|only)|text (?:based|only)|language)"
    r" (?:ai|model|assistant)",
    r"\bno (?:image|picture|figure|photo|attachment|file)s? (?:was|were|is|are|has|have|appears?|seems?)\b"
    r"[^.!?\n]{0,30}(?:provided|attached|uploaded|included|visible|shown|received|given|here)",
    r"\b(?:do not|don't|don’t|did not|didn't) (?:see|receive|find|have) (?:any |an |the |your )?(?:attached )?"
    r"(?:image|picture|attachment|photo|file)s?\b",
    r"\bplease (?:upload|attach|provide|share|send|re-?upload)\b[^.!?\n]{0,30}"
    r"\b(?:image|picture|figure|photo|file|it)\b",
    r"\b(?:must|have to) (?:respectfully )?(?:decline|refuse)\b|\bi (?:respectfully )?(?:decline|refuse) to\b",
    r"\b(?:will not|won't|won’t) (?:be able to )?(?:answer|help|assist|provide|do|comply|respond|engage)",
    r"\bagainst (?:my|the|our) (?:guidelines|polic|programming|rules)",
    r"\bне могу (?:\w+ )?(?:помочь|выполнить|предоставить|обсуждать|просматривать|видеть|увидеть|открыть|посмотреть"
    r"|распознать|анализировать|ответить|дать)",
    r"\bне (?:вижу|имею доступа|получил[аи]?)\b[^.!?\n]{0,30}\b(?:изображени|картинк|рисун|файл|фото|вложени)",
    r"\bотказываюсь\b|\bвынужден[а]? отказать",
    r"\b(?:изображение|картинка|файл|рисунок) "
    r"(?:не (?:был[оа]? )?(?:прикреплен|загружен|приложен|предоставлен)|отсутствует)",
)
_FACES = pattern(
    rf"{_CANNOT} (?:identify|recogni[sz]e) (?:\w+ ){{0,3}}?(?:people|persons?|individuals?|faces?|anyone|who)\b"
)
_DONT_KNOW = pattern(
    r"\b(?:do not|don't|don’t|dont) (?:really |actually )?know\b"
    r"(?! (?:that|the (?:difference|others?|rest)|each|about each))",
    r"\b(?:i am|i'm|i’m|we are|am) (?:\w+ )?(?:not (?:\w+ )?(?:sure|certain)|unsure|uncertain)\b",
    r"^\W*(?:not (?:really |entirely |quite )?(?:sure|certain)|unsure|uncertain|unclear|idk)\b",
    r"\b(?:have )?no (?:idea|clue)\b",
    r"(?:^|[.!?] )\W*(?:hard|difficult) to (?:say|tell|know|determine)\b",
    r"\b(?:it is|it's) (?:hard|difficult) to (?:say|tell|know)\b",
    rf"\b(?:i|we) {_CANNOT} (?:\w+ly )?(?:tell|say|determine|identify|decide|know|figure (?:it )?out|be sure"
    r"|make (?:it|that|this) out)\b",
    rf"{_CANNOT} (?:provide|offer|share|give) {_PRECISE}",
    r"^\W*(?:cannot|can't|can’t|can not) (?:tell|say|determine|know|decide)\b",
    r"^\W*(?:unknown|неизвестно|no answer|нет ответа)\W*$",
    r"\bне знаю\b|\bне уверен[аы]?\b|\bзатрудняюсь\b|\bбез понятия\b|\bпонятия не имею\b",
    r"\b(?:сложно|трудно) (?:сказать|ответить)\b|\bне могу (?:точно )?(?:сказать|определить|понять)\b",
)
_WRONG = pattern(r"\b(?:wrong|incorrect|mistake|not|isn't|wasn't|error|неверно|неправильно|ошиб\w+|не)\b")
_YET = pattern(
    r"\b(?:(?P<but>but|however|nevertheless|still|though|although|yet|но|однако|хотя)"
    r"|my (?:best )?guess(?: (?:is|would be))?|i(?:'d|’d| would)? (?:guess|think|believe|say|estimate)|approximately"
    r"|probably|maybe|perhaps|(?:most )?likely|думаю|вероятно|примерно|наверное|скорее всего|предполагаю)\b[,:]?\s*"
)
_GUESS = pattern(
    r"(?:(?:i|we)(?:'d|’d| would| can)? (?:guess|think|believe|say|estimate)"
    r"|(?:it|that)(?:'s|’s| is| looks| seems| appears| may be| might be| could be| should be)(?! not\b)"
    r"|my (?:best )?guess|probably|maybe|perhaps|(?:most )?likely|approximately|about|around|roughly"
    r"|думаю|вероятно|примерно|наверное|скорее всего|похоже|кажется)\b"
)


def unanswerable(text: str) -> bool:
    """Says a text that the question cannot be answered from what is shown? In English or in Russian.

    `It is not possible to answer this question based only on the provided data.`, `There is not enough information in
    the figure.` and `Невозможно определить по рисунку.` do; `I don't know` and `I can't help with that` do not.
    """
    low = _readable(text)
    if not low or _FACES.search(low):
        return False
    return _UNANSWERABLE.search(low) is not None or _ABSENT.search(low) is not None


def hinted(text: str) -> bool:
    """May a text say any of this? Quick to find out."""
    return bool(_readable(text))


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
    if _DONT_KNOW.search(low):
        return State.DONT_KNOW
    return None


def absent(text: str) -> bool:
    """Says a text that the picture does not show something? An answer may stand beside it."""
    low = _readable(text)
    return bool(low) and _ABSENT.search(low) is not None


def explicit(text: str) -> bool:
    """Is it the question that cannot be answered, in so many words?"""
    found = _UNANSWERABLE.search(_readable(text))
    return found is not None and _EXPLICIT.search(found[0]) is not None


def after_doubt(text: str) -> tuple[str, bool]:
    """What comes after `I am not sure, but` and the like, and whether it is offered as a guess."""
    low = text.lower()
    if len(low) != len(text):
        return "", False
    for saying in (_UNANSWERABLE, _DONT_KNOW, _REFUSED):
        if (found := saying.search(low)) and (turn := _YET.search(low, found.end())):
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
