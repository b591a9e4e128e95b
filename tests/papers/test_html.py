"""Papers as pages: what LaTeXML, ar5iv, arXiv and plain sites write is found by structure."""

from __future__ import annotations

from optotype.papers.draft import Draft, Shown
from optotype.papers.html import read_html

ABSTRACT = '<div class="ltx_abstract"><h6 class="ltx_title">Abstract</h6><p class="ltx_p">We see.</p></div>'


def page(*inside: str) -> Draft:
    """What a page of LaTeXML says that holds these."""
    body = "\n".join(inside)
    return read_html(f'<html><body><article class="ltx_document">{body}</article></body></html>'.encode())


def figure(caption: str = "A cat", *names: str, tag: str = "Figure 1: ", inner: str = "") -> str:
    images = "".join(f'<img src="{name}" class="ltx_graphics" width="600" height="200">' for name in names)
    said = f'<figcaption class="ltx_caption"><span class="ltx_tag ltx_tag_figure">{tag}</span>{caption}</figcaption>'
    return f'<figure class="ltx_figure">{images}{inner}{said}</figure>'


def addresses(shown: Shown | None) -> list[str]:
    assert shown is not None
    return shown.addresses


def test_title_authors_date_and_abstract_are_read() -> None:
    draft = page(
        '<h1 class="ltx_title ltx_title_document">On <math alttext="n"></math> cats</h1>',
        '<div class="ltx_authors">'
        '<span class="ltx_creator"><span class="ltx_personname">Ada Bell, Carl Dorn</span></span>'
        '<span class="ltx_creator"><span class="ltx_personname">Eva Fox<sup>1</sup></span></span></div>',
        '<div class="ltx_dates">(2024-01-02)</div>',
        ABSTRACT,
    )
    assert draft.title == "On <MATH> n </MATH> cats"
    assert draft.authors == ["Ada Bell", "Carl Dorn", "Eva Fox"]
    assert (draft.published, draft.abstract) == ("2024-01-02", "We see.")


def test_sections_keep_their_tree_and_texts_their_marks() -> None:
    draft = page(
        ABSTRACT,
        '<section class="ltx_section"><h2 class="ltx_title"><span class="ltx_tag">1 </span>Method</h2>'
        '<div class="ltx_para"><p class="ltx_p">We use <math alttext="x^{2}"><mi>x</mi></math> here.'
        '<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer">'
        '<span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>'
        'Or <math alttext="y"></math>.</span></span></span></p></div>'
        '<table class="ltx_equation ltx_eqn_table"><tr><td><math alttext="a=b"></math></td>'
        '<td><span class="ltx_tag">(1)</span></td></tr></table>'
        '<section class="ltx_subsection"><h3 class="ltx_title"><span class="ltx_tag">1.1 </span>Parts</h3>'
        f"<p>Inner.</p>{figure()}</section></section>",
        '<section class="ltx_bibliography"><h2>References</h2><p>Nobody 1999</p></section>',
    )
    (section,) = draft.sections
    assert section.title == "<TAG> 1 </TAG> Method"
    assert section.paragraphs == [
        "We use <MATH> x^{2} </MATH> here. <NOTE> Or <MATH> y </MATH>. </NOTE>",
        "<MATH> a=b </MATH> <TAG> (1) </TAG>",
    ]
    (inner,) = section.inner
    assert (inner.title, inner.paragraphs, inner.figures) == ("<TAG> 1.1 </TAG> Parts", ["Inner."], draft.figures)


def test_sub_figures_have_captions_of_their_own_and_silent_panels_are_but_pictures() -> None:
    panels = "".join(
        f'<div class="ltx_flex_cell"><figure class="ltx_figure ltx_figure_panel"><img src="{name}.png">'
        f'<figcaption class="ltx_caption"><span class="ltx_tag">({name}) </span>Part {name}</figcaption></figure></div>'
        for name in "ab"
    )
    silent = '<figure class="ltx_figure ltx_figure_panel"><img src="c.png"></figure>' * 2
    first, second = page(ABSTRACT, figure(inner=panels), figure("Both", inner=silent)).figures
    assert first.caption == "<TAG> Figure 1: </TAG> A cat"
    assert [(part.caption, part.addresses) for part in first.parts] == [
        ("<TAG> (a) </TAG> Part a", ["a.png"]),
        ("<TAG> (b) </TAG> Part b", ["b.png"]),
    ]
    assert (second.addresses, second.parts) == (["c.png", "c.png"], [])


def test_two_figures_in_one_float_are_two_figures() -> None:
    both = f'<figure class="ltx_figure">{figure("One", "1.png")}{figure("Two", "2.png", tag="Figure 2: ")}</figure>'
    assert [shown.addresses for shown in page(ABSTRACT, both).figures] == [["1.png"], ["2.png"]]


def test_tables_are_not_figures() -> None:
    table = (
        '<figure class="ltx_table"><figcaption class="ltx_caption">Table 1: Cats</figcaption><table></table></figure>'
    )
    assert page(ABSTRACT, table).figures == []


