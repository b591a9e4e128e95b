"""Probability: marbles in a bag, spinners, what is likely."""

from __future__ import annotations

from optotype.synth._icons.canvas import COLOURS
from optotype.synth._icons.figures import marbles, spinner
from optotype.synth._icons.problem import YES_NO, Alternative, Draft, Problem, Scene, among, template, without
from optotype.synth._icons.things import article

_LIKELY = ("impossible", "unlikely", "probable", "certain")


def _counts(draft: Draft, word: str, colours: list[str]) -> dict[str, int]:
    """Numbers of marbles for which picking the first colour is as likely as the word says."""
    total = draft.count(6, 14, 4)
    if word == "certain":
        return {colours[0]: total}
    if word == "impossible":
        return {colours[1]: total} if draft.rung.level < 3 else _split(draft, colours[1:], total)
    few = draft.chance.randint(1, max(1, (total - 1) // 3))
    if word == "unlikely":
        return {colours[0]: few, colours[1]: total - few}
    return {colours[0]: total - few, colours[1]: few}


def _split(draft: Draft, colours: list[str], total: int) -> dict[str, int]:
    first = draft.chance.randint(1, total - 1)
    return {colours[0]: first, colours[1]: total - first} if len(colours) > 1 else {colours[0]: total}


@template("choose_txt")
def how_likely(draft: Draft) -> Problem:
    """How likely a colour is picked."""
    truth = draft.fair(_LIKELY)
    colours = draft.colours(3)
    canvas, order = marbles(draft, _counts(draft, truth, colours))
    question = draft.say(
        "If you pick a marble without looking, how likely is it that you will pick a {} one?",
        "You take one marble with your eyes closed. How likely is it to be {}?",
    ).format(colours[0])
    return Problem(question, {"marbles": order, "ask": {"colour": colours[0]}}, canvas, truth, without(_LIKELY, truth))


@template("choose_txt", "comparing")
def more_likely_marble(draft: Draft) -> Problem:
    """Which colour is most or least likely."""
    count = draft.offered(2, 4)
    colours = draft.colours(count)
    word = draft.fair(("most", "least"))
    numbers = sorted(draft.chance.sample(range(1, 5 + draft.rung.level), len(colours)), reverse=word == "most")
    truth = draft.fair(sorted(colours))
    rest = without(colours, truth)
    counts = {truth: numbers[0]} | dict(zip(rest, numbers[1:], strict=True))
    canvas, order = marbles(draft, counts)
    how = {"most": "more", "least": "less"}[word] if len(colours) == 2 else word
    question = f"You pick a marble without looking. Which colour are you {how} likely to pick?"
    return Problem(question, {"marbles": order, "ask": {"word": word}}, canvas, truth, rest)


def _spinner(draft: Draft, colours: list[str], size: int) -> Alternative:
    canvas = draft.option(size)
    paints, angle = [COLOURS[colour] for colour in colours], draft.chance.randint(0, 359)
    spinner(canvas, (size / 2, size / 2), size / 2 - 12, paints, angle)
    return Alternative(canvas=canvas, scene={"parts": colours})


def _parts(draft: Draft, counts: dict[str, int]) -> list[str]:
    parts = [colour for colour, count in counts.items() for _ in range(count)]
    if draft.rung.level > 3:
        draft.chance.shuffle(parts)
    return parts


def _one_spinner(draft: Draft, counts: dict[str, int]) -> Alternative:
    """A spinner that fills the picture, with so many parts of each colour."""
    return _spinner(draft, _parts(draft, counts), draft.rung.size(230, 150))


@template("choose_txt", "comparing")
def more_likely_spinner(draft: Draft) -> Problem:
    """On which colour a spinner lands more or less often."""
    colours = draft.colours(2)
    word = draft.fair(("more", "less"))
    total = draft.chance.choice((4, 6) if draft.rung.level < 4 else (6, 8, 10, 12))
    few = draft.chance.randint(1, total // 2 - 1) if draft.rung.level < 5 else total // 2 - 1
    truth = draft.fair(sorted(colours))
    (other,) = without(colours, truth)
    counts = {truth: total - few, other: few} if word == "more" else {truth: few, other: total - few}
    picture = _one_spinner(draft, counts)
    question = f"On which colour is the spinner {word} likely to land?"
    return Problem(question, {**picture.scene, "ask": {"word": word}}, picture.canvas, truth, [other])


@template("choose_img", "comparing")
def best_spinner(draft: Draft) -> Problem:
    """Which spinner lands most or least often on a colour."""
    colours = draft.colours(2)
    word = draft.fair(("more", "less"))
    total = draft.chance.choice((4, 6, 8))
    count = draft.offered(2, 3)
    numbers = sorted(draft.chance.sample(range(1, total), count), reverse=word == "more")
    options = [
        _spinner(draft, _parts(draft, {colours[0]: number, colours[1]: total - number}), 150) for number in numbers
    ]
    rank = {"more": "most", "less": "least"}[word] if count > 2 else word
    question = f"Which spinner is {rank} likely to land on {colours[0]}?"
    return Problem(question, {"ask": {"word": word, "colour": colours[0]}}, None, options[0], options[1:])


@template("choose_txt")
def spinner_likely(draft: Draft) -> Problem:
    """How likely a spinner lands on a colour."""
    truth = draft.fair(_LIKELY)
    colours = draft.colours(3)
    total = draft.chance.choice((4, 6, 8))
    few = draft.chance.randint(1, max(1, total // 3))
    counts = {
        "certain": {colours[0]: total}, "impossible": {colours[1]: total // 2, colours[2]: total - total // 2},
        "unlikely": {colours[0]: few, colours[1]: total - few}, "probable": {colours[0]: total - few, colours[1]: few},
    }[truth]  # fmt: skip
    picture = _one_spinner(draft, counts)
    question = draft.say(
        "How likely is it that the spinner lands on {}?", "The arrow is spun. How likely is it to stop on {}?"
    ).format(colours[0])
    return Problem(
        question, {**picture.scene, "ask": {"colour": colours[0]}}, picture.canvas, truth, without(_LIKELY, truth)
    )


@template("choose_txt")
def equally_likely(draft: Draft) -> Problem:
    """Are two colours equally likely."""
    truth = draft.fair(YES_NO)
    colours = draft.colours(2)
    total = draft.chance.choice((4, 6, 8))
    first = total // 2 if truth == "yes" else total // 2 + draft.chance.choice((-1, 1))
    picture = _one_spinner(draft, {colours[0]: first, colours[1]: total - first})
    question = f"Is the spinner equally likely to land on {colours[0]} and on {colours[1]}?"
    return Problem(
        question, {**picture.scene, "ask": {"colours": colours}}, picture.canvas, truth, without(YES_NO, truth)
    )


@template("choose_img")
def bag_with(draft: Draft) -> Problem:
    """From which group picking a colour is certain, impossible, likely."""
    words = draft.chance.sample(_LIKELY, draft.offered(2, 4))
    colours = draft.colours(3)
    options: list[Alternative] = []
    for word in words:
        canvas, order = marbles(draft, _counts(draft, word, colours), radius=13, width=150)
        options.append(Alternative(canvas=canvas, scene={"marbles": order}))
    question = f"From which group is it {words[0]} that you pick a {colours[0]} marble without looking?"
    return Problem(question, {"ask": {"word": words[0], "colour": colours[0]}}, None, options[0], options[1:])


@template("choose_txt", "fraction")
def as_fraction(draft: Draft) -> Problem:
    """The chance of a colour as a fraction."""
    total = draft.count(7, 12, 5)
    numbers = draft.chance.sample(range(1, total), draft.offered(3, min(total - 1, 5)))
    truth = draft.fair(sorted(numbers))
    colours = draft.colours(2)
    canvas, order = marbles(draft, {colours[0]: truth, colours[1]: total - truth})
    question = f"You pick one marble without looking. What is the probability that it is {colours[0]}?"
    options = among(truth, numbers, lambda top: f"{top}/{total}")
    return Problem(question, {"marbles": order, "ask": {"colour": colours[0]}}, canvas, *options)


@template("choose_txt", "fraction")
def spinner_fraction(draft: Draft) -> Problem:
    """The chance of a colour on a spinner as a fraction."""
    total = draft.chance.choice((4, 5, 6, 8) if draft.rung.level < 5 else (6, 8, 9, 10))
    numbers = draft.chance.sample(range(1, total), draft.offered(2, min(total - 1, 5)))
    truth = draft.fair(sorted(numbers))
    colours = draft.colours(3)
    rest = total - truth
    counts = {colours[0]: truth, colours[1]: rest - rest // 2, colours[2]: rest // 2}
    picture = _one_spinner(draft, counts)
    question = f"What is the probability that the spinner lands on {colours[0]}?"
    options = among(truth, numbers, lambda top: f"{top}/{total}")
    return Problem(question, {**picture.scene, "ask": {"colour": colours[0]}}, picture.canvas, *options)


@template("fill_in_blank", "counting")
def out_of(draft: Draft) -> Problem:
    """So many out of so many."""
    total = draft.count(8, 16, 4)
    wanted = draft.chance.randint(1, total - 1)
    colours = draft.colours(2)
    canvas, order = marbles(draft, {colours[0]: wanted, colours[1]: total - wanted})
    word = draft.fair(("wanted", "total"))
    told, number = (f"(_) out of {total}", wanted) if word == "wanted" else (f"{wanted} out of (_)", total)
    question = f"The chance of picking a {colours[0]} marble is {told}. Which number is missing?"
    return Problem(question, {"marbles": order, "ask": {"word": word, "colour": colours[0]}}, canvas, str(number))


@template("fill_in_blank", "counting")
def spinner_parts(draft: Draft) -> Problem:
    """In how many of so many parts a spinner can stop on a colour."""
    total = draft.chance.randint(4, draft.rung.most(8, 12))
    wanted = draft.chance.randint(1, total - 1)
    colours = draft.colours(3)
    rest = total - wanted
    picture = _one_spinner(draft, {colours[0]: wanted, colours[1]: rest - rest // 2, colours[2]: rest // 2})
    question = f"The spinner has {total} equal parts. On how many of them does it land on {colours[0]}?"
    return Problem(question, {**picture.scene, "ask": {"colour": colours[0]}}, picture.canvas, str(wanted))


@template("choose_txt", "comparing")
def fair_game(draft: Draft) -> Problem:
    """Who wins more often."""
    colours = draft.colours(3)
    names = draft.chance.sample(("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo"), 2)
    truth = draft.fair((names[0], names[1], "both the same"))
    total = draft.count(8, 14, 5)
    few = draft.chance.randint(1, total // 2)
    gap = draft.chance.randint(1, 3)
    first, second = {names[0]: (few + gap, few), names[1]: (few, few + gap), "both the same": (few, few)}[truth]
    counts: dict[str, int] = {colours[0]: first, colours[1]: second}
    if draft.rung.level > 3:
        counts[colours[2]] = draft.chance.randint(1, 3)
    canvas, order = marbles(draft, counts)
    rules = f"{names[0]} wins if a {colours[0]} marble is picked, {names[1]} wins if a {colours[1]} one is."
    question = f"{rules} Who is more likely to win?"
    scene: Scene = {"marbles": order, "ask": {"first": [names[0], colours[0]], "second": [names[1], colours[1]]}}
    return Problem(question, scene, canvas, truth, without((*names, "both the same"), truth))


@template("fill_in_blank", "counting", first=True)
def chance_of_a_colour(draft: Draft) -> Problem:
    """So many out of so many, for one of four colours."""
    counts = {colour: draft.count(5, 7) for colour in draft.colours(4)}
    canvas, order = marbles(draft, counts)
    colour = draft.chance.choice(list(counts))
    question = f"The chance of picking {article(colour)} marble is (_) out of {len(order)}. Which number is missing?"
    return Problem(question, {"marbles": order, "ask": {"colour": colour}}, canvas, str(counts[colour]))
