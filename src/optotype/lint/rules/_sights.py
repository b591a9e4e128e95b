"""Words for what is seen: colour, shape, size, position, height, direction."""

from __future__ import annotations

import re
from functools import lru_cache

from optotype.lint import language

_SEEN = language.words_of(
    """
    color colour colors colours colored coloured colorful shade shaded shading hue dark light darker lighter
    darkest lightest bright brighter pale shape shaped circle circles circular square squares triangle triangles
    triangular diamond diamonds star stars cross crosses dot dots dotted point points marker markers mark marks
    marked symbol symbols arrow arrows box boxes rectangle rectangles rectangular ellipse ellipses oval pentagon
    hexagon polygon bar bars slice slices sector wedge dashed dash solid thick thicker thickest thin thinner
    thinnest bold width wide wider widest narrow narrower size sized large larger largest big bigger biggest small
    smaller smallest long longer longest short shorter shortest length height tall taller tallest high higher
    highest low lower lowest top bottom left right upper leftmost rightmost uppermost topmost bottommost middle
    center centre central corner side above below under beneath over beside next between adjacent near nearest
    close closer closest far farthest behind front inside outside within surrounding surrounded overlap overlaps
    overlapping intersect intersects intersection intersecting cross crossing touch touches horizontal
    horizontally vertical vertically diagonal diagonally parallel position positioned located location placed
    direction upward upwards downward downwards up down ascending descending increase increases increasing
    increased decrease decreases decreasing decreased rise rises rising fall falls falling drop drops slope steep
    steeper steepest flat constant peak peaks valley curve curved curves line lines straight trend pattern row
    rows column columns cell cells branch branches node nodes leaf leaves edge edges root layer layers connected
    connects connecting connection connections outlier outliers whisker whiskers median histogram grid background
    highlighted font italic underlined border borders frame outlined filled empty hollow first second third last
    x-axis y-axis axis legend maximum minimum visible depicted located points starting ending converge converges
    diverge reaches reach symmetric symmetrical clockwise цвет цвета цветом оттенок темный светлый закрашен форма
    круг квадрат треугольник ромб звезда крест точка маркер стрелка прямоугольник овал столбец столбик сектор
    пунктир пунктирный сплошной толстый тонкий жирный размер большой больше маленький меньше длинный длиннее
    короткий короче высота высокий выше высший низкий ниже верх верхний сверху наверху низ нижний снизу внизу лево
    левый слева право правый справа середина центр угол над под рядом между горизонтальный вертикальный
    направление вверх вниз растет убывает возрастает падает наклон пик кривая линия прямая строка ячейка ветвь
    узел слой расположен находится выделен подчеркнут рамка первый второй третий последний посередине пересекает
    пересекаются
    """
)
_SEEN_STEMS = frozenset(language.stem(word) for word in _SEEN if not word.isascii())

_STYLE = re.compile(
    r"\b(?:dashed|dotted|solid|dash-dotted|shaded|thick(?:er|est)?|thin(?:ner|nest)?|bold) "
    r"(?:[a-z]+ )?(?:line|curve|bar|area|region|arrow)s?\b"
    r"|\b(?:pentagons?|diamond-shaped|star-shaped)\b"
    r"|\b(?:circular|triangular|square|diamond|star|round) (?:marker|marks?|points?|symbol|dot)s?\b"
    r"|\bwhat (?:colou?r|shape)\b|\bwhich (?:colou?r|shape)\b|\bcolou?r of\b|\bcolou?red\b"
    r"|\b(?:пунктирн|штрихов|сплошн|закрашенн)\w+ (?:лини|крив|област|столб)\w+|\bкак(?:ого|ой|им|ая) (?:цвета"
    r"|цвет|цветом|форма)\b"
)
_QUOTED = re.compile(r'["“][^"”]{1,200}["”]|«[^»]{1,200}»|(?<!\w)[\'‘][^\'’]{1,200}[\'’](?!\w)|\([^()]{1,40}\)')
_SHOUTED = re.compile(r"\b[A-ZА-ЯЁ]{2,}\b")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


@lru_cache(maxsize=50_000)
def seen(word: str) -> bool:
    """Does a word speak of something that is seen, perhaps among other things?"""
    if word in _SEEN or language.colour(word) is not None or language.exotic_colour(word) is not None:
        return True
    if not word.isascii():
        return language.stem(word) in _SEEN_STEMS
    return any(part in _SEEN or language.colour(part) is not None for part in word.split("-")) if "-" in word else False


def only_seen(text: str) -> str | None:
    """A word or two of a text that speak of nothing but what is seen; names, in quotes or capitals, do not count."""
    plain = language.flat(_SHOUTED.sub(" ", _QUOTED.sub(" ", text)))
    if (style := _STYLE.search(plain)) is not None:
        return style[0]
    for word in _WORD.findall(plain):
        if (name := language.colour(word)) is not None and name not in ("white", "black"):
            return word
    return None
