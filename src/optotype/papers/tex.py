r"""TeX as far as reading a paper takes it: comments, macros of the author's own, braces, and words.

Nothing is run. Macros are put in as text, which is bounded: a source that unfolds without end is cut off, and says so.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from optotype.papers.marks import line, math, note

MOST_CHARACTERS = 20_000_000
"""How long a source may be when all its macros are put in."""
_MOST_EXPANSIONS = 200_000
_DEEPEST = 60
"""How deep groups may be nested for their words to be read."""

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*(?:\n[ \t]*)?")
_VERBATIM = re.compile(
    r"\\begin\{(verbatim\*?|lstlisting|comment|minted|filecontents\*?|CCSXML)\}.*?(?:\\end\{\1\}|\Z)", re.DOTALL
)
_FALSE = re.compile(r"\\(?:iffalse|if0)(?![a-zA-Z])|\\fi(?![a-zA-Z])|\\else(?![a-zA-Z])|\\if[a-zA-Z@]*")
_COMMAND = re.compile(r"\\(?:([a-zA-Z@]+)\*?|(.)|\Z)", re.DOTALL)
_NEW = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|newrobustcmd)\*?\s*"
    r"(?:\{\s*\\([a-zA-Z@]+)\s*\}|\\([a-zA-Z@]+))\s*(?:\[(\d)\])?\s*(\[)?"
    r"|\\def\s*\\([a-zA-Z@]+)\s*((?:#\d)*)\s*(?=\{)"
)
_SPACE = re.compile(r"\s*")
_SPECIAL = re.compile(r"[{}\\]")


def strip_comments(text: str) -> str:
    """A source without comments, without what is quoted from programs, and without what is switched off."""
    text = _VERBATIM.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _without_false(_COMMENT.sub(r"\1", text))


def _without_false(text: str) -> str:
    if "\\iffalse" not in text:
        return text
    kept: list[str] = []
    place = depth = 0
    shown = True
    for found in _FALSE.finditer(text):
        word = found[0]
        if depth == 0:
            if word == "\\iffalse":
                kept.append(text[place : found.start()])
                depth, shown = 1, False
        elif word.startswith("\\if"):
            depth += 1
        elif word == "\\else" and depth == 1:
            shown, place = True, found.end()
        elif word == "\\fi":
            depth -= 1
            if depth == 0:
                if shown:
                    kept.append(text[place : found.start()])
                shown, place = True, found.end()
    if depth == 0:
        kept.append(text[place:])
    return "".join(kept)


def group_end(text: str, start: int) -> int | None:
    """Where the group ends that begins with the brace at `start`: the place of its closing brace."""
    depth = 0
    for found in _SPECIAL.finditer(text, start):
        character = found[0]
        if character == "\\":
            continue
        if found.start() > start and text[found.start() - 1] == "\\" and _escaped(text, found.start()):
            continue
        depth += 1 if character == "{" else -1
        if depth == 0:
            return found.start()
    return None


def _escaped(text: str, place: int) -> bool:
    slashes = 0
    while place - slashes > 0 and text[place - slashes - 1] == "\\":
        slashes += 1
    return slashes % 2 == 1


# --- macros


@dataclass(frozen=True)
class Macro:
    """A command of the author's own."""

    body: str
    count: int = 0
    """How many arguments it takes."""
    default: str | None = None
    """Of the first of them, where it may be left out."""


@dataclass
class Macros:
    """The commands that a source defines, and putting them in."""

    known: dict[str, Macro] = field(default_factory=dict[str, Macro])
    cut: bool = False
    """Did a source unfold to more than is read?"""

    def learn(self, text: str) -> str:
        """Takes the definitions out of a source; gives back the rest."""
        kept: list[str] = []
        place = 0
        while (found := _NEW.search(text, place)) is not None:
            kept.append(text[place : found.start()])
            place = self._define(text, found)
        kept.append(text[place:])
        return "".join(kept)

    def _define(self, text: str, found: re.Match[str]) -> int:
        name = found[1] or found[2] or found[5]
        place = found.end()
        default: str | None = None
        if found[4]:
            end = text.find("]", place)
            if end < 0:
                return place
            default, place = text[place:end], end + 1
        place = _after_space(text, place)
        if text[place : place + 1] != "{":
            return place
        end = group_end(text, place)
        if end is None:
            return place + 1
        count = int(found[3]) if found[3] else len(found[6] or "") // 2
        body = text[place + 1 : end]
        # commands of LaTeX that were given another look still mean what they mean to us
        if name not in KEPT and len(body) <= 20_000:
            self.known[name] = Macro(body, count, default)
        return end + 1

    def put_in(self, text: str) -> str:
        """A source with its own commands replaced by what they stand for."""
        if not self.known:
            return text
        pattern = re.compile(
            r"\\(" + "|".join(sorted(map(re.escape, self.known), key=len, reverse=True)) + r")(?![a-zA-Z@])"
        )
        out: list[str] = []
        size = count = 0
        waiting: list[tuple[str, int]] = [(text, 0)]
        while waiting:
            text, place = waiting.pop()
            found = pattern.search(text, place)
            piece = text[place : found.start() if found else len(text)]
            out.append(piece)
            size += len(piece)
            if size > MOST_CHARACTERS or count > _MOST_EXPANSIONS:
                self.cut = True
                break
            if found is None:
                continue
            count += 1
            macro = self.known[found[1]]
            arguments, end = _arguments(text, found.end(), macro)
            waiting.append((text, end))
            # a macro that names itself would go on until it is cut off: as TeX would
            if len(waiting) <= _DEEPEST:
                body = _filled(macro.body, arguments)
                size += len(body)
                waiting.append((body, 0))
            else:
                self.cut = True
        return "".join(out)


