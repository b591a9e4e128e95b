"""The network without eyes."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from torch import Tensor, nn

from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Question
from optotype.training._vqa_sized import Sizes


class QuestionOnlyNetwork(Network):
    """Understands the question alone, and options that are texts."""

    looks_at_options = False

    def __init__(self, widths: Widths, sizes: Sizes) -> None:
        super().__init__(sizes.inside)
        self.question = Question(widths.reader, sizes.inside, sizes.heads, sizes.dropout)
        self.leave = nn.Sequential(nn.Linear(sizes.inside, widths.joint), nn.GELU())

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands the question; patches are not touched."""
        del patches
        question, read = self.question(words, words_there)
        return Encoded(self.leave(question), read, words_there)
