r"""Papers as LaTeX sources: the main file found by itself, with all that it reads in.

Nothing is run: sections, figures and words are read from the text, with the author's own commands put in.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from optotype.papers import naming
from optotype.papers.draft import Draft, Shown, Told
from optotype.papers.marks import line, tag
from optotype.papers.tex import MOST_CHARACTERS, Macros, Words, argument, bracket, closed, strip_comments

Read = Callable[[str], str | None]
"""Gives the text of a file, as seen from the folder of the main file; None, where there is none."""

_MOST_FILES = 2000
_DEEPEST = 20
"""How deep files may read in files."""
_CLASS = re.compile(r"\\document(?:class|style)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
_INPUT = re.compile(
    r"\\(?:(input|include|subfile|subfileinclude)\s*(?:\{([^{}\n]*)\}|[ \t]+([^\s{}\\%]+))"
    r"|(?:sub)?(?:import|includefrom|inputfrom)\*?\s*\{([^{}\n]*)\}\s*\{([^{}\n]*)\})"
)
_ENCODING = re.compile(rb"\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}")
_ENCODINGS = {
    "latin1": "latin-1",
    "latin9": "iso8859-15",
    "latin2": "iso8859-2",
    "ansinew": "cp1252",
    "cp1252": "cp1252",
    "cp1251": "cp1251",
    "cp1250": "cp1250",
    "koi8-r": "koi8-r",
    "cp866": "cp866",
    "applemac": "mac-roman",
}
_GOOD_NAME = re.compile(r"(?:main|ms|paper|article|manuscript|root|arxiv|thesis|template)\b", re.IGNORECASE)
_BAD_NAME = re.compile(
    r"supp|appendix|response|rebuttal|cover|letter|diff|poster|slides|reply|highlights|review", re.IGNORECASE
)

_FLOATS = (
    r"figure|wrapfigure|SCfigure|sidewaysfigure|teaserfigure|floatingfigure|figwindow|marginfigure|widefigure|"
    r"strip|wide|subfigures"
)
_STRUCTURE = re.compile(
    r"\\(?:begin\s*\{(?P<begin>(?:" + _FLOATS + r")\*?|(?:IEEE)?abstract|graphicalabstract|tocentry|Graphic|TOC|"
    r"thebibliography|table\*?|wraptable|algorithm\*?|keywords?|IEEEkeywords|frontmatter|center|teaser)\}"
    r"|(?P<section>part|chapter|section|subsection|subsubsection|paragraph|subparagraph)(?P<star>\*?)\s*(?=[\[{])"
    r"|(?P<appendix>appendix)(?![a-zA-Z])"
    r"|(?P<front>title|icmltitle|author|icmlauthor|Author|date|abstract|tocentry|TOC|graphicalabstract|keywords|subjclass|"
    r"ccsdesc|doi|acmDOI|journal|teaser)\s*(?=[\[{])"
    r"|(?P<msc>MSC)\s*(?:\[\d{4}\])?"
    r"|(?P<captionof>captionof)\s*\{\s*(?:figure)\s*\}"
    r"|(?P<last>bibliography|printbibliography|end\s*\{document\})(?![a-zA-Z]))"
)
_LEVELS = {
    name: level
    for level, name in enumerate(
        ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
    )
}
_GRAPHIC = re.compile(
    r"\\(?:(?P<plain>(?:adj)?includegraphics|includesvg|epsfbox|plotone|epsffile|includepdf|fig)\*?(?![a-zA-Z])"
    r"|(?P<two>plottwo)(?![a-zA-Z])|(?P<keyed>epsfig|psfig)\s*(?=\{)|begin\s*\{(?P<over>overpic|Overpic)\})"
)
_IN_FIGURE = re.compile(
    _GRAPHIC.pattern
    + r"|\\(?:begin\s*\{(?P<sub>subfigure|subfloat|subcaptionblock)\}"
    + r"|(?P<float>subfloat|subfigure|sidesubfloat)\s*(?=[\[{])|(?P<box>subcaptionbox)\*?\s*(?=[\[{])"
    + r"|(?P<caption>caption|captionof\s*\{\s*figure\s*\}|subcaption|figcaption|captionbox)(?P<star>\*?)\s*(?=[\[{])"
    + r"|label\s*\{(?P<label>[^{}]*)\})"
)
_CAPTION_OF = re.compile(r"\\captionof\s*\{\s*figure")
_KEYED = re.compile(r"(?:file|figure)\s*=\s*\{?([^,{}]+)")
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")


def is_main(text: str) -> bool:
    """Does a source begin a document of its own that may be a paper?"""
    found = _CLASS.search(text)
    return found is not None and found[1].strip() not in ("standalone", "subfiles", "beamer", "letter")


def likely_main(sources: Iterable[tuple[str, str]]) -> str | None:
    """Which of some files is the paper itself: (name, text) of each."""
    named = dict(sources)
    read_in = {
        posixpath.normpath(name if name.endswith(".tex") else f"{name}.tex")
        for text in named.values()
        for found in _INPUT.finditer(text)
        if (name := (found[2] or found[3] or "").strip())
    }

    def worth(name: str) -> tuple[float, int, str]:
        text, stem = named[name], posixpath.basename(name).rpartition(".")[0]
        points = 2.0 * ("\\begin{document}" in text)
        points += 1.5 * (re.search(r"\\begin\s*\{abstract\}|\\abstract\s*\{", text) is not None)
        points += 1.0 * ("\\title" in text) + 1.0 * (_GOOD_NAME.match(stem) is not None)
        points -= 2.0 * (_BAD_NAME.search(stem) is not None) + 3.0 * (name in read_in)
        return points, len(text), name

    mains = [name for name, text in named.items() if is_main(text)]
    return max(mains, key=worth, default=None)


def decode(content: bytes) -> str:
    """The text of a source, in its encoding."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        said = _ENCODING.search(content)
        name = _ENCODINGS.get(said[1].decode("ascii"), "") if said else ""
        return content.decode(name or "cp1252", "replace")


