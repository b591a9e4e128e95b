"""A colour is called by a name that not everybody means the same by.

The standard names are red, green, blue, yellow, orange, purple, violet, pink, brown, black, white, grey, cyan and
magenta; 'light' or 'dark' may stand before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Remark, Rule
from optotype.lint.rules._fields import texts

_QUOTED = re.compile(r'"[^"]{1,200}"|(?<!\w)\'[^\']{1,200}\'(?!\w)')
_CONTEXT = re.compile(
    r"\b(?:colou?r|line|curve|bar|box|area|region|slice|point|dot|circle|square|triangle|marker|dashed|dotted|solid|"
    r"shade|column|arrow|node|cell|segment|section|star|diamond|plot|histogram|background|block|rectangle|цвет"
    r"|лини|крив|столб|"
    r"сектор|точк|област|стрелк|ячейк|фон)\w*"
)


@dataclass(frozen=True)
class ColourName(Rule):
    """Names of colours outside the standard list, where something coloured is spoken of."""

    group = "clarity"
    field = "question"

    bad = (
        Question.example("What is the value of the teal line?", answer="5"),
        Question.example("Which line is highest?", "red", "turquoise", answer="blue"),
        Question.example("Какова высота бирюзового столбца?", answer="5"),
    )
    good = (
        Question.example("What is the value of the dark blue line?", answer="5"),
        Question.example("Which fruit is a plum?", answer="the third"),
        Question.example("What is the value of 'Coral Sea'?", answer="5"),
    )

    def check(self, question: Question) -> Iterator[Remark | str]:
        """Each name is told once."""
        told: set[str] = set()
        coloured: bool | None = None
        for field, text in texts(question):
            for word in language.words(_QUOTED.sub(" ", language.flat(text))):
                name = language.exotic_colour(word)
                if name is None or name in told:
                    continue
                if coloured is None:
                    coloured = _CONTEXT.search(question.low) is not None or _among_colours(question)
                if coloured:
                    told.add(name)
                    yield Remark(
                        f"{word!r} is no standard name of a colour; say it with one, light or dark", field=field
                    )


def _among_colours(question: Question) -> bool:
    return any(language.colour(word) for text in question.choices for word in language.words(language.flat(text)))
