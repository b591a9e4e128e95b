"""Time: clocks with hands and with digits, calendars, before and after."""

from __future__ import annotations

from collections.abc import Sequence

from optotype.synth._icons.canvas import Canvas
from optotype.synth._icons.figures import clock, colour_grid, digital, sky
from optotype.synth._icons.problem import Alternative, Draft, Problem, Scene, among, template, without

_HOURS = ("twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _minutes(draft: Draft) -> list[int]:
    """Minutes that a clock of this level may show."""
    level = draft.rung.level
    if level == 1:
        return [0]
    if level == 2:
        return [0, 30]
    if level <= 4:
        return [0, 15, 30, 45]
    if level <= 6:
        return list(range(0, 60, 5))
    return list(range(60))


def _text(time: tuple[int, int]) -> str:
    return f"{time[0]}:{time[1]:02d}"


def _times(draft: Draft, count: int) -> list[tuple[int, int]]:
    """Different times. Some are what one reads who takes one hand for the other, or the hour before."""
    minutes = _minutes(draft)
    first = (draft.chance.randint(1, 12), draft.chance.choice(minutes))
    times = [first]
    if first[1] % 5 == 0:
        times.append((first[1] // 5 or 12, first[0] % 12 * 5))
    times += [(first[0] % 12 + 1, first[1]), ((first[0] + 10) % 12 + 1, first[1])]
    times += [(first[0], minute) for minute in draft.chance.sample(minutes, min(3, len(minutes)))]
    times += [(draft.chance.randint(1, 12), draft.chance.choice(minutes)) for _ in range(8)]
    rest = [time for time in times[1:] if time[1] in minutes]
    draft.chance.shuffle(rest)
    return _apart([first, *rest])[:count]


def _apart(times: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Times that an eye can tell from each other on a small clock."""
    chosen: list[tuple[int, int]] = []
    for hour, minute in times:
        if all(4 <= (hour * 60 + minute - other[0] * 60 - other[1]) % 720 <= 716 for other in chosen):
            chosen.append((hour, minute))
    return chosen


def _clock(draft: Draft, hour: int, minute: int) -> tuple[Canvas, Scene]:
    canvas = draft.canvas(250, 250)
    return canvas, clock(canvas, (125, 125), draft.rung.size(115, 92), hour, minute, draft.chance)


def _clock_option(draft: Draft, time: tuple[int, int], hands: bool) -> Alternative:
    if hands:
        canvas = draft.option(170)
        return Alternative(canvas=canvas, scene=clock(canvas, (85, 85), draft.rung.size(78, 64), *time, draft.chance))
    canvas = draft.option(170, 100)
    return Alternative(canvas=canvas, scene=digital(canvas, (85, 50), draft.rung.size(150, 100), *time, draft.chance))


@template("choose_txt")
def clock_text(draft: Draft) -> Problem:
    """What time a clock shows."""
    times = _times(draft, draft.offered(3, 5))
    truth = draft.fair(sorted(times))
    canvas, scene = _clock(draft, *truth)
    question = draft.say("What time does the clock show?", "What time is it?", "Which time is shown on the clock?")
    return Problem(question, {**scene, "ask": {}}, canvas, *among(truth, times, _text))


@template("fill_in_blank")
def clock_hour(draft: Draft) -> Problem:
    """The hour of a full hour."""
    hour = draft.chance.randint(1, 12)
    canvas, scene = _clock(draft, hour, 0)
    question = draft.say(
        "What time is shown? It is (_) o'clock. Answer with a number.", "Which full hour does the clock show?"
    )
    return Problem(question, {**scene, "ask": {}}, canvas, str(hour))


@template("fill_in_blank")
def clock_minutes(draft: Draft) -> Problem:
    """How many minutes past the hour."""
    minutes = [minute for minute in (_minutes(draft) if draft.rung.level > 4 else range(0, 60, 5)) if minute]
    hour, minute = draft.chance.randint(1, 12), draft.chance.choice(minutes)
    canvas, scene = _clock(draft, hour, minute)
    question = f"The clock shows a time after {hour} o'clock. How many minutes is it past {hour}?"
    return Problem(question, {**scene, "ask": {}}, canvas, str(minute), unit="minutes")


@template("choose_img")
def find_clock(draft: Draft) -> Problem:
    """Which clock shows a time."""
    times = _times(draft, draft.offered(2, 4))
    options = [_clock_option(draft, time, True) for time in times]
    question = draft.say("Which clock shows {}?", "On which clock is it {}?").format(_text(times[0]))
    return Problem(question, {"ask": {"time": list(times[0])}}, None, options[0], options[1:])


@template("choose_img")
def find_clock_words(draft: Draft) -> Problem:
    """Which clock shows a time in words."""
    hour = draft.chance.randint(1, 12)
    times = {
        f"{_HOURS[hour]} o'clock": (hour, 0), f"half past {_HOURS[hour]}": (hour, 30),
        f"quarter past {_HOURS[hour]}": (hour, 15), f"quarter to {_HOURS[hour]}": ((hour + 10) % 12 + 1, 45),
        f"half past {_HOURS[(hour + 10) % 12 + 1]}": ((hour + 10) % 12 + 1, 30),
    }  # fmt: skip
    words = draft.chance.sample(list(times), draft.offered(2, 4))
    options = [_clock_option(draft, times[word], True) for word in words]
    return Problem(f"Which clock shows {words[0]}?", {"ask": {"words": words[0]}}, None, options[0], options[1:])


@template("choose_img", "comparing")
def to_digital(draft: Draft) -> Problem:
    """Which digits say what the hands say."""
    times = _times(draft, draft.offered(2, 4))
    canvas, scene = _clock(draft, *times[0])
    options = [_clock_option(draft, time, False) for time in times]
    question = draft.say("Which digital clock shows the same time?", "Which clock matches the one in the picture?")
    return Problem(question, {**scene, "ask": {}}, canvas, options[0], options[1:])


@template("choose_img", "comparing")
def to_analog(draft: Draft) -> Problem:
    """Which hands say what the digits say."""
    times = _times(draft, draft.offered(2, 4))
    canvas = draft.canvas(240, 140)
    scene = digital(canvas, (120, 70), draft.rung.size(210, 130), *times[0], draft.chance)
    options = [_clock_option(draft, time, True) for time in times]
    question = draft.say(
        "Which clock with hands shows the same time?", "The picture shows a time. Which clock shows it too?"
    )
    return Problem(question, {**scene, "ask": {}}, canvas, options[0], options[1:])


@template("choose_txt")
def clock_words(draft: Draft) -> Problem:
    """A time in words."""
    hour = draft.chance.randint(1, 12)
    before, after = (hour + 10) % 12 + 1, hour % 12 + 1
    times = {
        f"{_HOURS[hour]} o'clock": (hour, 0), f"half past {_HOURS[hour]}": (hour, 30),
        f"quarter past {_HOURS[hour]}": (hour, 15), f"quarter to {_HOURS[after]}": (hour, 45),
        f"quarter to {_HOURS[hour]}": (before, 45), f"half past {_HOURS[after]}": (after, 30),
    }  # fmt: skip
    words = draft.chance.sample(list(times), draft.offered(3, 5))
    truth = draft.fair(sorted(words))
    canvas, scene = _clock(draft, *times[truth])
    question = draft.say("What time is it?", "Which words say what the clock shows?")
    return Problem(question, {**scene, "ask": {}}, canvas, truth, without(words, truth))


@template("fill_in_blank")
def time_word(draft: Draft) -> Problem:
    """Half, quarter, five, ten ..."""
    hour = draft.chance.randint(1, 12)
    words = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "twenty-five": 25, "half": 30}
    word = draft.fair(list(words))
    canvas, scene = _clock(draft, hour, words[word])
    question = f"What time is shown? Answer with a word, not with digits. It is (_) past {_HOURS[hour]}."
    return Problem(question, {**scene, "ask": {}}, canvas, word)


@template("choose_txt", "commonsense")
def am_or_pm(draft: Draft) -> Problem:
    """Morning or evening, by the sky."""
    truth = draft.fair(("A.M.", "P.M."))
    hour = draft.chance.randint(8, 11)
    night = truth == "P.M."
    canvas = draft.canvas(430, 240)
    at = (draft.chance.randint(40, 180), 46)
    drawn = [sky(canvas, 160, at, draft.rung.size(60, 40), draft.style, night=night)]
    if night:
        for _ in range(6):
            canvas.ellipse((draft.chance.randint(10, 200), draft.chance.randint(10, 100)), 2, None, "#fff9c4")
    drawn.append(canvas.icon(draft.chance.choice(("house", "hut", "tree", "school")), (110, 150), 100, draft.style))
    canvas.rectangle((235, 12, 425, 228), "#eceff1", "#607d8b", 2, 8)
    scene = clock(canvas, (330, 120), 84, hour, 0, draft.chance)
    question = draft.say(
        "Look at the sky and the clock. What time is it?", "The picture shows where a child is now. Is it A.M. or P.M.?"
    )
    time = "" if question.startswith("The picture") else f"{hour}:00 "
    options = among(truth, ("A.M.", "P.M."), lambda half: time + half)
    return Problem(question, {**scene, "things": drawn, "ask": {}}, canvas, *options)


def _two_clocks(draft: Draft, times: Sequence[tuple[int, int]], labels: Sequence[str]) -> Canvas:
    canvas = draft.canvas(420, 240)
    for side, (time, label) in enumerate(zip(times, labels, strict=True)):
        clock(canvas, (110 + side * 200, 100), 88, *time, draft.chance)
        canvas.text((110 + side * 200, 216), label, 15)
    return canvas


@template("fill_in_blank", "algebra")
def elapsed(draft: Draft) -> Problem:
    """How much time went by."""
    level = draft.rung.level
    start = (draft.chance.randint(1, 11), 0 if level < 3 else draft.chance.choice((0, 15, 30)))
    if level < 4:
        hours = draft.chance.randint(1, 8)
        end = ((start[0] + hours - 1) % 12 + 1, start[1])
        answer, unit = hours, "hours"
    else:
        answer, unit = 5 * draft.chance.randint(1, 11), "minutes"
        total = start[0] % 12 * 60 + start[1] + answer
        end = (total // 60 % 12 or 12, total % 60)
    canvas = _two_clocks(draft, (start, end), ("start", "end"))
    question = f"A game begins and ends at the times shown, less than 12 hours apart. How many {unit} does it last?"
    scene: Scene = {"start": list(start), "end": list(end), "ask": {"unit": unit}}
    return Problem(question, scene, canvas, str(answer), unit=unit)


_DEEDS = (
    "took a walk", "read a book", "had a snack", "called a friend", "fed the cat", "played ball", "baked a cake",
    "washed the car", "cleaned the desk", "drew a picture",
)  # fmt: skip
_NAMES = (
    "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jon", "Kim", "Lena", "Milo", "Nora", "Omar",
    "Pia", "Rosa", "Sami", "Tara", "Yuri",
)  # fmt: skip


@template("choose_txt", "comparing")
def which_first(draft: Draft) -> Problem:
    """What was done first, or later."""
    word = draft.fair(("first", "later"))
    minutes = _minutes(draft)
    shown = sorted(draft.chance.sample([(hour, minute) for hour in range(1, 9) for minute in minutes[:4]], 2))
    deeds = draft.chance.sample(_DEEDS, 2)
    swap = draft.fair((True, False))
    if swap:
        shown.reverse()
    canvas = _two_clocks(draft, shown, deeds)
    truth = deeds[swap == (word == "first")]
    name = draft.chance.choice(_NAMES)
    question = f"The clocks show when {name} did two things on one afternoon. Which did {name} do {word}?"
    scene: Scene = {
        "clocks": [{"deed": deed, "time": list(time)} for deed, time in zip(deeds, shown, strict=True)],
        "ask": {"word": word},
    }
    return Problem(question, scene, canvas, truth, without(deeds, truth))


@template("choose_txt", "algebra")
def hours_later(draft: Draft) -> Problem:
    """What time it will be."""
    by = draft.chance.randint(1, 3)
    word = draft.fair(("later", "ago"))
    times = _times(draft, draft.offered(3, 4))
    truth = draft.fair(sorted(times))
    shift = -by if word == "later" else by
    shown = ((truth[0] + shift - 1) % 12 + 1, truth[1])
    canvas, scene = _clock(draft, *shown)
    hours = "1 hour" if by == 1 else f"{by} hours"
    when = f"will it be in {hours}" if word == "later" else f"was it {hours} ago"
    question = f"The clock shows the time now. What time {when}?"
    return Problem(question, {**scene, "ask": {"by": by, "word": word}}, canvas, *among(truth, times, _text))


@template("choose_img", "comparing")
def earliest(draft: Draft) -> Problem:
    """Which clock shows the earliest or latest time."""
    word = draft.fair(("earliest", "latest"))
    minutes = _minutes(draft)
    pool = [(hour, minute) for hour in range(1, 12) for minute in minutes]
    times = sorted(_apart(draft.chance.sample(pool, 8))[: draft.offered(2, 4)])
    right = times.pop(0 if word == "earliest" else -1)
    hands = draft.chance.random() < 0.4
    question = f"All clocks show times on the same morning, after midnight. Which shows the {word} time?"
    options = among(right, times, lambda time: _clock_option(draft, time, hands))
    return Problem(question, {"ask": {"word": word}}, None, *options)


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    ("January", 31),
    ("February", 28),
    ("March", 31),
    ("April", 30),
    ("May", 31),
    ("June", 30),
    ("July", 31),
    ("August", 31),
    ("September", 30),
    ("October", 31),
    ("November", 30),
    ("December", 31),
)


def _calendar(draft: Draft, marked: Sequence[int] = ()) -> tuple[Canvas, int, int, str]:
    month, days = draft.chance.choice(_MONTHS)
    first = draft.chance.randrange(7)
    cell = 46
    lines = -(-(first + days) // 7)
    canvas = draft.canvas(7 * cell + 20, (lines + 1) * 34 + 60)
    canvas.rectangle((10, 8, 10 + 7 * cell, 40), draft.colour("red", "blue", "green", "purple"))
    canvas.text((10 + 3.5 * cell, 24), month, 17, "#ffffff", face="sans bold")
    for number, day in enumerate(_DAYS):
        canvas.text((10 + (number + 0.5) * cell, 56), day[:3], 13, face="sans bold")
    for day in range(1, days + 1):
        line, column = divmod(first + day - 1, 7)
        x, y = 10 + column * cell, 72 + line * 34
        canvas.rectangle((x, y, x + cell, y + 34), "#fff59d" if day in marked else "#ffffff", "#b0bec5", 1)
        canvas.text((x + cell / 2, y + 17), str(day), 14)
    return canvas, first, days, month


@template("choose_txt")
def calendar_day(draft: Draft) -> Problem:
    """What day of the week a date is."""
    canvas, first, days, month = _calendar(draft)
    truth = draft.fair(range(7))
    date = draft.chance.choice([day for day in range(1, days + 1) if (first + day - 1) % 7 == truth])
    names = [day for day in _DAYS if day != _DAYS[truth]]
    wrong = draft.chance.sample(names, max(2, draft.offered(2, 5) - 1))
    question = draft.say("What day of the week is {} {}?", "On which day of the week is {} {}?").format(month, date)
    return Problem(question, {"first": first, "days": days, "ask": {"date": date}}, canvas, _DAYS[truth], wrong)


@template("fill_in_blank", "counting")
def calendar_count(draft: Draft) -> Problem:
    """How many days of a month are marked."""
    marked = sorted(draft.chance.sample(range(1, 29), draft.count(8, 16)))
    canvas, _, _, month = _calendar(draft, marked)
    question = draft.say(
        "How many days of this {} are marked yellow?",
        "In this {}, school is closed on the yellow days. How many are there?",
    ).format(month)
    return Problem(question, {"marked": marked, "ask": {}}, canvas, str(len(marked)))


@template("fill_in_blank", "algebra")
def calendar_date(draft: Draft) -> Problem:
    """The date of the first, second, third of a day."""
    canvas, first, days, month = _calendar(draft)
    day, which = draft.chance.randrange(7), draft.chance.randrange(4)
    dates = [date for date in range(1, days + 1) if (first + date - 1) % 7 == day]
    name = f"{('first', 'second', 'third', 'fourth')[which]} {_DAYS[day]}"
    question = f"What is the date of the {name} in this {month}? Answer with a number."
    scene: Scene = {"first": first, "days": days, "ask": {"day": day, "which": which}}
    return Problem(question, scene, canvas, str(dates[which]))


@template("choose_txt")
def schedule(draft: Draft) -> Problem:
    """What happens at a time, from a list."""
    count = draft.offered(2, 5) + 1
    things = draft.things(count, "sport", "instrument", "animal", "vehicle", "art", "toy")
    hours = sorted(draft.chance.sample(range(8, 20), count))
    minutes = [draft.chance.choice((0, 15, 30, 45)) for _ in hours]
    canvas = draft.canvas(330, count * 46 + 20)
    rows: list[Scene] = []
    for number, (thing, hour, minute) in enumerate(zip(things, hours, minutes, strict=True)):
        y = 10 + number * 46
        time = f"{(hour - 1) % 12 + 1}:{minute:02d} {'A.M.' if hour < 12 else 'P.M.'}"
        canvas.rectangle((10, y, 320, y + 46), None, "#90a4ae", 1)
        canvas.text((24, y + 23), time, 15, anchor="lm")
        canvas.icon(thing.key, (160, y + 23), 36, draft.style)
        canvas.text((186, y + 23), thing.name, 13 if len(thing.name) < 16 else 11, anchor="lm")
        rows.append({"time": time, "name": thing.name})
    truth = draft.fair(range(count))
    names = [row["name"] for number, row in enumerate(rows) if number != truth]
    wrong = draft.chance.sample(names, draft.offered(2, count) - 1)
    question = f"The list shows when each show begins. Which show begins at {rows[truth]['time']}?"
    return Problem(question, {"rows": rows, "ask": {"time": rows[truth]["time"]}}, canvas, rows[truth]["name"], wrong)


@template("fill_in_blank", "counting", first=True)
def hours_of_a_colour(draft: Draft) -> Problem:
    """How many hours of a week a lesson has, by its colour in the timetable."""
    colours = draft.colours(3)
    rows = draft.rung.most(3, 5)
    cells = draft.shared(rows * 5, (*colours, ""))
    side = draft.rung.size(60, 44)
    canvas = draft.canvas(5 * side + 24, rows * side + 48)
    for number, day in enumerate(_DAYS[:5]):
        canvas.text((12 + (number + 0.5) * side, 20), day[:3], 14, face="sans bold")
    colour_grid(canvas, (12, 36), cells, 5, side)
    colour = draft.chance.choice(colours)
    question = draft.say(
        "Each square of the timetable is an hour. How many hours a week are {}?",
        "This timetable has a square for every hour. How many hours are marked {}?",
    ).format(colour)
    return Problem(question, {"hours": cells, "ask": {"colour": colour}}, canvas, str(cells.count(colour)))
