"""What must be known of words to compare answers, in English and in Russian."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION_WORDS = _words("""
    a an the this that these those it its there here of in on at to for with by from as and or but than then so
    is are was were be been being has have had do does did can could will would should may might
    which what who whose where when how i we you they he she his her their our my me us them
    approximately approx about around roughly nearly almost value values figure image picture graph chart plot
    shown represented labeled labelled respectively answer also both each
    и а но или что это этот эта эти тот та те в во на с со из за по от до для к ко у о об при над под через между
    есть был была было были быть является являются который которая которое которые какой какая какое какие
    примерно приблизительно около значение рисунок рисунке график графике изображение ответ также
""")
"""Words that say nothing by themselves, and words that every answer about a figure has."""

HEDGES = _words("""
    about around approximately approx roughly nearly almost circa ca some exactly just between and to from or above
    below over under up more less than at least most range the of a is in
    примерно приблизительно около почти ровно между и до от или выше ниже более менее больше меньше чем не
""")
"""Words that stand around a number and add nothing that could be compared."""

ARTICLES = _words("a an the")
NEGATIONS = _words("not no never without none neither nor cannot не нет ни без никогда нельзя")
COMPARING = _words("than compared versus vs unlike rather instead чем вместо нежели")
"""Words after which comes what something is compared with."""
SHADES = _words("dark light bright pale deep темно светло ярко")
"""Words that a colour may have and need not have."""

_ADJECTIVES = _words("ый ий ой ая яя ое ее ые ие ого его ому ему ым им ую юю ых их ыми ими ом ем ей")
PLURAL = _words("s es") | {""}
ENGLISH_ENDINGS = PLURAL | _words("""
    ed d e r er ers or ors ing ings ion ions ation ations ative al ally ly ar ular le ment ments ness ity ive
    y ies ied ic ical ance ence ant ent ize ized ise ised able
""")
RUSSIAN_ENDINGS = (
    _ADJECTIVES
    | {""}
    | _words("а я о е ы и у ю ь ам ям ами ями ах ях ов ев ет ют ут ит ят ать ить ал ала али ется ются")
)

_EXCLUSIVE = """
    red красн-, green зелен-, blue син- голуб-, yellow желт-, orange оранжев-, purple violet фиолетов-, pink розов-, \
    brown коричнев-, black черн-, white бел-, gray grey сер-
    dark темн- темно, light светл- светло
    left leftmost лев- слева, right rightmost прав- справа
    top upper uppermost верхн- сверху, bottom lower lowermost нижн- снизу
    above выше, below ниже
    higher greater larger more выше больше, lower smaller less fewer ниже меньше
    highest maximum max largest greatest наибольш- максимальн- максимум, \
    lowest minimum min smallest наименьш- минимальн- минимум
    increase increases increasing increased rise rises rising grow grows growing upward растет растут рост возрастает \
    увеличивается увеличиваются, \
    decrease decreases decreasing decreased decline declines declining fall falls falling drop drops dropping downward \
    падает падают спад убывает уменьшается уменьшаются снижается снижаются, \
    constant stable flat unchanged постоянн- неизменн-
    horizontal horizontally горизонтальн-, vertical vertically вертикальн-
    solid сплошн-, dashed пунктирн- штрихов-, dotted точечн-
    first перв-, second втор-, third трет-, last последн-
    before, after
    encoder encoding, decoder decoding
    positive положительн-, negative отрицательн-, neutral нейтральн-
    true, false
"""
"""Who names one thing of a line has not named another. A hyphen stands for the endings of Russian adjectives."""

COLOURS = 0
"""The group of `MEMBERS` that colours are in."""


def _forms(word: str) -> frozenset[str]:
    return frozenset(word[:-1] + ending for ending in _ADJECTIVES) if word.endswith("-") else frozenset((word,))


def _members() -> dict[str, dict[int, int]]:
    members: dict[str, dict[int, int]] = {}
    for group, line in enumerate(_EXCLUSIVE.strip().splitlines()):
        for member, names in enumerate(line.split(",")):
            for form in (form for name in names.split() for form in _forms(name)):
                members.setdefault(form, {})[group] = member
    return members


MEMBERS = _members()
"""By word: the groups of things that exclude each other to which it belongs, and what it stands for in each."""

_UNITS = """
    time 0.001 ms msec millisecond milliseconds мс
    time 1 s sec secs second seconds с сек секунд секунда секунды
    time 60 min mins minute minutes мин минут минута минуты
    time 3600 h hr hrs hour hours ч час часа часов
    time 86400 d day days дн день дня дней сут суток
    length 0.001 mm мм
    length 0.01 cm см
    length 1 m metre metres meter meters м метр метра метров
    length 1000 km км
    mass 0.000001 mg мг
    mass 0.001 g gram grams г грамм грамма
    mass 1 kg кг
    memory 1e3 kb кб
    memory 1e6 mb мб
    memory 1e9 gb гб
    memory 1e12 tb тб
"""


def _units() -> dict[str, tuple[str, float]]:
    lines = [line.split() for line in _UNITS.strip().splitlines()]
    return {unit: (dimension, float(factor)) for dimension, factor, *units in lines for unit in units}


UNITS = _units()
"""By unit: what it measures, and how much of the dimension's own unit it is."""
