"""Tables: what pages show in rows and columns, and what is written as CSV, Markdown and LaTeX.

Names of respondents and tags come from anywhere. No file takes them for a formula, for markup or for a command.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from optotype.web.words import Words


@dataclass(frozen=True)
class Cell:
    """One field of a table."""

    text: str
    """What is read."""
    value: float | str | None = None
    """What it is sorted by and what is written to CSV; the text unless given."""
    low: float | None = None
    """The lower end of its interval, in the unit of the value."""
    high: float | None = None
    interval: str = ""
    """The interval as it is read, beside the text."""
    mark: str = ""
    """A sign after it: `*` for a difference that holds after correction."""
    hint: str = ""
    """What more there is to say, where a pointer rests on it."""
    kind: str = ""
    """A kind of respondent, whose colour it bears."""
    link: str = ""
    """The page that it leads to."""


@dataclass(frozen=True)
class Column:
    """A column: what it is called, and whether it holds figures."""

    title: str
    numeric: bool = False
    hint: str = ""
    best: Literal["highest", "lowest"] | None = None
    """Which of its figures is the best, and stands out in print."""


@dataclass(frozen=True)
class Table:
    """A table with a name that its files have."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]]
    note: str = ""

    def csv(self) -> str:
        """For programs: figures in full, the ends of an interval and marks in columns of their own."""
        spread = [any(row[place].low is not None for row in self.rows) for place in range(len(self.columns))]
        marked = [any(row[place].mark for row in self.rows) for place in range(len(self.columns))]
        lines: list[list[str]] = [[]]
        for column, wide, signed in zip(self.columns, spread, marked, strict=True):
            names = [column.title, *[f"{column.title} {end}" for end in ("low", "high")] * wide]
            lines[0] += map(_no_formula, [*names, *[f"{column.title} mark"] * signed])
        for row in self.rows:
            line: list[str] = []
            for cell, wide, signed in zip(row, spread, marked, strict=True):
                line.append(_field(cell.text if cell.value is None else cell.value))
                line += [_field(cell.low), _field(cell.high)] * wide + [_no_formula(cell.mark)] * signed
            lines.append(line)
        return "".join(f"{','.join(_quoted(field, len(line)) for field in line)}\n" for line in lines)

    def markdown(self) -> str:
        """For a README; the best of a column is bold where the column says what is best."""
        best = self._best()
        lines = [
            _row(_markdown(column.title) for column in self.columns),
            _row("---:" if column.numeric else "---" for column in self.columns),
            *(
                _row(_markdown_cell(cell, cell.text in best[place]) for place, cell in enumerate(row))
                for row in self.rows
            ),
            *(["", _markdown(self.note)] if self.note else []),
        ]
        return "\n".join(lines) + "\n"

    def latex(self) -> str:
        """For a paper, with booktabs; the best of a column is bold where the column says what is best."""
        best = self._best()
        sides = "".join("r" if column.numeric else "l" for column in self.columns)
        lines = [
            f"\\begin{{tabular}}{{{sides}}}",
            "\\toprule",
            " & ".join(_held(latex(column.title)) for column in self.columns) + r" \\",
            "\\midrule",
            *(
                " & ".join(_latex_cell(cell, cell.text in best[place]) for place, cell in enumerate(row)) + r" \\"
                for row in self.rows
            ),
            "\\bottomrule",
            "\\end{tabular}",
        ]
        told = [latex(self.title), *_needed("\n".join(lines)), *([latex(self.note)] if self.note else [])]
        return "".join(f"{line}\n" for line in [*(f"% {line}" for line in told), *lines])

    def _best(self) -> list[set[str]]:
        """For each column, what the best figure reads; figures that read the same are equally good."""
        found: list[set[str]] = []
        for place, column in enumerate(self.columns):
            some = [cell for row in self.rows if isinstance((cell := row[place]).value, float | int)]
            if column.best is None or len(some) < 2:
                found.append(set())
                continue
            choose = max if column.best == "highest" else min
            found.append({choose(some, key=lambda cell: float(cell.value or 0.0)).text})
        return found


