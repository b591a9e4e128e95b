"""Graphical abstracts: a figure as it is, figures put together, or a picture made anew."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from optotype.synth._papers.canvas import GREY, INK, tint
from optotype.synth._papers.figures import Pen


def reused(figure: Image.Image, pen: Pen) -> Image.Image | None:
    """The figure at another size; None where its file is used as it is."""
    if pen.chance.random() < 0.6:
        return None
    share = pen.chance.choice((0.75, 0.85, 1.2))
    return figure.resize((int(figure.width * share), int(figure.height * share)), Image.Resampling.LANCZOS)


def modified(figures: Sequence[Image.Image], pen: Pen) -> Image.Image:
    """Figures beside each other under a headline, framed anew."""
    story, count = pen.story, len(figures)
    height = 200
    widths = [min(420, max(180, int(height * figure.width / figure.height))) for figure in figures]
    canvas = pen.canvas(sum(widths) + 40 * count, height + 84)
    canvas.box((0, 0, canvas.width, 40), pen.colour(0))
    canvas.label((10, 2, canvas.width - 10, 38), f"{story.method}: {story.task}", 17, "white", bold=True)
    x = 20.0
    for number, (figure, width) in enumerate(zip(figures, widths, strict=True)):
        box = (x, 56, x + width, 56 + height)
        canvas.paste(figure, (box[0] + 4, box[1] + 4, box[2] - 4, box[3] - 4))
        canvas.box(box, None, pen.colour(number + 1), 2, pen.round)
        if number:
            canvas.arrow(x - 34, 56 + height / 2, x - 6, 56 + height / 2, INK)
        x += width + 40
    canvas.label((10, 60 + height, canvas.width - 10, 82 + height), f"for {story.use}", 13, GREY)
    return canvas.picture()


def original(pen: Pen) -> Image.Image:
    """The story in one picture: problem, method, result and gain."""
    story, scene = pen.story, pen.chance.random()
    canvas = pen.canvas(640, 300)
    canvas.box((0, 0, 640, 300), tint(pen.colour(0), 0.05))
    canvas.label((20, 8, 620, 44), story.task, 20, pen.colour(0), bold=True)
    for x, look, words in ((26, "spoiled", story.obstacle), (504, "result", story.result)):
        canvas.paste(pen.scene("spoiled" if look == "spoiled" else "result", scene), (x, 84, x + 110, 194))
        canvas.box((x, 84, x + 110, 194), None, INK, 1.5)
        canvas.label((x - 10, 200, x + 120, 240), words, 13)
    canvas.arrow(146, 139, 206, 139, pen.colour(1))
    canvas.dot(300, 139, 84, tint(pen.colour(1), 0.2), pen.colour(1))
    canvas.label((226, 92, 374, 128), story.method, 20, pen.colour(1), bold=True)
    canvas.label((232, 128, 368, 196), " + ".join(story.parts[:3]), 12)
    canvas.arrow(394, 139, 494, 139, pen.colour(1))
    for number, height in enumerate((22, 30, 26, 58)):
        canvas.box((414 + 14 * number, 118 - height, 425 + 14 * number, 118), pen.colour(1) if number == 3 else GREY)
    canvas.box((180, 246, 460, 286), pen.colour(0), None, 1, 12)
    canvas.label((186, 246, 454, 286), f"{story.gain}% better {story.measures[0]}", 15, "white", bold=True)
    return canvas.picture()
