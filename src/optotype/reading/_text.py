"""Texts, before anybody reads an answer out of them: what belongs to a reply, and how texts are compared."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

HEAD = 2_000
"""How much of the beginning of a long reply is looked at."""
TAIL = 6_000
"""How much of the end of a long reply is looked at."""

_THOUGHTS = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad")
_OPENING = (*(f"<{name}>" for name in _THOUGHTS), "◁think▷")
_CLOSING = (*(f"</{name}>" for name in _THOUGHTS), "◁/think▷", "<|channel|>final<|message|>")

_ODD = re.compile(r"[^ -\"%-),-;=?-\[\]^_a-zа-яёА-ЯЁ\n|~’“”«»–—…]")
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"))
_SPACES = dict.fromkeys(
    map(ord, "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000"), " "
)
_CONTROL = {code: " " for code in (*range(32), 127, *range(0x80, 0xA0)) if code not in (9, 10)}
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_UNSEEN = {**_CONTROL, **_SPACES, **_INVISIBLE, **_WIDE, ord("İ"): "I", ord("\r"): "\n", 0x2028: "\n", 0x2029: "\n"}

_TOKENS = re.compile(r"<\|[a-z_]{1,40}\|>|</?s>|<(?:eos|pad|bos|end_of_turn|end_of_utterance)>", re.IGNORECASE)
_TAGGED = re.compile(r"<(/?)(?:final_?)?answer>|<\|(begin|end)_of_box\|>", re.IGNORECASE)
_HTML = re.compile(r"</?(?:b|i|u|em|strong|p|br|div|span|code|pre|li|ul|ol|sub|sup)\s{0,3}/?>", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]*```[ \t]*[\w+-]{0,20}[ \t]*$", re.MULTILINE)
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+", re.MULTILINE)
_STARS = re.compile(r"\*+|`+")
_BOXED = re.compile(r"(?:\\{1,2}|\x08)boxed\s{0,3}\{")
_LATEX_TEXT = re.compile(
    r"\\{1,2}(?:text|mathrm|mathbf|mathit|mathsf|textbf|textit|textrm|operatorname|bf|rm)\s{0,3}\{([^{}]*)\}"
)
_FRACTION = re.compile(r"\\[dt]?frac\s{0,3}\{([^{}]{1,40})\}\s{0,3}\{([^{}]{1,40})\}")
_LATEX_WORDS = (
    ("\\left", ""),
    ("\\right", ""),
    ("\\times", "×"),
    ("\\cdot", "·"),
    ("\\approx", "≈"),
    ("\\sim", "~"),
    ("\\pm", "±"),
    ("\\leq", "≤"),
    ("\\geq", "≥"),
    ("\\le", "≤"),
    ("\\ge", "≥"),
    ("\\rightarrow", "→"),
    ("\\to", "→"),
    ("\\succ", ">"),
    ("\\%", "%"),
    ("\\$", "$"),
    ("\\_", "_"),
    ("{,}", ","),
    ("\\,", ""),
    ("\\!", ""),
    ("\\;", " "),
    ("\\:", " "),
    ("\\ ", " "),
    ("\\(", ""),
    ("\\)", ""),
    ("\\[", ""),
    ("\\]", ""),
)
_FORMULA = re.compile(r"\$\$?(?=[^\s$])([^$\n]{1,200})(?<=[^\s$])\$\$?(?!\d)")
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*")
_SENTENCE = re.compile(
    r"\n+|(?<=[.!?…])(?<!\bfig\.)(?<!\bno\.)(?<!\bvs\.)(?<!e\.g\.)(?<!i\.e\.)(?<!рис\.)\s+", re.IGNORECASE
)

_FLAT = {
    **_UNSEEN,
    **dict.fromkeys(map(ord, "“”„‟«»″"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛′ʼ`´"), "'"),
    **dict.fromkeys(map(ord, "‐‑‒–—―−"), "-"),
    ord("ё"): "е",
}
_PAIRS = {'"': '"', "'": "'", "*": "*", "_": "_", "$": "$"}
_STOPS = ".,;:!… "
_ARTICLES = ("the ", "an ", "a ")


@dataclass
class Heard:
    """A reply, made ready for reading."""

    full: str
    """What the respondent said, without its thinking, as it was written."""
    text: str
    """The same without markdown, LaTeX and invisible signs; of a long reply, the beginning and the end."""
    shortened: bool = False
    """Was the middle left out?"""
    thinking: bool = False
    """Did the reply end while the respondent was still thinking?"""

    @cached_property
    def low(self) -> str:
        """The text in small letters; it has the same length."""
        return self.text.lower()

    @cached_property
    def sentences(self) -> list[str]:
        """The sentences and lines of the text."""
        return sentences(self.text)

    @cached_property
    def bold(self) -> list[str]:
        """What was printed bold."""
        if "**" not in self.full:
            return []
        return [tidy(words) for words in _BOLD.findall(_middle_out(self.full))]


def hear(reply: str, *, longest: int = HEAD + TAIL, marks: bool = False) -> Heard:
    """What a respondent said: its thinking is left out, and so is the middle of a long reply.

    Args:
        reply: The reply as it came.
        longest: Up to how many letters a reply is looked at as a whole.
        marks: Shall markdown and LaTeX stay?
    """
    full, thinking = _spoken(reply)
    full = full.strip()
    if full[:10].lower() == "assistant:":
        full = full[10:].lstrip()
    shortened = len(full) > longest
    text = _middle_out(full) if shortened else full
    return Heard(full, uncovered(text) if marks else tidy(text), shortened, thinking)


def _spoken(reply: str) -> tuple[str, bool]:
    if "<" not in reply and "◁" not in reply:
        return reply, False
    end = 0
    for mark in _CLOSING:
        place = reply.rfind(mark, end)
        if place >= 0:
            end = max(end, place + len(mark))
    opened = [place for mark in _OPENING if (place := reply.find(mark, end)) >= 0]
    if opened:
        return reply[end : min(opened)], True
    return reply[end:], False


def _middle_out(text: str) -> str:
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]}\n\n{text[-TAIL:]}"


def tidy(text: str) -> str:
    """A text without markdown, LaTeX, tags and invisible signs; what was boxed becomes `Answer: ...`."""
    text = text.strip()
    if not _ODD.search(text):
        return text
    text = uncovered(text)
    if "\\" in text:
        text = _FRACTION.sub(r"\1/\2", _LATEX_TEXT.sub(r"\1", text))
        for word, sign in _LATEX_WORDS:
            text = text.replace(word, sign)
    if "#" in text:
        text = _HEADING.sub("", text)
    if "`" in text:
        text = _FENCE.sub("", text)
    if "*" in text or "`" in text:
        text = _STARS.sub(_unstarred, text)
    if "$" in text:
        text = _FORMULA.sub(r"\1", text)
    return text.strip()


def uncovered(text: str) -> str:
    """A text without tags and invisible signs; what was boxed becomes `Answer: ...`."""
    if "boxed" in text:
        text = _unboxed(text)
    if "<" in text:
        text = _HTML.sub("", _TOKENS.sub(" ", _TAGGED.sub(_tagged, text)))
    return text.translate(_UNSEEN).strip()


def _unstarred(found: re.Match[str]) -> str:
    """Nothing for a mark of emphasis; a star that multiplies, or raises to a power, stays."""
    text, start, end = found.string, found.start(), found.end()
    before, after = text[start - 1 : start], text[end : end + 1]
    if found[0][0] == "*" and (
        (before.isdigit() and after.isdigit()) or ((not before or before == " ") and after in ("", " "))
    ):
        return found[0]
    return ""


def _tagged(found: re.Match[str]) -> str:
    ends = found[1] == "/" or found[2] == "end"
    return "\n" if ends else "\nAnswer: "


def _unboxed(text: str) -> str:
    r"""The text with `\boxed{B}` written as `Answer: B` on a line of its own."""
    parts: list[str] = []
    done = 0
    for found in _BOXED.finditer(text):
        if found.start() < done:
            continue
        end = _closing(text, found.end())
        parts += [text[done : found.start()], "\nAnswer: ", text[found.end() : end], "\n"]
        done = end + 1
    return "".join((*parts, text[done:]))


def _closing(text: str, start: int) -> int:
    """Where the brace that was opened before `start` closes; the end of the text, if it never does."""
    depth = 1
    for place in range(start, min(len(text), start + 2000)):
        if text[place] == "{":
            depth += 1
        elif text[place] == "}":
            depth -= 1
            if not depth:
                return place
    return len(text)


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text; a full stop inside a number ends nothing."""
    return [sentence for part in _SENTENCE.split(text) if (sentence := part.strip())]