WRITTEN: dict[str, Callable[[Table], str]] = {"csv": Table.csv, "md": Table.markdown, "tex": Table.latex}
"""The kinds of file that a table is written as, by what their names end in."""


# --- cells


class Ranged(Protocol):
    """A figure with its interval: an `Estimate`, or a `Difference`."""

    @property
    def value(self) -> float:
        """The figure itself, without its interval."""
        ...

    @property
    def low(self) -> float:
        """The lower end."""
        ...

    @property
    def high(self) -> float:
        """The upper end."""
        ...


def share(estimate: Ranged | None, words: Words, *, mark: str = "", hint: str = "") -> Cell:
    """A share from 0 to 1 in percent, with its interval."""
    if estimate is None:
        return Cell("")
    return Cell(
        text=words.percent(estimate.value),
        value=100 * estimate.value,
        low=100 * estimate.low,
        high=100 * estimate.high,
        interval=words.interval(_end(estimate.low, words), _end(estimate.high, words)),
        mark=mark,
        hint=hint,
    )


def points(found: Ranged, words: Words, *, mark: str = "") -> Cell:
    """A difference of shares in points of a hundred, with its sign and its interval."""
    return replace(share(found, words, mark=mark), text=signed(found.value, words))


def signed(value: float, words: Words) -> str:
    """A difference of shares in points of a hundred with its sign; what is told as zero has none."""
    text = words.percent(value)
    return f"+{text}" if value > 0 and text.strip("0.,") else text


def count(value: int, words: Words) -> Cell:
    """A whole number."""
    return Cell(words.count(value), value)


def _end(value: float, words: Words) -> str:
    if math.isinf(value):
        return "\N{INFINITY}" if value > 0 else "\N{MINUS SIGN}\N{INFINITY}"
    return words.percent(value)


# --- CSV

_DIGITS = 12  # more than any figure is known to, and fewer than rounding changes from one machine to another


def _field(value: float | str | None) -> str:
    if isinstance(value, str):
        return _no_formula(value)
    if isinstance(value, int):
        return str(value)
    return f"{value + 0.0:.{_DIGITS}g}" if value is not None and math.isfinite(value) else ""


_FORMULA = re.compile(r"\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n]")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?%?", re.ASCII | re.IGNORECASE)