def read_latex(main: str, text: str, read: Read) -> tuple[Draft, list[str]]:
    """What a source says, and the folders in which its pictures are looked for.

    Args:
        main: name of the main file.
        text: what stands in it.
        read: gives the files that it reads in.
    """
    gathered = _Gathered(read)
    whole = gathered.flat(main, text)
    macros = Macros()
    head, begin, body = whole.partition("\\begin{document}")
    if not begin:
        head, body = "", whole
    head = macros.learn(head)
    body = macros.learn(body)
    source = _Source(head, closed(macros.put_in(head)), closed(macros.put_in(body)))
    draft = source.read()
    draft.notes += gathered.notes
    if macros.cut:
        draft.notes.append(("macros", "unfold to more than is read; what came after was left out"))
    return draft, source.paths


@dataclass
class _Gathered:
    r"""A source with all that it reads in."""

    read: Read
    notes: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    _files: int = 0
    _size: int = 0

    def flat(self, name: str, text: str) -> str:
        return "".join(self._pieces(name, text, (name,)))

    def _pieces(self, name: str, text: str, above: tuple[str, ...]) -> Iterator[str]:
        text = strip_comments(text)
        place = 0
        for found in _INPUT.finditer(text):
            yield text[place : found.start()]
            place = found.end()
            wanted = posixpath.normpath(posixpath.join(found[4] or "", found[5] or found[2] or found[3] or "").strip())
            yield from self._file(wanted, above)
            yield "\n"
        yield text[place:]

    def _file(self, wanted: str, above: tuple[str, ...]) -> Iterator[str]:
        stem, dot, ending = posixpath.basename(wanted).rpartition(".")
        if dot and ending in ("bbl", "pgf", "tikz", "sty", "cls", "pdf_tex", "pstex_t", "eps", "ind", "gls"):
            return
        names = (wanted,) if dot and ending == "tex" and stem else (f"{wanted}.tex", wanted)
        name = next((name for name in names if name in above), None)
        if name is not None:
            self._tell(wanted, "reads itself in, directly or through others; it was read once")
            return
        if len(above) >= _DEEPEST or self._files >= _MOST_FILES or self._size >= MOST_CHARACTERS:
            self._tell(wanted, "left out: files read in files too deeply, or too many of them")
            return
        for name in names:
            text = self.read(name)
            if text is not None:
                self._files += 1
                self._size += len(text)
                yield from self._pieces(name, text, (*above, name))
                return
        self._tell(wanted, "is not there; put it beside the main file and import again")

    def _tell(self, wanted: str, what: str) -> None:
        if len(self.notes) < 20 and (f"\\input{{{wanted}}}", what) not in self.notes:
            self.notes.append((f"\\input{{{wanted}}}", what))