def _arguments(text: str, place: int, macro: Macro) -> tuple[list[str], int]:
    found: list[str] = []
    count = macro.count
    if count == 0:
        # TeX swallows spaces after a command; authors write \name{} or \name\ where they want one
        return found, place + 2 if text.startswith("{}", place) else place
    if macro.default is not None:
        count -= 1
        after = _after_space(text, place)
        end = text.find("]", after) if text[after : after + 1] == "[" else -1
        if end >= 0:
            found.append(text[after + 1 : end])
            place = end + 1
        else:
            found.append(macro.default)
    for _ in range(count):
        after = _after_space(text, place)
        if text[after : after + 1] == "{":
            end = group_end(text, after)
            if end is None:
                return found, place
            found.append(text[after + 1 : end])
            place = end + 1
        else:
            word = _COMMAND.match(text, after)
            stop = word.end() if word is not None and text[after : after + 1] == "\\" else after + 1
            found.append(text[after:stop])
            place = stop
    return found, place


def _after_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found is not None else place


def _filled(body: str, arguments: list[str]) -> str:
    def fill(mark: re.Match[str]) -> str:
        number = int(mark[1])
        return arguments[number - 1] if 0 < number <= len(arguments) else ""

    return re.sub(r"#(\d)", fill, body) if "#" in body else body


# --- words

KEPT = frozenset((
    "section", "subsection", "subsubsection", "paragraph", "caption", "includegraphics", "title", "author",
    "date", "maketitle", "footnote", "thanks", "begin", "end", "label", "ref", "cite", "input", "include",
    "item", "and", "emph", "textbf", "url", "href", "thefigure", "thesection", "figurename",
))  # fmt: skip
"""Commands that keep their meaning, whatever a source defines them to be."""