def test_a_wide_figure_before_the_abstract_is_a_teaser_and_one_after_it_is_not() -> None:
    draft = page(figure("Before", "a.png"), ABSTRACT, figure("After", "b.png"))
    assert [addresses(shown) for shown in draft.teaser] == [["a.png"]]
    high = figure("High", "a.png").replace('height="200"', 'height="900"')
    assert page(high, ABSTRACT).teaser == []
    assert page(figure("No abstract", "a.png")).teaser == []


def test_a_caption_without_a_picture_takes_that_which_stands_right_before_it() -> None:
    loose = '<div class="ltx_para"><img src="a.png" alt="[Uncaptioned image]"></div>'
    (taken,) = page(ABSTRACT, loose, figure()).figures
    assert taken.addresses == ["a.png"]
    (alone,) = page(ABSTRACT, loose, "<p>Words between.</p>", figure()).figures
    assert alone.addresses == []


def test_a_graphical_abstract_is_found_by_markup_by_heading_by_name_and_by_what_latexml_did_not_know() -> None:
    image = '<img src="x1.png">'
    ways = [
        f'<div class="ltx_graphicalabstract">{image}</div>',
        f'<section class="ltx_section"><h2 class="ltx_title">Graphical Abstract</h2>{image}</section>',
        f'<span class="ltx_ERROR undefined">{{graphicalabstract}}</span><div class="ltx_para">{image}</div>',
        f'<div class="abstract-type" id="graphical-abstract">{image}</div>',
        figure("Graphical abstract of the paper", "x1.png", tag=""),
    ]
    for way in ways:
        draft = page(ABSTRACT, way, figure("Other", "b.png"))
        assert addresses(draft.graphical_abstract) == ["x1.png"], way
        assert [shown.addresses for shown in draft.figures] == [["b.png"]], way
    named = page(ABSTRACT, '<p><img src="img/graphical_abstract.png"></p>')
    assert addresses(named.graphical_abstract) == ["img/graphical_abstract.png"]


def test_arxiv_tells_number_field_and_date() -> None:
    draft = read_html(
        b'<div id="watermark-tr">arXiv:2401.13641v2 [cs.CV] 24 Jan 2024</div><article class="ltx_document">'
        b"<h1 class='ltx_title ltx_title_document'>T</h1></article>"
    )
    assert (draft.arxiv, draft.fields, draft.published) == ("2401.13641", {"arXiv": ["cs.CV"]}, "2024-01-24")
    canonical = read_html(b'<link rel="canonical" href="https://ar5iv.labs.arxiv.org/html/2401.13641"><p>x')
    assert canonical.arxiv == "2401.13641"


def test_plain_pages_have_sections_by_headings_and_metadata() -> None:
    draft = read_html(
        b"<meta name=citation_author content='Ada Bell'><meta name=citation_doi content=10.1/x><h1>Cats</h1>"
        b"<h2>Abstract</h2><p>We see.</p><h2>Method</h2><p>First.</p><h3>Parts</h3><p>Second.</p>"
        b"<figure><img src=a.png><figcaption>Fig. 2. A cat</figcaption></figure><h2>End</h2><p>Last.</p>"
    )
    assert (draft.title, draft.abstract, draft.authors) == ("Cats", "We see.", ["Ada Bell"])
    assert [section.title for section in draft.sections] == ["Method", "End"]
    assert draft.sections[0].inner[0].paragraphs == ["Second."]
    assert draft.figures[0].caption == "<TAG> Fig. 2. </TAG> A cat"
    assert draft.more == {"DOI": ["https://doi.org/10.1/x"]}


def test_pictures_of_a_page_without_figures_are_its_figures() -> None:
    draft = read_html(b"<h1>Cats</h1><h2>Method</h2><p>Words</p><p><img src=a.png alt='A cat'></p>")
    assert [(shown.caption, shown.addresses) for shown in draft.figures] == [("A cat", ["a.png"])]


def test_scripts_and_drawings_say_nothing() -> None:
    draft = page(
        ABSTRACT,
        "<section class=ltx_section><h2>One</h2><p>Seen<script>alert('no')</script>"
        "<svg onload=alert(1)><script>alert(2)</script><text>no</text></svg> here.</p></section>",
    )
    assert draft.sections[0].paragraphs == ["Seen here."]


def test_ten_thousand_figures_are_read() -> None:
    assert (
        len(page(ABSTRACT, *(figure(f"Cat {number}", f"{number}.png") for number in range(10_000))).figures) == 10_000
    )


def test_a_page_that_is_cut_off_says_what_it_can() -> None:
    whole = f'<article class="ltx_document"><h1 class="ltx_title_document">T</h1>{ABSTRACT}{figure("A", "a.png")}'
    for end in range(0, len(whole), 7):
        read_html(whole[:end].encode())
    assert read_html(whole[: whole.index("</figcaption>")].encode()).figures[0].addresses == ["a.png"]