@dataclass
class _Part:
    """A section whose words are not read yet."""

    title: str = ""
    number: str = ""
    source: list[str] = field(default_factory=list[str])
    figures: list[Shown] = field(default_factory=list[Shown])
    inner: list[_Part] = field(default_factory=list["_Part"])


class _Source:
    def __init__(self, raw: str, head: str, body: str) -> None:
        self._head, self._body = head, body
        self.paths = [
            path
            for found in re.finditer(r"\\graphicspath\s*(?=\{)", raw + body)
            for path in _paths(raw + body, found.end())
        ]
        self._draft = Draft()
        self._words = Words()
        self._front = _Part()
        self._path: list[tuple[int, _Part]] = [(-1, self._front)]
        self._counts = [0] * len(_LEVELS)
        self._appendix = False
        self._figures = 0
        self._before = True
        self._abstract: list[str] = []
        self._next_caption = -1
        russian = re.search(r"\[[^\]]*russian\s*\]\s*\{babel\}|\\setmainlanguage\{russian\}", head) is not None
        self._figure_word = "Рис." if russian else "Figure"

    def read(self) -> Draft:
        draft = self._draft
        self._scan(self._head, preamble=True)
        self._scan(self._body, preamble=False)
        words = self._words
        draft.abstract = "\n".join(one for tex in self._abstract for one in words.paragraphs(tex))
        for shown in (*draft.figures, *([draft.graphical_abstract] if draft.graphical_abstract else [])):
            for one in shown.whole():
                one.caption = self._caption(one.caption)
        draft.title = words.read(draft.title)
        if self._front.source and not self._front.inner:
            draft.sections = [self._told(self._front)]
        else:
            draft.sections = [self._told(part) for part in self._front.inner]
        draft.figures, standing = [], draft.figures
        for shown in standing:
            if draft.graphical_abstract is None and shown.stands_for_paper:
                draft.graphical_abstract = shown
            else:
                draft.figures.append(shown)
        return draft

    def _caption(self, raw: str) -> str:
        mark, _, tex = raw.partition("\0")
        return line(tag(mark) + self._words.read(tex))

    def _told(self, part: _Part) -> Told:
        return Told(
            title=line(tag(part.number) + self._words.read(part.title)),
            paragraphs=self._words.paragraphs("".join(part.source)),
            figures=part.figures,
            inner=[self._told(inner) for inner in part.inner],
        )

    # --- the way through a source

    def _scan(self, text: str, *, preamble: bool) -> None:
        place = 0
        ends: set[str] = set()
        while (found := _STRUCTURE.search(text, place)) is not None:
            if not preamble:
                self._plain(text[place : found.start()])
            place = self._structure(text, found, ends, preamble)
            if place < 0:
                return
        if not preamble:
            self._plain(text[place:])

    def _plain(self, tex: str) -> None:
        if not tex.strip():
            if "\n\n" in tex:
                self._path[-1][1].source.append("\n\n")
            return
        part = self._path[-1][1]
        if part is not self._front or not self._before:
            part.source.append(tex)
        for found in _LABEL.finditer(tex):
            if part.number and not found[1].startswith(("eq", "fig", "tab", "alg")):
                self._words.labels.setdefault(found[1], part.number)

    def _structure(self, text: str, found: re.Match[str], ends: set[str], preamble: bool) -> int:
        if found["last"]:
            return -1 if found["last"].startswith("end") else argument(text, found.end())[1]
        if found["section"]:
            return found.end() if preamble else self._section(text, found)
        if found["appendix"]:
            self._appendix = True
            self._counts = [0] * len(_LEVELS)
            return found.end()
        if found["front"]:
            return self._front_matter(text, found["front"], found.end())
        if found["msc"]:
            values = re.match(r"[^\\\n]*", text[found.end() : found.end() + 400])
            self._fields("MSC", values[0] if values else "")
            return found.end() + (values.end() if values else 0)
        if found["captionof"]:
            return self._caption_of(text, found)
        name = found["begin"]
        if preamble:
            return found.end()
        if name == "frontmatter" or (name == "center" and not self._is_figure_in(text, found.end(), "center")):
            return found.end()
        end, after = _end_of(text, name, found.end(), ends)
        self._environment(name, text[found.end() : end])
        return after

    def _is_figure_in(self, text: str, place: int, name: str) -> bool:
        # where the next caption outside a float stands is found once for all that stands before it
        if place > self._next_caption:
            found = _CAPTION_OF.search(text, place)
            self._next_caption = found.start() if found is not None else len(text)
        if self._next_caption - place > 20_000:
            return False
        end = text.find(f"\\end{{{name}}}", place, self._next_caption)
        return end < 0

    def _environment(self, name: str, inside: str) -> None:
        bare = name.rstrip("*")
        if bare in ("abstract", "IEEEabstract"):
            option, place = bracket(inside, 0)
            if option is not None and naming.means_graphical_abstract(option + " abstract"):
                self._graphical_abstract(inside[place:])
            else:
                self._before = False
                self._abstract.append(inside[place:])
        elif bare in ("graphicalabstract", "tocentry", "Graphic", "TOC"):
            self._graphical_abstract(inside)
        elif bare in ("thebibliography", "table", "wraptable", "algorithm", "keywords", "keyword", "IEEEkeywords"):
            pass
        else:
            wide = name.endswith("*") or bare in ("teaserfigure", "teaser", "center", "strip", "wide", "widefigure")
            self._figure(inside, wide)

    def _section(self, text: str, found: re.Match[str]) -> int:
        title, place = argument(text, found.end())
        if naming.means_graphical_abstract(title):
            stop = _STRUCTURE.search(text, place)
            while stop is not None and stop["begin"] == "center":
                stop = _STRUCTURE.search(text, stop.end())
            if stop is not None and (stop["begin"] or "").rstrip("*") in ("figure", "wrapfigure"):
                end, after = _end_of(text, stop["begin"], stop.end(), set())
                self._graphical_abstract(text[stop.end() : end])
                return after
            end = stop.start() if stop is not None else len(text)
            self._graphical_abstract(text[place:end])
            return end
        if naming.is_abstract(title):
            stop = _STRUCTURE.search(text, place)
            end = stop.start() if stop is not None else len(text)
            self._before = False
            self._abstract.append(text[place:end])
            return end
        level = _LEVELS[found["section"]]
        part = _Part(title=title, number=self._number(level, starred=bool(found["star"])))
        while self._path[-1][0] >= level:
            self._path.pop()
        self._path[-1][1].inner.append(part)
        self._path.append((level, part))
        return place

    def _number(self, level: int, *, starred: bool) -> str:
        if starred or level in (0, 5, 6):
            return ""
        self._counts[level] += 1
        self._counts[level + 1 :] = [0] * (len(_LEVELS) - level - 1)
        numbers = list(self._counts[1 : level + 1])
        while numbers and numbers[0] == 0:
            numbers.pop(0)
        said = [str(number) for number in numbers]
        if self._appendix and numbers and numbers[0] <= 26:
            said[0] = chr(64 + numbers[0])
        return ".".join(said)

    # --- what stands at the head

    def _front_matter(self, text: str, name: str, place: int) -> int:
        inside, after = argument(text, place)
        draft = self._draft
        match name:
            case "title" | "icmltitle":
                draft.title = draft.title or re.sub(r"\\thanks\s*\{[^{}]*\}", "", inside)
            case "author" | "icmlauthor" | "Author":
                draft.authors += self._people(inside)
                if name == "icmlauthor":
                    _, after = argument(text, after)
            case "date":
                said = self._words.read(inside)
                draft.published = "" if "\\today" in inside else said
            case "abstract":
                self._before = False
                self._abstract.append(inside)
            case "tocentry" | "TOC" | "graphicalabstract":
                self._graphical_abstract(inside)
            case "teaser":
                self._figure(inside, wide=True)
            case "subjclass":
                self._fields("MSC", inside)
            case "ccsdesc":
                self._fields("ACM", self._words.read(inside))
            case "doi" | "acmDOI":
                said = self._words.read(inside)
                if said:
                    draft.more["DOI"] = [said if said.startswith("http") else f"https://doi.org/{said}"]
            case _:
                pass
        return after

    def _fields(self, scheme: str, said: str) -> None:
        values = [
            line(value) for value in re.split(r"[,;]|\\sep", re.sub(r"(?i)primary|secondary|\\[a-z]+", ",", said))
        ]
        self._draft.fields.setdefault(scheme, []).extend(value for value in values if value)

    def _people(self, tex: str) -> list[str]:
        blocks = re.findall(r"\\(?:IEEEauthorblockN|name|fnm)\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}", tex)
        tex = re.sub(
            r"\\(?:inst|textsuperscript|thanks|orcidlink|orcid|email|affil|footnotemark|fnref|corref|ead|samethanks)\*?\s*(?:\[[^\]]*\])?\s*(?:\{[^{}]*\})?",
            " ",
            tex,
        )
        tex = re.sub(r"\$[^$]*\$|\\textsuperscript.", " ", tex)
        people: list[str] = []
        for block in blocks or re.split(r"\\(?:and|And|AND)(?![a-zA-Z])", tex):
            first = re.split(r"\\\\|\n\s*\n|\\texttt|\\institute", block.strip())[0]
            for name in re.split(r",|\s+and\s+|;|\\(?:and|quad|qquad|hspace)", first):
                said = re.sub(r"[\d*†‡§]+$", "", self._words.read(name)).strip(" .,")
                if said and len(said) <= 80 and "@" not in said:
                    people.append(said)
        return people

    # --- figures

    def _graphical_abstract(self, inside: str) -> None:
        shown = Shown()
        for figure in self._shown(inside, numbered=False):
            shown.addresses += [address for part in figure.whole() for address in part.addresses]
            shown.caption = shown.caption or figure.caption
        if shown.addresses and self._draft.graphical_abstract is None:
            self._draft.graphical_abstract = shown

    def _figure(self, inside: str, wide: bool) -> None:
        for shown in self._shown(inside, numbered=True):
            self._draft.figures.append(shown)
            self._path[-1][1].figures.append(shown)
            if self._before and wide:
                self._draft.teaser.append(shown)

    def _caption_of(self, text: str, found: re.Match[str]) -> int:
        """A caption outside a float: its pictures stand before it."""
        caption, after = argument(text, found.end())
        part = self._path[-1][1]
        before = part.source[-1] if part.source else ""
        kept, paragraph, last = before.rpartition("\n\n")
        addresses = [address for _, _, some in _graphics(last) for address in some]
        if addresses:
            part.source[-1] = kept + paragraph
        self._figures += 1
        shown = Shown(f"{self._figure_word} {self._figures}:\0{caption}", addresses)
        self._draft.figures.append(shown)
        part.figures.append(shown)
        return after

    def _shown(self, inside: str, *, numbered: bool) -> list[Shown]:
        """The figures in a float: one, or several where it has several captions."""
        events = list(_events(inside))
        captions = sum(event.caption is not None and not event.sub for event in events)
        groups: list[list[_Event]] = [[]]
        begins = bool(events) and events[0].caption is not None
        for event in events:
            is_caption = event.caption is not None and not event.sub
            if captions > 1 and begins and is_caption and groups[-1]:
                groups.append([])
            groups[-1].append(event)
            if captions > 1 and not begins and is_caption:
                groups.append([])
        if len(groups) > 1 and not any(event.caption is not None and not event.sub for event in groups[-1]):
            left = groups.pop()
            groups[-1] += left
        return [shown for group in groups if (shown := self._one(group, numbered)) is not None]

    def _one(self, events: list[_Event], numbered: bool) -> Shown | None:
        shown = Shown()
        own = next((event for event in events if event.caption is not None and not event.sub), None)
        parts: list[Shown] = []
        labels: list[str] = []
        for event in events:
            if event.part is not None:
                parts.append(event.part)
            elif event.sub and event.caption is not None:  # a caption of what stands before it
                parts.append(Shown(event.caption, shown.addresses))
                shown.addresses = []
            elif event.label:
                labels.append(event.label)
            else:
                shown.addresses += event.addresses
        number = ""
        if own is not None and own.caption is not None:
            mark = ""
            if numbered and not own.starred:
                self._figures += 1
                number = str(self._figures)
                mark = f"{self._figure_word} {number}:"
            shown.caption = f"{mark}\0{own.caption}"
        if parts and not any(part.caption.rpartition("\0")[2].strip() for part in parts):
            shown.addresses += [address for part in parts for address in part.addresses]
            parts = []
        for place, part in enumerate(parts):
            letter = chr(97 + place) if place < 26 else str(place + 1)
            part.caption = f"({letter})\0{part.caption}"
        shown.parts = parts
        for label in labels:
            self._words.labels[label] = number
        return shown if shown.addresses or shown.caption or parts else None


