"""Markup: pages become trees, however badly they are written, and in a time that grows with their length alone."""

from __future__ import annotations

import time

import pytest

from optotype.papers.markup import MOST_LEVELS, Element, decode, parse


def shape(element: Element) -> str:
    """The tree in brackets, without texts of spaces."""
    inside = "".join(shape(child) if isinstance(child, Element) else child.strip() for child in element.children)
    return f"{element.tag}({inside})" if element.tag else inside


@pytest.mark.parametrize(
    ("page", "tree"),
    [
        ("<p>a<b>c</b></p>", "p(ab(c))"),
        ("<p>one<p>two", "p(one)p(two)"),
        ("<ul><li>a<li>b</ul>c", "ul(li(a)li(b))c"),
        ("<div><p>a</div>b", "div(p(a))b"),
        ("a &lt; b < 1 &amp c", "a < b<1 & c"),
        ("<img src=a.png>b<br/>c", "img()bbr()c"),
        ("<script>if (a<b) '<p>'</script>x", "script()x"),
        ("<!-- <p> -->x<!doctype html>y<?pi?>", "xy"),
        ("</p></div>x", "x"),
        ("<p title='a>b'>x</p>", "p(x)"),
        ("x<a href='never closed", "x"),
    ],
)
def test_pages_are_read_as_browsers_read_them(page: str, tree: str) -> None:
    assert shape(parse(page)) == tree


def test_attributes_are_read_in_every_way_of_writing_them() -> None:
    element = next(parse("<p ID=a class='b  c' title=\"d &amp; e\" hidden id=f>").elements())
    assert element.attributes == {"id": "a", "class": "b  c", "title": "d & e", "hidden": ""}
    assert element.classes == ["b", "c"]


def test_formulas_are_passed_over() -> None:
    formula = next(parse('<math alttext="x^{2}"><mi>x</mi><mn>2</mn></math>').elements())
    assert (formula.get("alttext"), formula.children) == ("x^{2}", [])


def test_what_is_nested_too_deeply_stands_on_the_deepest_level_and_what_follows_where_it_should() -> None:
    root = parse("<div>" * 100_000 + "deep" + "</div>" * 100_000 + "<p>after</p>")
    assert [child.tag for child in root.elements()] == ["div", "p"]
    assert sum(1 for _ in root.below()) == MOST_LEVELS + 2


@pytest.mark.parametrize(
    "page",
    ["<a ", '<a b="', "<", "<!--", "<math>", "<script>", "</p>", "<p>", "<li>", "<![CDATA[", "&", "<b><i>", "<title>"],
)
def test_time_grows_with_the_length_of_a_page(page: str) -> None:
    def took(count: int) -> float:
        began = time.process_time()
        parse(page * count)
        return time.process_time() - began

    # ten times the page takes ten times as long; were it a hundred times, this would not end in a second
    assert took(100_000) < 5 + 60 * took(10_000)


def test_pages_say_their_encoding() -> None:
    assert decode("<meta charset='windows-1251'>Рис".encode("cp1251")).endswith("Рис")
    assert decode("\ufeffРис".encode()) == "Рис"
    assert decode("Рис".encode("utf-16")) == "\ufeffРис".removeprefix("\ufeff")
    assert "�" in decode(b"<meta charset=zip>\xff")
    assert "�" in decode(b"<meta charset=nothing>\xff")