def _no_formula(text: str) -> str:
    """A text that a spreadsheet does not take for a formula; what is a plain number stays one."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def _quoted(field: str, fields: int) -> str:
    """A field as it stands in a line; the module csv leaves a carriage return bare, and then cannot read it back."""
    if any(letter in field for letter in ',"\r\n') or field != field.strip() or (not field and fields == 1):
        return '"{}"'.format(field.replace('"', '""'))
    return field


# --- one line of text


def line(text: str) -> str:
    """A text in one line, without signs that nobody sees: those break files, or turn the order of letters."""
    return "".join(_seen(letter) for letter in " ".join(_BREAKS.split(text)).strip(" "))


_BREAKS = re.compile(r"[^\S\u00a0\u2007\u2009\u202f]+")  # spaces that hold figures together stay
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"


def _seen(letter: str) -> str:
    match unicodedata.category(letter):
        case "Cs":  # half of a letter, which no file can hold
            return "\N{REPLACEMENT CHARACTER}"
        case "Cc" | "Cf" if letter not in _JOINERS:
            return ""
        case _:
            return letter


# --- Markdown

_MARKDOWN = str.maketrans({letter: f"\\{letter}" for letter in "\\|*_`<>[]#~$&"})


def _markdown(text: str) -> str:
    return line(text).translate(_MARKDOWN)


def _markdown_cell(cell: Cell, best: bool) -> str:
    text = _markdown(cell.text)
    shown = (f"**{text}**" if best and text else text) + _markdown(cell.mark)
    return " ".join(filter(None, (shown, _markdown(cell.interval))))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


# --- LaTeX

_MATHS = {
    "\N{MINUS SIGN}": "-",
    "\N{LESS-THAN OR EQUAL TO}": r"\leq",
    "\N{GREATER-THAN OR EQUAL TO}": r"\geq",
    "\N{NOT EQUAL TO}": r"\neq",
    "\N{ALMOST EQUAL TO}": r"\approx",
    "\N{PLUS-MINUS SIGN}": r"\pm",
    "\N{MULTIPLICATION SIGN}": r"\times",
    "\N{DIVISION SIGN}": r"\div",
    "\N{MIDDLE DOT}": r"\cdot",
    "\N{BULLET}": r"\bullet",
    "\N{INFINITY}": r"\infty",
    "\N{LEFTWARDS ARROW}": r"\leftarrow",
    "\N{UPWARDS ARROW}": r"\uparrow",
    "\N{RIGHTWARDS ARROW}": r"\rightarrow",
    "\N{DOWNWARDS ARROW}": r"\downarrow",
    "\N{LEFT RIGHT ARROW}": r"\leftrightarrow",
    "\N{CHECK MARK}": r"\surd",
    "\N{BALLOT X}": r"\times",
    "\N{MICRO SIGN}": r"\mu",
    "\N{DEGREE SIGN}": r"^\circ",
    "\N{SUPERSCRIPT ONE}": "^1",
    "\N{SUPERSCRIPT TWO}": "^2",
    "\N{SUPERSCRIPT THREE}": "^3",
}
_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
    "omega"
)
_GREEK_CAPITALS = "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"


def _greek() -> Iterator[tuple[str, str]]:
    for size, names in (("SMALL", _GREEK), ("CAPITAL", _GREEK_CAPITALS)):
        for name in names.split():
            letter = "LAMDA" if name.lower() == "lambda" else name.upper()  # as Unicode spells it
            yield unicodedata.lookup(f"GREEK {size} LETTER {letter}"), f"\\{name}"


_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': "''",  # babel gives the sign itself a meaning in Russian
        "`": "{`}",  # no ligature with what stands before it
        **{letter: f"\\{letter}" for letter in "&%$#_{}"},
        "\N{NO-BREAK SPACE}": "~",
        **dict.fromkeys("\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}\N{FIGURE SPACE}", r"\,"),
        **dict.fromkeys("\N{HYPHEN}\N{NON-BREAKING HYPHEN}", "-"),
        "\N{EN DASH}": r"\textendash{}",
        "\N{EM DASH}": r"\textemdash{}",
        "\N{HORIZONTAL ELLIPSIS}": r"\ldots{}",
        "\N{DAGGER}": r"\dag{}",
        "\N{DOUBLE DAGGER}": r"\ddag{}",
        "\N{SECTION SIGN}": r"\S{}",
        "\N{PILCROW SIGN}": r"\P{}",
        "\N{EURO SIGN}": r"\texteuro{}",
        **{sign: f"${command}$" for sign, command in (*_MATHS.items(), *_greek())},
    }
)
_NOT_SET = re.compile(r"[^\x00-\u017f\u0400-\u04ff\u2018-\u201e\u2030\u2116]")
"""Signs that pdfLaTeX cannot set, once those above are replaced: it knows Latin, Cyrillic and quotation marks."""


def latex(text: str) -> str:
    """A text as LaTeX sets it; letters of other scripts stay as they are."""
    return re.sub("-(?=-)", "-{}", line(text).translate(_LATEX))  # two hyphens would become a dash


def _latex_cell(cell: Cell, best: bool) -> str:
    text = latex(cell.text)
    shown = f"\\textbf{{{text}}}" if best and text else _held(text)
    mark = f"\\textsuperscript{{{latex(cell.mark)}}}" if cell.mark else ""
    interval = f" {{\\scriptsize {latex(cell.interval)}}}" if cell.interval else ""
    return shown + mark + interval


def _held(text: str) -> str:
    r"""A cell that what stands before it does not swallow: `\\*` and `\\[` mean something, also over a line's end."""
    return f"{{}}{text}" if text.startswith(("[", "*")) else text


def _needed(text: str) -> Iterator[str]:
    """What a paper needs to set a table."""
    yield r"needs \usepackage{booktabs}"
    if re.search(r"[\u0400-\u04ff]", text):
        yield r"Cyrillic needs \usepackage[T2A]{fontenc} with pdfLaTeX"
    if _NOT_SET.search(text):
        yield "has signs that pdfLaTeX cannot set: use LuaLaTeX or XeLaTeX"