@dataclass
class _Event:
    """Something that a figure is made of."""

    addresses: list[str] = field(default_factory=list[str])
    caption: str | None = None
    starred: bool = False
    sub: bool = False
    part: Shown | None = None
    label: str = ""


def _events(tex: str) -> Iterator[_Event]:
    place = 0
    ends: set[str] = set()
    while (found := _IN_FIGURE.search(tex, place)) is not None:
        place = found.end()
        if found["sub"]:
            end, after = _end_of(tex, found["sub"], place, ends)
            inside = tex[place:end]
            option, _ = bracket(inside, 0)
            inner = [event for event in _events(inside) if event.part is None]
            caption = next((event.caption for event in inner if event.caption is not None), None)
            addresses = [address for event in inner for address in event.addresses]
            yield _Event(part=Shown(caption if caption is not None else option or "", addresses))
            place = after
        elif found["float"]:
            caption, place = bracket(tex, place)
            again, place = bracket(tex, place)  # the first of two is for the list of figures
            inside, place = argument(tex, place)
            yield _Event(
                part=Shown((again or caption) or "", [one for _, _, some in _graphics(inside) for one in some])
            )
        elif found["box"]:
            _, place = bracket(tex, place)
            caption, place = argument(tex, place)
            inside, place = argument(tex, place)
            yield _Event(part=Shown(caption, [one for _, _, some in _graphics(inside) for one in some]))
        elif found["caption"]:
            caption, place = argument(tex, place)
            caption = _LABEL.sub("", caption)
            yield _Event(caption=caption, starred=bool(found["star"]), sub=found["caption"] == "subcaption")
        elif found["label"] is not None:
            yield _Event(label=found["label"])
        else:
            addresses, place = _graphic(tex, found)
            yield _Event(addresses=addresses)


