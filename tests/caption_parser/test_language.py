from __future__ import annotations

import pytest

from optotype.caption_parser.language import bases_of, graph_of, read, words_of, write
from optotype.scenegraph import notation


@pytest.mark.parametrize(
    ("caption", "meaning", "tokens"),
    [
        (
            "white stove in a kitchen",
            "( stove , in , kitchen ) , ( stove , is , white )",
            "stove =is white & =in kitchen",
        ),
        ("five boats tied to a dock", "( 5 , boats , p:tie , to , dock )", "*5 boats =p:tie =to dock"),
        ("this is a park", "( park )", "park"),
        ("two plants", "( 2 , plants )", "*2 plants"),
        (
            "trees and bushes growing on green lawn",
            "( bushes , grow , on , lawn ) , ( trees , grow , on , lawn ) , ( lawn , is , green )",
            "trees =grow =on lawn ; bushes =grow =on lawn ; lawn =is green",
        ),
        ("back wheel larger then front wheel", "( wheel , in front of , wheel:1 )", "wheel =in front of wheel #1"),
        ("two men reading books", "( 2 , men , read , 2 , books )", "*2 men =read *2 books"),
    ],
)
def test_a_meaning_has_one_writing_and_is_read_back(caption: str, meaning: str, tokens: str) -> None:
    facts = notation.parse(meaning)
    written = write(facts, caption)
    assert " ".join(written) == tokens
    assert set(read(written)) == set(facts)
    assert write(facts[::-1], caption) == written


def test_a_quantity_is_written_once_and_holds_for_every_fact() -> None:
    facts = notation.parse("( 2 , dogs , is , brown ) , ( 2 , dogs , on , grass )")
    assert " ".join(write(facts, "two brown dogs on grass")) == "*2 dogs =is brown & =on grass"
    assert set(read(["*2", "dogs", "=is", "brown", "&", "=on", "grass"])) == set(facts)


@pytest.mark.parametrize(
    "tokens",
    [
        "",
        ";",
        "& =on grass",
        "=on",
        "*2",
        "#1 ; =is",
        "dog =is ; =on grass",
        "& & ;",
        "a =b =c =d e",
        "2 =on bench",
        "5",
    ],
)
def test_broken_writings_are_read_without_complaint(tokens: str) -> None:
    for fact in read(tokens.split()):
        assert notation.parse(notation.write([fact])) == (fact,)


def test_words_of_a_caption_come_without_punctuation_and_compounds_with_their_parts() -> None:
    assert [word.text for word in words_of('The "blue-spotted" dog , and ... 3 cats.')] == [
        "the", "blue-spotted", "blue", "spotted", "dog", "and", "3", "cats",
    ]  # fmt: skip


def test_the_graph_is_collective_and_without_indices() -> None:
    facts = notation.parse("( 2gr , men , sit , on , bench ) , ( bench , p:park , near , bench:1 ) , ( 1pr , shoes )")
    assert graph_of(facts) == {
        ("men", "is", "group of"),
        ("men", "is", "2"),
        ("men", "sit on", "bench"),
        ("bench", "park near", "bench"),
        ("shoes",),
    }


@pytest.mark.parametrize(
    ("word", "verb"),
    [
        ("sitting", "sit"),
        ("parked", "park"),
        ("driving", "drive"),
        ("carries", "carry"),
        ("holds", "hold"),
        ("tied", "tie"),
    ],
)
def test_a_form_of_a_verb_leads_to_its_base(word: str, verb: str) -> None:
    assert verb in bases_of(word)


@pytest.mark.parametrize("word", ["", "s", "ing", "ed", "sing", "bed", "es"])
def test_a_short_word_that_looks_like_an_ending_is_no_trap(word: str) -> None:
    assert next(bases_of(word)) == word
