"""Papers as pages: those that LaTeXML makes, which ar5iv and arXiv show, and plain pages with headings and figures."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from html import unescape

from optotype.papers import naming
from optotype.papers.draft import Draft, Shown, Told
from optotype.papers.marks import line, math, note, tag, tagged
from optotype.papers.markup import Element, decode, parse

_HEADING = re.compile(r"h[1-6]")
_SECTIONS = frozenset(
    f"ltx_{name}"
    for name in ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph", "appendix")
)
_SILENT_TAGS = frozenset(
    ("head", "script", "style", "svg", "template", "noscript", "nav", "footer", "button", "select", "dialog", "canvas")
)
_UNSEEN = frozenset(("script", "style", "template", "noscript"))
_SILENT = frozenset(
    (
        *("ltx_bibliography", "ltx_page_footer", "ltx_page_header", "ltx_page_navbar", "ltx_page_logo", "ltx_TOC"),
        *("ltx_ERROR", "ltx_role_footnotemark", "ltx_rdf", "ltx_index", "ltx_glossary", "ltx_authors", "ltx_creator"),
        *("ltx_dates", "ltx_keywords", "ltx_classification", "ltx_pubyear", "ltx_role_submissionid"),
        *("ar5iv-footer", "header-message", "package-alerts", "ltx_note_mark", "ltx_pagination"),
    )
)
_INLINE = frozenset((
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i",
    "img", "ins", "kbd", "label", "mark", "math", "q", "ruby", "s", "samp", "small", "span", "strike", "strong",
    "sub", "sup", "svg", "time", "tt", "u", "var", "wbr", "br", "picture", "object",
))  # fmt: skip
_BESIDE = frozenset(("ltx_table", "ltx_float", "ltx_algorithm", "ltx_listing", "ltx_lstlisting", "ltx_tabular"))
_EQUATIONS = frozenset(("ltx_equation", "ltx_equationgroup", "ltx_eqn_table"))
_WATERMARK = re.compile(
    r"arXiv:\s*([\w.-]+/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?\s*\[([\w.-]+)\]\s*(\d{1,2} [A-Z][a-z]{2} \d{4})?"
)
_ARXIV = re.compile(r"(?:ar5iv|arxiv)[\w.]*/(?:abs|html|pdf)/((?:[\w.-]+/)?\d{4}\.?\d{3,5})(?:v\d+)?", re.IGNORECASE)
_TEX = re.compile(r"<annotation[^>]{0,200}encoding\s*=\s*[\"']application/x-tex[\"'][^>]{0,200}>([^<]*)<")
_ANY_TAG = re.compile(r"<[^<>]*>")
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"


def read_html(content: bytes) -> Draft:
    """What a page says. A page that is cut off, or wrong, says as much as can be read of it."""
    return _Page(parse(decode(content))).read()


class _Page:
    def __init__(self, root: Element) -> None:
        self._root = root
        self._draft = Draft()
        self._front = Told()
        self._path: list[tuple[int, Told]] = [(0, self._front)]
        """The sections that this place is in, each with its level."""
        self._base = 1
        """How many of them headings alone cannot end."""
        self._before = True
        """Is the abstract still to come?"""
        self._loose: list[str] = []
        """Pictures without a caption right before this place."""
        self._stray: list[tuple[Shown, Told]] = []
        """All pictures without a caption."""
        self._expecting = False
        """Did the page just say that a graphical abstract follows?"""
        self._abstract_under_heading = Told()
        self._wide: dict[int, bool] = {}
        """Of the figures before the abstract, by identity, which are wide."""

    def read(self) -> Draft:
        draft = self._draft
        head = [one for one in self._root.below() if one.tag in ("meta", "title", "link")]
        for one in head:
            self._metadata(one)
        self._blocks(self._body())
        if not draft.figures:
            for shown, told in self._stray:
                draft.figures.append(shown)
                told.figures.append(shown)
        draft.abstract = "\n".join(self._abstract_under_heading.paragraphs) or draft.abstract
        draft.sections = list(self._front.inner)
        if self._front.paragraphs:
            draft.sections.insert(0, Told(paragraphs=self._front.paragraphs, figures=self._front.figures))
        if not self._before:
            draft.teaser = [shown for shown in draft.figures if self._wide.get(id(shown))]
        draft.title = draft.title or _title_of(head)
        return draft

    # --- what the page and the site say of the paper

    def _metadata(self, one: Element) -> None:
        draft = self._draft
        if one.tag == "link" and one.get("rel") == "canonical" and (found := _ARXIV.search(one.get("href"))):
            draft.arxiv = found[1]
        if one.tag != "meta":
            return
        name, content = (one.get("name") or one.get("property")).casefold(), line(one.get("content"))
        if not content:
            return
        match name:
            case "citation_title":
                draft.title = content
            case "citation_author":
                draft.authors.append(content)
            case "citation_date" | "citation_publication_date" | "citation_online_date":
                draft.published = draft.published or content.replace("/", "-")
            case "citation_abstract":
                draft.abstract = content
            case "citation_arxiv_id":
                draft.arxiv = content
            case "citation_doi":
                draft.more["DOI"] = [content if content.startswith("http") else f"https://doi.org/{content}"]
            case _:
                pass

    def _body(self) -> Element:
        """The paper itself, without what the site puts around it; what the site says of the paper is taken."""
        found: Element | None = None
        body: Element | None = None
        for one in self._root.below():
            classes = one.classes
            if found is None and (one.tag == "article" or "ltx_document" in classes):
                found = one
            if body is None and one.tag == "body":
                body = one
            if one.get("id") == "watermark-tr" and (mark := _WATERMARK.search(_plain(one))):
                self._watermark(mark)
            elif "subjects" in classes:
                self._fields("arXiv", re.findall(r"\(([\w.-]{2,20})\)", _plain(one)))
            elif "ltx_classification" in classes:
                name, _, values = _plain(one).partition(":")
                scheme = next((scheme for scheme in ("MSC", "ACM") if scheme in name.upper()), None)
                if scheme:
                    self._fields(scheme, re.split(r"[,;]\s*", values))
            elif one.tag == "a" and not self._draft.arxiv and "ar5iv-text-button" in classes:
                address = _ARXIV.search(one.get("href"))
                self._draft.arxiv = address[1] if address else ""
        return found or body or self._root

    def _watermark(self, mark: re.Match[str]) -> None:
        draft = self._draft
        draft.arxiv = draft.arxiv or mark[1]
        self._fields("arXiv", [mark[2]])
        if mark[3] and not draft.published:
            day, month, year = mark[3].split()
            try:
                draft.published = date(int(year), _MONTHS.index(month) // 3 + 1, int(day)).isoformat()
            except ValueError:
                draft.published = mark[3]

    def _fields(self, scheme: str, values: Iterable[str]) -> None:
        self._draft.fields.setdefault(scheme, []).extend(value for value in map(line, values) if value)

    # --- the paper, block by block

    @property
    def _section(self) -> Told:
        return self._path[-1][1]

    def _blocks(self, above: Element, without: Element | None = None) -> None:
        run: list[Element | str] = []
        for child in above.children:
            if child is without or (isinstance(child, Element) and child.tag in _UNSEEN):
                continue
            if isinstance(child, str) or (child.tag in _INLINE and _flows(child)):
                run.append(child)
            else:
                self._run(run)
                run = []
                self._block(child)
        self._run(run)

    def _run(self, run: list[Element | str]) -> None:
        """Words, and pictures among them."""
        if not run:
            return
        for one in run:
            if isinstance(one, Element) and one.tag != "math":
                self._pictures_in(one)
        said = _said(run)
        if said:
            self._loose = []
            self._expecting = False
            if not (self._before and self._section is self._front):  # else whatever stands about the title
                self._section.paragraphs.append(said)

    def _pictures_in(self, run: Element) -> None:
        """Pictures without a caption: they may belong to one that follows, or be the graphical abstract."""
        for one in run.below():
            if "ltx_ERROR" in one.classes:
                self._expecting = naming.means_graphical_abstract(_plain(one))
            if not (address := _address(one)):
                continue
            if self._expecting or naming.is_graphical_abstract_file(address):
                self._expecting = False
                self._draft.graphical_abstract = self._draft.graphical_abstract or Shown(addresses=[address])
            else:
                self._loose.append(address)
                self._stray.append((Shown(caption=line(one.get("alt")), addresses=[address]), self._section))

    def _block(self, one: Element) -> None:
        classes = one.classes
        known = frozenset(classes)
        if one.tag in _SILENT_TAGS or known & _SILENT:
            self._aside(one, known)
        elif naming.marked_as_graphical_abstract((*classes, one.get("id"), one.get("abstract-type"))):
            self._graphical_abstract(one)
        elif "ltx_abstract" in known or "abstract" in (*classes, one.get("id").casefold()) or one.tag == "abstract":
            self._abstract(one)
        elif "ltx_title_document" in known or (one.tag == "h1" and not self._front.inner and self._before):
            self._draft.title = _said([one]) or self._draft.title
        elif one.tag == "section" or known & _SECTIONS:
            self._nested_section(one)
        elif _is_figure(one):
            self._figure(one)
        elif known & _EQUATIONS:
            self._paragraph(_equations(one))
        elif known & _BESIDE or one.tag == "table":
            for inner in one.below():
                if inner is not one and _is_figure(inner):
                    self._figure(inner)
        elif _HEADING.fullmatch(one.tag):
            self._heading(one, int(one.tag[1]))
        else:
            self._blocks(one)

    def _paragraph(self, said: str) -> None:
        if said:
            self._section.paragraphs.append(said)

    def _aside(self, one: Element, known: frozenset[str]) -> None:
        """Authors and dates, and what the page says of an environment that LaTeXML did not know."""
        draft = self._draft
        if "ltx_ERROR" in known:
            self._expecting = naming.means_graphical_abstract(_plain(one))
        elif "ltx_authors" in known or "ltx_creator" in known:
            people = [_plain(inner) for inner in one.below() if "ltx_personname" in inner.classes]
            names = [name for said in people for name in _names(said)]
            if names:
                draft.authors = names
        elif "ltx_dates" in known and not draft.published:
            draft.published = _plain(one).strip("()").removeprefix("Date:").strip()

    def _abstract(self, one: Element) -> None:
        title = next((child for child in one.elements() if _is_title(child)), None)
        path, base = self._path, self._base
        told = Told()
        self._before = False
        self._path, self._base = [(0, told)], 1
        self._blocks(one, title)
        self._path, self._base = path, base
        said = told.paragraphs
        for inner in told.inner:  # an abstract in parts: background, methods ...
            said += [f"{inner.title} {paragraph}".strip() for paragraph in inner.paragraphs]
        self._section.figures += told.figures
        if said:
            self._draft.abstract = "\n".join(said)

    def _graphical_abstract(self, one: Element) -> None:
        addresses = [address for inner in one.below() if (address := _address(inner))]
        caption = next((_caption(inner) for inner in one.below() if _is_caption(inner)), "")
        if addresses and self._draft.graphical_abstract is None:
            self._draft.graphical_abstract = Shown(caption=caption, addresses=addresses)

    def _nested_section(self, one: Element) -> None:
        title = next((child for child in one.elements() if _is_title(child)), None)
        if title is None:  # a header within the section, as some sites have it
            title = next((child for child in one.elements() if child.tag == "header"), None)
        said = "" if title is None else _said([title])
        if naming.means_graphical_abstract(said):
            self._graphical_abstract(one)
        elif naming.is_abstract(said):
            self._abstract(one)
        elif title is None and "ltx_section" not in one.classes:
            self._blocks(one)
        else:
            self._loose, self._expecting = [], False
            told = Told(title=said)
            self._section.inner.append(told)
            length, base = len(self._path), self._base
            self._path.append((0, told))
            self._base = len(self._path)
            self._blocks(one, title)
            del self._path[length:]
            self._base = base

    def _heading(self, one: Element, level: int) -> None:
        """A heading that no section holds: what follows is its section, up to the next one."""
        said = _said([one])
        self._loose = []
        self._expecting = naming.means_graphical_abstract(said)
        if self._expecting:
            return
        while len(self._path) > self._base and self._path[-1][0] >= level:
            self._path.pop()
        if naming.is_abstract(said):
            self._before = False
            told = self._abstract_under_heading
        else:
            told = Told(title=said)
            self._section.inner.append(told)
        self._path.append((level, told))

    # --- figures

    def _figure(self, one: Element) -> None:
        shown = _shown(one)
        for figure in shown:
            if not any(part.addresses for part in figure.whole()) and self._loose:
                figure.addresses = self._loose
                self._stray = [(stray, told) for stray, told in self._stray if stray.addresses[0] not in self._loose]
            self._loose = []
            if self._expecting or figure.stands_for_paper:
                self._expecting = False
                if self._draft.graphical_abstract is None:
                    self._draft.graphical_abstract = figure
                    continue
            self._draft.figures.append(figure)
            self._section.figures.append(figure)
            if self._before:
                self._wide[id(figure)] = _wide(one)


def _title_of(head: list[Element]) -> str:
    title = next((one for one in head if one.tag == "title"), None)
    said = line("".join(child for child in title.children if isinstance(child, str))) if title is not None else ""
    return re.sub(r"^\[[\w./-]+\]\s+", "", said)


def _names(said: str) -> list[str]:
    """The people that are named together, as LaTeXML leaves them where a class is unknown to it."""
    said = re.sub(r"[\d*†‡§¶∗]+|\S+@\S+", " ", said)
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s{2,}", said)
    return [name for name in map(line, parts) if name and len(name) <= 80]


# --- figures


def _is_figure(one: Element) -> bool:
    classes = one.classes
    if "ltx_figure" in classes:
        return True
    if one.tag == "figure":
        return not any(name in _BESIDE for name in classes)
    return one.tag == "div" and ("figure" in classes or "fig" in classes)


def _is_caption(one: Element) -> bool:
    return one.tag == "figcaption" or "ltx_caption" in one.classes or (one.tag != "img" and "caption" in one.classes)


def _is_title(one: Element) -> bool:
    return _HEADING.fullmatch(one.tag) is not None or "ltx_title" in one.classes


def _address(one: Element) -> str:
    """What a picture is called; nothing, where the element is none."""
    if one.tag in ("img", "embed", "amp-img"):
        return (one.get("src") or one.get("data-src")).strip()
    if one.tag == "object":
        return one.get("data").strip()
    return ""


def _caption(one: Element) -> str:
    return tagged(_said([one]))


def _shown(one: Element) -> list[Shown]:
    """The figure in an element; several, where it only holds others that have numbers of their own."""
    shown = Shown()
    own = False
    waiting = list(reversed(list(one.elements())))
    panels: list[list[Shown]] = []
    while waiting:
        inner = waiting.pop()
        if _is_figure(inner):
            panels.append(_shown(inner))
        elif _is_caption(inner):
            if own:  # a second one, as where two captions stand in one float
                shown.caption = f"{shown.caption} {_caption(inner)}"
            else:
                shown.caption, own = _caption(inner), True
        elif address := _address(inner):
            shown.addresses.append(address)
        elif inner.tag not in _SILENT_TAGS:
            waiting += reversed(list(inner.elements()))
    parts = [part for some in panels for part in some]
    if not own and any(_numbered(part) for part in parts):
        return [*parts, shown] if shown.addresses else parts
    if any(part.caption or part.parts for part in parts):
        shown.parts = parts
        for part in parts:
            part.caption = tagged(part.caption, part=True)
    else:  # panels that say nothing are but pictures of the figure
        shown.addresses += [address for part in parts for address in part.addresses]
    return [shown]


def _numbered(shown: Shown) -> bool:
    return shown.caption.startswith("<TAG>") and not shown.caption.startswith("<TAG> (")


def _wide(one: Element) -> bool:
    """Is a figure wider than high, as far as the page tells?"""
    sizes = [
        (float(inner.get("width")), float(inner.get("height")))
        for inner in one.below()
        if inner.tag == "img" and inner.get("width").isdecimal() and inner.get("height").isdecimal()
    ]
    if not sizes:
        return True
    return sum(width for width, _ in sizes) > max(height for _, height in sizes)


# --- words


def _flows(one: Element) -> bool:
    """Is there nothing but words and pictures in an element?"""
    if "ltx_note" in one.classes:
        return True
    waiting = [one]
    while waiting:
        inner = waiting.pop()
        if inner.tag == "svg" or inner.tag in _UNSEEN:
            continue
        if inner.tag not in _INLINE or _is_figure(inner) or "ltx_abstract" in inner.classes:
            return False
        waiting += inner.elements()
    return True


def _plain(one: Element) -> str:
    return line("".join(_pieces([one], plain=True)))


def _said(run: Iterable[Element | str]) -> str:
    return line("".join(_pieces(run, plain=False)))


def _pieces(run: Iterable[Element | str], *, plain: bool) -> list[str]:
    """The words in elements, with formulas, footnotes and numbers marked."""
    pieces: list[str] = []
    waiting: list[Element | str] = list(run)[::-1]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            pieces.append(one)
            continue
        if one.tag == "math":
            pieces.append(_formula(one) if plain else math(_formula(one)))
            continue
        if one.tag in _SILENT_TAGS or one.tag == "img":
            continue
        classes = one.classes
        if classes and not plain:
            if "ltx_note" in classes:
                if "ltx_role_footnotemark" not in classes:
                    pieces.append(note(_note(one)))
                continue
            if "ltx_tag" in classes:
                pieces.append(tag(_plain(one)))
                continue
            if any(name in _SILENT for name in classes):
                continue
        if one.tag not in _INLINE or one.tag == "br":
            waiting.append(" ")
            pieces.append(" ")
        waiting += reversed(one.children)
    return pieces


def _note(one: Element) -> str:
    content = next((inner for inner in one.below() if "ltx_note_content" in inner.classes), one)
    kept = [
        child
        for child in content.children
        if isinstance(child, str)
        or not any(name in ("ltx_note_mark", "ltx_tag", "ltx_note_type") for name in child.classes)
    ]
    return "".join(_pieces(kept, plain=False))


def _equations(one: Element) -> str:
    """The formulas of a display, with their numbers."""
    said: list[str] = []
    for inner in one.below():
        if inner.tag == "math":
            said.append(math(_formula(inner)))
        elif "ltx_tag" in inner.classes:
            said.append(tag(_plain(inner)))
    return line(" ".join(said))


def _formula(one: Element) -> str:
    """What a formula says in TeX; else what its elements say."""
    if said := one.get("alttext"):
        return said
    inside = "".join(child for child in one.children if isinstance(child, str))
    found = _TEX.search(inside)
    return line(unescape(found[1] if found else _ANY_TAG.sub(" ", inside)))