def _graphics(tex: str) -> Iterator[tuple[int, int, list[str]]]:
    place = 0
    while (found := _GRAPHIC.search(tex, place)) is not None:
        addresses, place = _graphic(tex, found)
        yield found.start(), place, addresses


def _graphic(tex: str, found: re.Match[str]) -> tuple[list[str], int]:
    """What a command calls its pictures, and where it ends."""
    inside, place = argument(tex, found.end())
    if found["keyed"]:
        inside = named[1] if (named := _KEYED.search(inside)) else inside
    addresses = [inside.strip()]
    if found["two"]:
        second, place = argument(tex, place)
        addresses.append(second.strip())
    return [one for one in addresses if one and len(one) <= 500 and "#" not in one and "\\" not in one], place


def _end_of(tex: str, name: str, place: int, missing: set[str]) -> tuple[int, int]:
    """Where the content of an environment ends, and where what follows begins; one that ends nowhere is empty."""
    end = f"\\end{{{name}}}"
    found = -1 if name in missing else tex.find(end, place)
    if found < 0:
        missing.add(name)
        return place, place
    after = found + len(end)
    return found, after + 1 if tex[after : after + 1] == "\n" else after


def _paths(tex: str, place: int) -> list[str]:
    inside, _ = argument(tex, place)
    return [path.strip() for path in re.findall(r"\{([^{}]*)\}", inside)][:50] or ([inside.strip()] if inside else [])