_DROPPED = {
    name: count
    for count, names in {
        0: "centering raggedright noindent indent par newline linebreak pagebreak newpage clearpage maketitle small "
        "footnotesize scriptsize tiny normalsize large Large LARGE huge Huge bf it rm sf tt em sc bfseries itshape "
        "rmfamily sffamily ttfamily mdseries upshape slshape scshape normalfont protect xspace hfill vfill medskip "
        "smallskip bigskip displaystyle textstyle null strut relax left right limits nolimits appendix "
        "tableofcontents onecolumn twocolumn flushbottom sloppy allowbreak nobreak ignorespaces unskip "
        "leavevmode quad qquad dots ldots cdots hline toprule midrule bottomrule balance endgroup begingroup",
        1: "label vspace hspace cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite "
        "autocite nocite color index bibliographystyle bibliography pagestyle thispagestyle thanks footnotemark "
        "phantom hphantom vphantom captionsetup linespread addvspace input include usepackage hypersetup cline "
        "affiliation email orcid institute address ead fntext cortext corref fnref tnoteref tnotetext vskip hskip "
        "graphicspath DeclareGraphicsExtensions pdfbookmark markboth marginpar todo printbibliography "
        "bibitem setlist theoremstyle pagenumbering qedhere noalign tag",
        2: "setlength addtolength setcounter addtocounter rule raisebox definecolor renewcommand newcommand "
        "addcontentsline fontsize newtheorem",
    }.items()
    for name in names.split()
}
"""Commands that say nothing, and how many groups after them say nothing either."""
_SECOND = frozenset(("textcolor", "href", "colorbox", "parbox", "makebox", "scalebox", "hyperref", "texorpdfstring"))
"""Commands of two groups of which the words are in the second."""
_WORDS = {
    "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "ldots": "…", "dots": "…", "textellipsis": "…",
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textquotedblleft": "“",
    "textquotedblright": "”", "textquoteleft": "‘", "textquoteright": "’", "textemdash": "—", "textendash": "–",
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å",
    "AA": "Å", "i": "ı", "j": "ȷ", "S": "§", "P": "¶", "copyright": "©", "textregistered": "®", "texttrademark": "™",
    "pounds": "£", "euro": "€", "dag": "†", "ddag": "‡", "textmu": "µ", "textdegree": "°", "degree": "°",
    "textbar": "|", "textless": "<", "textgreater": ">", "quad": " ", "qquad": " ", "newline": " ", "par": " ",
    "eg": "e.g.", "ie": "i.e.", "etal": "et al.", "and": ",", "textperiodcentered": "·", "textbullet": "•",
    "item": "•", "lq": "‘", "rq": "’", "slash": "/", "textunderscore": "_", "guillemotleft": "«",
    "guillemotright": "»",
}  # fmt: skip
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331",
}  # fmt: skip
_DISPLAYS = (
    "equation",
    "align",
    "gather",
    "multline",
    "eqnarray",
    "displaymath",
    "math",
    "flalign",
    "alignat",
    "dmath",
)
_MATHS = frozenset(name + star for name in _DISPLAYS for star in ("", "*"))
_TOKEN = re.compile(r"\\(?:([a-zA-Z@]+)\*?[ \t]*\n?[ \t]*|(.)|\Z)|\$\$?|[{}~]|---?|``|''|\n[ \t]*\n\s*", re.DOTALL)
_TOGETHER = {"~": " ", "--": "–", "---": "—", "``": "“", "''": "”"}
_REFERENCE = frozenset(("ref", "autoref", "cref", "Cref", "subref", "eqref", "pageref", "nameref", "vref"))
_IN_BRACKETS = re.compile(r"[{}\]]")
_LETTER = re.compile(r"\s*(?:\{\s*(\\[ij]|[^\W\d_]{1,3})\s*\}|(\\[ij](?![a-zA-Z])|[^\W\d_]))")
_BRACKET = re.compile(r"\s*\[[^\]\[]*\]")


