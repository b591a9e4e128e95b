from __future__ import annotations

from optotype.scenegraph import notation
from optotype.scenegraph.notation import Fact
from optotype.training._parser_choice import Lesson, learn, lesson


def meaning(text: str) -> list[Fact]:
    return list(notation.parse(text))


def taught(colour: str, thing: str) -> Lesson:
    """`red car` is a thing that is red, never one whole thing; the network thinks otherwise."""
    found = [(0.9, meaning(f"( {colour} {thing} )")), (0.1, meaning(f"( {thing} , is , {colour} )"))]
    graph = frozenset(notation.parse(f"( {thing} , is , {colour} )"))
    one = lesson(["a", colour, thing], found, graph)
    assert one is not None
    return one


def test_what_was_learned_holds_for_captions_that_were_not_seen() -> None:
    lessons = [taught(colour, thing) for colour in ("red", "blue", "old") for thing in ("car", "dog", "bus")]
    chooser = learn(lessons)
    whole, apart = meaning("( green hat )"), meaning("( hat , is , green )")
    assert chooser.choose(["a", "green", "hat"], [(0.5, whole), (0.4, apart)]) == apart
    assert learn(lessons).weights.tolist() == chooser.weights.tolist()


def test_what_the_network_says_already_is_not_learned_again() -> None:
    sure = [(0.98, meaning("( car , is , red )")), (0.02, meaning("( red car )"))]
    graph = frozenset(notation.parse("( car , is , red )"))
    one = lesson(["red", "car"], sure, graph)
    assert one is not None
    doubtful = Lesson(one.meanings, [0.0, 0.0], one.right)
    told = ["red", "car"], meaning("( car , is , red )")
    assert 0 < learn([one], epochs=1).score(*told) < learn([doubtful], epochs=1).score(*told)


def test_a_caption_without_a_choice_or_without_a_right_one_teaches_nothing() -> None:
    graph = frozenset(notation.parse("( car , is , red )"))
    texts = ["red", "car"]
    assert lesson(texts, [(1.0, meaning("( car , is , red )"))], graph) is None
    assert lesson(texts, [(0.6, meaning("( car )")), (0.4, meaning("( red car )"))], graph) is None


def test_the_right_one_is_found_by_its_graph() -> None:
    found = [(0.6, meaning("( car )")), (0.4, meaning("( car , p:park , near , tree )"))]
    one = lesson(["car", "parked", "near", "tree"], found, frozenset(notation.parse("( car , park near , tree )")))
    assert one is not None
    assert one.right == 1