def flat(text: str) -> str:
    """A text in small letters, with one kind of space, quote, apostrophe and dash."""
    if text.isascii() and text.isprintable():
        return " ".join(text.replace("`", "'").lower().split())
    return " ".join(text.translate(_FLAT).lower().replace("ё", "е").split())


def normal(text: str) -> str:
    """A text as it is compared with others.

    Small letters, one kind of space, quote and dash; `ё` is `е`; quotes and emphasis around the whole, stops at the end
    and an article at the beginning are gone. Whatever is inside stays, so that `T'` and `T`, `1.0` and `10`, or
    `not red` and `red` remain different.
    """
    if text.isalnum() and text.isascii():
        return text.lower()
    text = flat(text if text.isascii() else unicodedata.normalize("NFC", text))
    start, end = 0, len(text)
    while start < end:
        before = (start, end)
        while end > start and text[end - 1] in _STOPS:
            end -= 1
        while start < end and text[start] == " ":
            start += 1
        if end - start > 1 and _PAIRS.get(text[start]) == text[end - 1]:
            start, end = start + 1, end - 1
        for article in _ARTICLES:
            # a letter alone after it may be a label: "A C" is not C
            if text.startswith(article, start) and end - start - len(article) > 1:
                start += len(article)
                break
        if (start, end) == before:
            break
    return text[start:end]