@dataclass
class Words:
    """Turns TeX into words with marks; knows what labels stand for."""

    labels: dict[str, str] = field(default_factory=dict[str, str])
    """By label, the number that it stands for."""

    def read(self, tex: str) -> str:
        """The words of a piece of source, in a line."""
        return line("".join(self._pieces(tex, 0)))

    def paragraphs(self, tex: str) -> list[str]:
        """The words of a piece of source, paragraph by paragraph."""
        said = "".join(self._pieces(tex, 0))
        return [one for one in map(line, said.split("\n\n")) if one]

    def _pieces(self, tex: str, depth: int) -> list[str]:
        pieces: list[str] = []
        place = 0
        missing: set[str] = set()
        while (found := _TOKEN.search(tex, place)) is not None:
            pieces.append(tex[place : found.start()])
            token = found[0]
            if token[0] == "$":
                place = self._math(tex, found.end(), token, pieces)
            elif token[0] == "\\":
                place = self._command(tex, found, pieces, depth, missing)
            else:
                place = found.end()
                if token[0] == "\n":
                    pieces.append("\n\n")
                else:
                    pieces.append(_TOGETHER.get(token, ""))
        pieces.append(tex[place:])
        return pieces

    def _math(self, tex: str, place: int, end: str, pieces: list[str]) -> int:
        stop = tex.find(end, place)
        while stop > 0 and _escaped(tex, stop):
            stop = tex.find(end, stop + 1)
        if stop < 0 or "\n\n" in tex[place:stop]:  # a dollar that opens nothing
            pieces.append("$")
            return place
        pieces.append(math(tex[place:stop]))
        return stop + len(end)

    def _command(self, tex: str, found: re.Match[str], pieces: list[str], depth: int, missing: set[str]) -> int:
        name, sign, place = found[1], found[2], found.end()
        if sign is not None or name is None:
            return self._sign(tex, sign or "", place, pieces, missing)
        if name in ("begin", "end"):
            return self._environment(tex, name, place, pieces, missing)
        if name in ("footnote", "footnotetext"):
            inside, place = argument(tex, place)
            pieces.append(note("".join(self._pieces(inside, depth + 1))) if depth < _DEEPEST else "")
            return place
        if name in _REFERENCE:
            inside, place = argument(tex, place)
            pieces.append(", ".join(filter(None, (self.labels.get(one.strip(), "") for one in inside.split(",")))))
            return place
        if name in ("url", "path", "nolinkurl"):
            inside, place = argument(tex, place)
            pieces.append(inside)
            return place
        if name in _WORDS:
            pieces.append(_WORDS[name])
            return place + 2 if tex.startswith("{}", place) else place
        if name in _ACCENTS:
            return self._accent(tex, name, place, pieces)
        if name in _SECOND:
            _, place = argument(tex, place)
            return place
        if name == "ensuremath":
            inside, place = argument(tex, place)
            pieces.append(math(inside))
            return place
        count = _DROPPED.get(name)
        if count is None:
            # unknown: what stands in its groups is taken for words
            if bracket := _BRACKET.match(tex, place):
                return bracket.end()
            return place
        for _ in range(count):
            _, place = argument(tex, place)
        return place

    def _sign(self, tex: str, sign: str, place: int, pieces: list[str], missing: set[str]) -> int:
        if sign in ("(", "["):
            end = _find(tex, "\\)" if sign == "(" else "\\]", place, missing)
            if end < 0:
                return place
            pieces.append(math(tex[place:end]))
            return end + 2
        if sign in _ACCENTS:
            return self._accent(tex, sign, place, pieces)
        if sign == "\\":
            bracket = _BRACKET.match(tex, place) if tex[place : place + 1] in ("[", "*") else None
            pieces.append(" ")
            return bracket.end() if bracket else place
        pieces.append({" ": " ", "\n": " ", ",": " ", ";": " ", ":": " ", "/": "", "-": "", "!": ""}.get(sign, sign))
        return place

    def _accent(self, tex: str, name: str, place: int, pieces: list[str]) -> int:
        found = _LETTER.match(tex, place)
        if found is None:
            return place
        letter = (found[1] or found[2]).removeprefix("\\")
        pieces.append(unicodedata.normalize("NFC", letter[0] + _ACCENTS[name] + letter[1:]))
        return found.end()

    def _environment(self, tex: str, which: str, place: int, pieces: list[str], missing: set[str]) -> int:
        inside, place = argument(tex, place)
        pieces.append(" ")
        if which == "begin" and inside in _MATHS:
            end = _find(tex, f"\\end{{{inside}}}", place, missing)
            if end < 0:
                return place
            formula = re.sub(r"\\(?:label|tag|nonumber|notag)\s*(?:\{[^{}]*\})?", "", tex[place:end])
            pieces.append(math(formula))
            return end + len(inside) + 6
        if which == "begin" and inside in ("tabular", "tabular*", "tabularx", "array", "longtable", "tikzpicture"):
            end = _find(tex, f"\\end{{{inside}}}", place, missing)
            return place if end < 0 else end
        if which == "begin" and (bracket := _BRACKET.match(tex, place)):
            return bracket.end()
        return place


def _find(tex: str, end: str, place: int, missing: set[str]) -> int:
    """Where an end stands; one that comes up no more is looked for once."""
    if end in missing:
        return -1
    found = tex.find(end, place)
    if found < 0:
        missing.add(end)
    return found


def argument(tex: str, place: int) -> tuple[str, int]:
    """The group after a command, past what stands in brackets; where there is none, the next character."""
    while (bracket := _BRACKET.match(tex, place)) is not None:
        place = bracket.end()
    after = _after_space(tex, place)
    if tex[after : after + 1] == "{":
        end = group_end(tex, after)
        return ("", after + 1) if end is None else (tex[after + 1 : end], end + 1)
    if tex[after : after + 1] == "\\":
        command = _COMMAND.match(tex, after)
        return (command[0], command.end()) if command is not None else ("", after)
    if "\n\n" in tex[place:after] or after >= len(tex) or tex[after] in "}&":
        return "", place
    return tex[after], after + 1


def bracket(tex: str, place: int) -> tuple[str | None, int]:
    """What stands in brackets after a command, braces in it respected; None, where there are no brackets."""
    start = _after_space(tex, place)
    if tex[start : start + 1] != "[":
        return None, place
    depth = 0
    for found in _IN_BRACKETS.finditer(tex, start + 1, min(len(tex), start + 3000)):
        if _escaped(tex, found.start()):
            continue
        if found[0] == "]":
            if depth <= 0:
                return tex[start + 1 : found.start()], found.end()
        else:
            depth += 1 if found[0] == "{" else -1
    return None, place


def closed(tex: str) -> str:
    """A source whose groups are all closed, at its end if nowhere else."""
    depth = 0
    for found in _SPECIAL.finditer(tex):
        if found[0] != "\\" and not _escaped(tex, found.start()):
            depth = depth + 1 if found[0] == "{" else max(0, depth - 1)
    return tex + "}" * depth
