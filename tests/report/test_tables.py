r"""Tables as files: what a spreadsheet, a README and a paper make of them, whatever stands in the cells."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from optotype.report import tables
from optotype.report.tables import Cell, Column, Table
from optotype.web.words import Words

ENGLISH, RUSSIAN = Words("en", "optotype.report"), Words("ru", "optotype.report")


@dataclass(frozen=True)
class Found:
    value: float
    low: float
    high: float


def of(*texts: str, column: Column | None = None) -> Table:
    """A table of one column."""
    return Table("t", "T", (column or Column("name"),), [(Cell(text),) for text in texts])


def read(table: Table) -> list[list[str]]:
    return list(csv.reader(io.StringIO(table.csv(), newline="")))


# --- whatever the cells say

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        "=1+1",
        "-5",
        "--split",
        "a|b",
        "\\",
        "[x",
        "*",
        "a\rb",
        "``",
        "1\N{EN DASH}3",
        "Сколько?",
        '"',
        "\u2028",
        "x\x00y",
    ]
)
CELLS = st.builds(
    Cell,
    text=TEXTS,
    value=st.none() | st.floats(allow_nan=True, allow_infinity=True) | st.integers() | TEXTS,
    low=st.none() | st.floats(),
    high=st.none() | st.floats(),
    interval=TEXTS,
    mark=TEXTS,
)


@st.composite
def any_table(draw: st.DrawFn) -> Table:
    columns = draw(
        st.lists(
            st.builds(Column, TEXTS, st.booleans(), best=st.sampled_from(["highest", "lowest", None])),
            min_size=1,
            max_size=4,
        )
    )
    rows = draw(st.lists(st.tuples(*[CELLS] * len(columns)), max_size=4))
    return Table("t", draw(TEXTS), tuple(columns), rows, draw(TEXTS))


def defused(text: str) -> tuple[str, str]:
    """What a cell may say after reading it back."""
    return text, f"'{text}"


@given(any_table())
def test_csv_reads_back_to_the_same_cells(table: Table) -> None:
    head, *rows = read(table)
    assert len(rows) == len(table.rows)
    for row, cells in zip(rows, table.rows, strict=True):
        assert len(row) == len(head)
        found = iter(row)
        for place, (column, cell) in enumerate(zip(table.columns, cells, strict=True)):
            told = next(found)
            value = cell.text if cell.value is None else cell.value
            if isinstance(value, str):
                assert told in defused(value)
            elif isinstance(value, int) or abs(value) < float("inf"):
                assert float(told) == pytest.approx(value, rel=1e-11)
            else:
                assert told == ""
            if any(others[place].low is not None for others in table.rows):
                assert [next(found) != "", next(found) != ""] == [
                    end is not None and abs(end) < float("inf") for end in (cell.low, cell.high)
                ]
            if any(others[place].mark for others in table.rows):
                assert next(found) in defused(cell.mark)
            assert column.title in head or f"'{column.title}" in head


@given(any_table())
def test_no_field_of_a_csv_is_a_formula(table: Table) -> None:
    for row in read(table):
        for field in row:
            if field.lstrip().startswith(("=", "+", "-", "@")):
                assert re.fullmatch(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?%?", field, re.ASCII | re.IGNORECASE)


@given(any_table())
def test_a_markdown_table_keeps_its_columns(table: Table) -> None:
    lines = table.markdown().split("\n")[: 2 + len(table.rows)]
    for line in lines:
        assert len(line.splitlines()) == 1
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == len(table.columns) + 1


COMMANDS = re.compile(r"\\(?:[a-zA-Z]+|[&%$#_{}\\,^])")


@given(any_table())
@example(of("100% of $5 & #1_{a}^~\\"))
def test_latex_has_balanced_braces_and_no_bare_special_signs(table: Table) -> None:
    lines = table.latex().split("\n")
    body = [line for line in lines if not line.startswith("% ")]
    assert body[0].startswith("\\begin{tabular}{")
    assert body[-3:] == ["\\bottomrule", "\\end{tabular}", ""]
    rows = [line for line in body if line.endswith(r" \\")]
    assert len(rows) == 1 + len(table.rows)
    special = set('%#_\\<>|"') | ({"~"} - {"~" for text in texts_of(table) if "\N{NO-BREAK SPACE}" in text})
    for row in rows:
        assert len(row.splitlines()) == 1
        bare = COMMANDS.sub("", row.removesuffix(r" \\"))
        assert bare.count("&") == len(table.columns) - 1
        assert not special & set(bare)
        assert bare.count("$") % 2 == 0
        depth = 0
        for sign in re.findall(r"[{}]", bare):
            depth += 1 if sign == "{" else -1
            assert depth >= 0
        assert depth == 0
        assert "^" not in re.sub(r"\$[^$]*\$", "", bare)
        assert not row.startswith(("[", "*"))


def texts_of(table: Table) -> list[str]:
    return [
        *(column.title for column in table.columns),
        *(text for row in table.rows for cell in row for text in (cell.text, cell.mark, cell.interval)),
    ]


# --- CSV


def test_a_formula_is_defused_and_a_negative_number_is_not() -> None:
    table = Table(
        "t",
        "T",
        (Column("name"), Column("change", numeric=True)),
        [(Cell("=HYPERLINK(1)"), Cell("\N{MINUS SIGN}5.0", -5.0)), (Cell("@cmd"), Cell("-3"))],
    )
    assert table.csv() == "name,change\n'=HYPERLINK(1),-5\n'@cmd,-3\n"


def test_intervals_and_marks_have_columns_of_their_own() -> None:
    cell = tables.share(Found(0.843, 0.81, 0.87), ENGLISH, mark="*")
    table = Table("t", "T", (Column("accuracy", numeric=True),), [(cell,), (Cell(""),)])
    assert table.csv() == "accuracy,accuracy low,accuracy high,accuracy mark\n84.3,81,87,*\n,,,\n"


def test_figures_are_written_in_full_without_the_noise_of_the_last_bits() -> None:
    table = Table("t", "T", (Column("x", numeric=True),), [(Cell("33.3", 100 / 3),), (Cell("84.3", 100 * 0.843),)])
    assert table.csv() == "x\n33.3333333333\n84.3\n"


def test_an_end_that_is_nowhere_is_left_empty() -> None:
    cell = tables.share(Found(0.5, float("-inf"), float("inf")), ENGLISH)
    assert cell.interval == "[\N{MINUS SIGN}\N{INFINITY}, \N{INFINITY}]"
    assert read(Table("t", "T", (Column("x"),), [(cell,)]))[1] == ["50", "", ""]


# --- cells


def test_a_difference_bears_its_sign_and_nothing_has_none() -> None:
    assert tables.points(Found(0.0321, 0.01, 0.05), ENGLISH).text == "+3.2"
    assert tables.points(Found(-0.0321, -0.05, -0.01), ENGLISH).text == "\N{MINUS SIGN}3.2"
    assert tables.points(Found(0.0001, -0.01, 0.01), ENGLISH).text == "0.0"


def test_russian_intervals_have_a_semicolon_between_their_ends() -> None:
    cell = tables.share(Found(0.5, 0.412, 0.588), RUSSIAN)
    assert (cell.text, cell.interval) == ("50,0", "[41,2; 58,8]")


# --- Markdown and LaTeX


def test_markdown_is_text_and_no_markup() -> None:
    table = of("<b>a|b</b>\n*c* [d](e) `f`")
    assert table.markdown() == "| name |\n| --- |\n| \\<b\\>a\\|b\\</b\\> \\*c\\* \\[d\\](e) \\`f\\` |\n"


@pytest.mark.parametrize(
    ("text", "set_as"),
    [
        ("50% & $5 #1 a_b {c}", r"50\% \& \$5 \#1 a\_b \{c\}"),
        ("a\\b~c^d", r"a\textbackslash{}b\textasciitilde{}c\textasciicircum{}d"),
        ("x < y > z | w", r"x \textless{} y \textgreater{} z \textbar{} w"),
        ("\N{MINUS SIGN}5.0 1\N{EN DASH}3", r"$-$5.0 1\textendash{}3"),
        ("≤ 5 ± α → Δ ²", r"$\leq$ 5 $\pm$ $\alpha$ $\rightarrow$ $\Delta$ $^2$"),
        ("--split ---", "-{}-split -{}-{}-"),
        ('говорит "да"', "говорит ''да''"),
        ("20\N{NO-BREAK SPACE}000", "20~000"),
        ("a\r\n\tb\u202ec", "a bc"),
        ("?`", "?{`}"),
    ],
)
def test_latex_sets_what_the_text_says(text: str, set_as: str) -> None:
    assert tables.latex(text) == set_as


def test_a_row_that_begins_with_a_bracket_or_a_star_is_not_swallowed() -> None:
    written = of("[1] x", "*y").latex()
    assert "\\midrule\n{}[1] x \\\\\n{}*y \\\\" in written


def test_the_best_of_a_column_is_bold_where_the_column_says_so() -> None:
    columns = (
        Column("model"),
        Column("accuracy", numeric=True, best="highest"),
        Column("cost", numeric=True, best="lowest"),
    )
    rows = [
        (Cell("a"), Cell("84.3", 84.31, interval="[80.0, 88.0]"), Cell("2.00", 2.0)),
        (Cell("b"), Cell("84.3", 84.29), Cell("1.00", 1.0)),
        (Cell("c"), Cell("84.2", 84.2), Cell("")),
    ]
    table = Table("t", "T", columns, rows)
    assert r"a & \textbf{84.3} {\scriptsize [80.0, 88.0]} & 2.00 \\" in table.latex()
    assert r"b & \textbf{84.3} & \textbf{1.00} \\" in table.latex()
    assert "c & 84.2 &  \\\\" in table.latex()
    assert "| b | **84.3** | **1.00** |" in table.markdown()


def test_latex_says_what_a_paper_needs() -> None:
    assert of("plain").latex().startswith("% T\n% needs \\usepackage{booktabs}\n\\begin")
    assert "T2A" in of("Сколько?").latex()
    assert "LuaLaTeX" in of("数").latex()
    assert "LuaLaTeX" not in of("é ü “x” ≤ α").latex()
