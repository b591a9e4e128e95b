"""Work: what happens between a person and a task, whatever the page looks like.

Everything that changes something goes through the ledger, so that it is on disk before anybody is told.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from pydantic import JsonValue

from optotype.records import Answer, Noun, Respondent, Review
from optotype.store import Writer
from optotype.store.studio import turns
from optotype.studio import background, crowd, desk, people, projects
from optotype.studio.blocks import Block, Filled, check, described, looked_at
from optotype.studio.desk import ATTENTION, TRAINING, Handed, Turn
from optotype.studio.ledger import Ledger
from optotype.studio.people import CROWD, NotAllowed, Person, Session
from optotype.studio.projects import Project
from optotype.studio.refusals import Refused
from optotype.studio.screens import Screen, family
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench

PACKAGE = "optotype.studio"
_SESSION = 2.0
"""Seconds for which a session, a project and who works on it are remembered: so long does a change take to show."""
_TIDY = 1.0
"""Seconds after which tasks that were held too long are looked for again."""
_NEWEST = 200
"""Tasks that somebody is shown of what they did."""
_MOST = 5000
"""Sheets that are remembered."""


@dataclass(frozen=True)
class Given:
    """A task, with what is to be seen."""

    turn: Turn
    blocks: Sequence[Block]
    draft: JsonValue
    done: int
    """Tasks that this person has handed in."""

    def described(self, project: Project) -> dict[str, Any]:
        """As the page gets it."""
        phase = project.phases[self.turn.phase]
        return {
            "turn": self.turn.id,
            "number": self.turn.number,
            "flagged": self.turn.flagged,
            "again": self.turn.state == desk.DONE,
            "training": self.turn.role == TRAINING,
            "phase": phase.name,
            "closes": None if phase.closes is None else phase.closes.timestamp(),
            "until": self.turn.until,
            "blocks": [described(block, self.turn.id) for block in self.blocks],
            "draft": self.draft,
            "done": self.done,
        }


class Work:
    """The desk of one bench, as people use it."""

    def __init__(self, bench: Bench, ledger: Ledger, writer: Writer) -> None:
        self.bench, self.ledger, self._writer = bench, ledger, writer
        self._latest = 0.0
        self._tidied: dict[str, float] = {}
        self._introduced: set[Person] = set()
        self._told: set[tuple[str, str]] = set()
        self._sessions: OrderedDict[str, tuple[float, Session]] = OrderedDict()
        self._projects: dict[str, tuple[float, Project, bool, frozenset[str]]] = {}
        self._screens: dict[str, Screen] = {}
        self._sheets: OrderedDict[tuple[str, str, str], Sequence[Block]] = OrderedDict()
        self._turns: OrderedDict[int, Turn] = OrderedDict()

    def now(self) -> float:
        """Seconds since 1970, which never go back, whatever the clock does."""
        self._latest = max(self._latest, time.time())
        return self._latest

    # --- who is there

    def session(self, secret: str | None) -> Session:
        """Who a cookie belongs to.

        Raises:
            NotAllowed: nobody.
        """
        if not secret:
            raise NotAllowed("sign_in")
        at, known = self.now(), self._sessions.get(secret)
        if known is not None and at - known[0] < _SESSION:
            return known[1]
        with self.bench.store.engine.connect() as connection:
            found = people.session(connection, secret, at)
        if found is None:
            self._sessions.pop(secret, None)
            raise NotAllowed("sign_in")
        self._sessions[secret] = (at, found)
        while len(self._sessions) > _MOST:
            self._sessions.popitem(last=False)
        return found

    def forget(self) -> None:
        """Looks everything up anew: something about people or projects has changed."""
        self._sessions.clear()
        self._projects.clear()
        self._sheets.clear()

    def project(self, id: str, person: Person) -> Project:
        """A project that somebody may see.

        Raises:
            NotAllowed: there is none, or it is not theirs; which of the two is not told.
        """
        project, _, those = self._project(id)
        if project is not None and person.role == "administrator":
            return project
        if project is None or person.id not in those or not self.screen(project).open_to(person.role):
            raise NotAllowed("not_admitted")
        return project

    def admit(self, project: Project, role: str) -> None:
        """Sees to it that people of a role may work on a project.

        Raises:
            Refused: its screen is not for them.
        """
        if not self.screen(project).open_to(role):
            raise Refused("role", title=project.title, screen=project.screen, role=role)

    def screen(self, project: Project) -> Screen:
        """What people see and fill in."""
        if project.screen not in self._screens:
            self._screens[project.screen] = family.from_text(project.screen)
        return self._screens[project.screen]

    # --- tasks

    async def take(self, session: Session, id: str, after: int | None = None, *, another: bool = False) -> Given | None:
        """What somebody works on next; None where there is nothing for them.

        Whoever came by an open link gets nothing after a batch, until they ask for another one.
        """
        project = self.project(id, session.person)
        turn, draft, done = await self.ledger.do(
            lambda connection: self._taken(connection, project, session, after, another=another)
        )
        return self._given(project, session.person, turn, draft, done)

    async def again(self, session: Session, turn: int) -> tuple[Project, Given]:
        """A task that somebody had already, to look at or to correct.

        Raises:
            NotAllowed: it is not theirs.
        """
        person = session.person
        with self.bench.store.engine.connect() as connection:
            found = desk.of(connection, turn, person.id)
            last = desk.last_of(connection, turn)
            draft, done = desk.draft_of(connection, turn), desk.done_by(connection, found.project, person.id)
        project = self.project(found.project, person)
        filled = draft if draft is not None else last
        return project, Given(found, self.sheet(project, found, person), _json(filled), done)

    async def hand_in(
        self, session: Session, turn: int, id: str, filled: Filled, seconds: float, *, take: bool = True
    ) -> tuple[Project, Handed, str, Given | None]:
        """Keeps work, as a submission and as the records that it becomes.

        Args:
            session: who.
            turn: which task.
            id: what the browser calls this work.
            filled: what was filled in.
            seconds: how long it took.
            take: is the next task wanted too?

        Returns:
            The project, what became of the work, in training what would have been right, and the next task.

        Raises:
            NotFilled: something is missing; nothing is kept but the draft.
            NotYours: the task is not theirs.
        """
        person = session.person
        found = self._turn(turn, person)
        project = self.project(found.project, person)
        screen = self.screen(project)
        blocks = self.sheet(project, found, person)
        kept = check(blocks, filled)
        seconds = max(seconds, looked_at(blocks, kept))  # a page that was loaded again has forgotten what was before
        records = [
            record.model_copy(update={"seconds": seconds})
            if isinstance(record, Answer) and record.seconds is None
            else record
            for record in screen.keep(self.bench, found, person, kept)
        ]
        compared = screen.compared(self.bench, found, kept)
        body, said = json.dumps(kept, ensure_ascii=False), json.dumps(compared, ensure_ascii=False)
        checked = found.role in (TRAINING, ATTENTION)
        right = screen.right(self.bench, found, records, self.words(person)) if checked else None
        met = None if right is None else not right
        if checks := screen.checks(self.bench, found, kept):
            met = all(checks.values())

        def work(connection: sa.Connection) -> tuple[Handed, tuple[Turn | None, JsonValue, int]]:
            handed = desk.hand_in(connection, turn, person.id, id, body, seconds, self.now(), said=said, met=met)
            if handed.kept and not handed.repeated:
                self._keep(connection, person, records)
            following = self._taken(connection, project, session, None) if take else (None, None, 0)
            return handed, following

        handed, (following, draft, done) = await self.ledger.do(work)
        if handed.kept:
            self._introduced.add(person)
        given = self._given(project, person, following, draft, done)
        return project, handed, (right or "") if found.role == TRAINING else "", given

    async def keep_draft(self, session: Session, turn: int, filled: Filled) -> None:
        """Keeps what is not done yet."""
        body = json.dumps(dict(filled), ensure_ascii=False)
        await self.ledger.do(lambda connection: desk.keep_draft(connection, turn, session.person.id, body, self.now()))

    async def give_back(self, session: Session, turn: int) -> None:
        """Ends a turn without its work."""
        await self.ledger.do(lambda connection: desk.give_back(connection, turn, session.person.id))

    async def flag(self, session: Session, turn: int, *, flagged: bool) -> None:
        """Marks a task to come back to."""
        await self.ledger.do(lambda connection: desk.flag(connection, turn, session.person.id, flagged=flagged))

    async def codes(self, session: Session, id: str) -> tuple[list[str], bool]:
        """The codes that somebody who came by an open link has earned, and whether there is another batch for them."""
        project, person = self.project(id, session.person), session.person.id
        size = self.screen(project).batch

        def settle(connection: sa.Connection) -> tuple[list[str], bool]:
            at = self.now()
            more = not self._project(id)[1] and crowd.left(connection, project, at, person)
            over = not more and not crowd.holds(connection, project.id, person)
            return crowd.settle(connection, project.id, person, size, at, checked, over=over), more

        def checked(turn: Turn, body: str) -> dict[str, bool]:
            return self.screen(project).checks(self.bench, turn, json.loads(body))

        return await self.ledger.do(settle)

    def background(self, session: Session, id: str) -> Sequence[Block]:
        """What somebody is asked about themselves before their first task; nothing if it was asked, or never is."""
        project, person = self.project(id, session.person), session.person.id
        if not project.background or (id, person) in self._told:
            return ()
        with self.bench.store.engine.connect() as connection:
            known = background.known(connection, id, person)
        if known:
            self._told.add((id, person))
        return () if known else background.fields(project, self.words(session.person)("board.optional"))

    async def keep_background(self, session: Session, id: str, filled: Filled) -> None:
        """Keeps what somebody said about themselves.

        Raises:
            NotFilled: something is missing.
        """
        project, person = self.project(id, session.person), session.person.id
        said = background.kept(project, filled)
        await self.ledger.do(lambda connection: background.keep(connection, id, person, said, self.now()))

    def set_aside(self, connection: sa.Connection, project: Project, person: Person) -> None:
        """Counts somebody's work no longer: in the studio, and wherever answers and reviews are counted."""
        concerned = desk.set_aside(connection, project.id, person.id)
        why = f"set aside by an administrator of '{project.id}'"
        records: list[Noun] = []
        for noun in (Answer, Review):
            ids = [record for turn in concerned for record in self.screen(project).record_ids(self.bench, turn)]
            found = self.bench.store.get_all(noun, ids).values()
            records += [record.model_copy(update={"excluded": why}) for record in found]
        self._writer.put_into(connection, records)

    def history(self, session: Session, id: str) -> list[dict[str, Any]]:
        """What somebody handed in, the newest first, and what they flagged."""
        project = self.project(id, session.person)
        query = (
            sa.select(turns.c.id, turns.c.number, turns.c.ended, turns.c.flagged, turns.c.state)
            .where(
                turns.c.project == project.id,
                turns.c.person == session.person.id,
                turns.c.state.in_((desk.DONE, desk.HELD)),
            )
            .order_by(turns.c.ended.desc(), turns.c.number.desc())
            .limit(_NEWEST)
        )
        with self.bench.store.engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def sheet(self, project: Project, turn: Turn, person: Person) -> Sequence[Block]:
        """What is seen of a task. It is remembered: several people see the same."""
        screen, key = self.screen(project), (project.id, turn.subject, person.language)
        if screen.personal:
            return screen.show(self.bench, turn, self.words(person))
        if key not in self._sheets:
            self._sheets[key] = screen.show(self.bench, turn, self.words(person))
            while len(self._sheets) > _MOST:
                self._sheets.popitem(last=False)
        return self._sheets[key]

    def words(self, person: Person) -> Words:
        """The interface in somebody's language."""
        return Words("ru" if person.language == "ru" else "en", PACKAGE)

    # --- inside

    def _project(self, id: str) -> tuple[Project | None, bool, frozenset[str]]:
        at, known = self.now(), self._projects.get(id)
        if known is None or at - known[0] >= _SESSION:
            with self.bench.store.engine.connect() as connection:
                found = projects.find(connection, id)
                if found is None:
                    return None, False, frozenset()
                paused = projects.paused(connection, id)
                those = frozenset(person.id for person in people.of_project(connection, id))
            known = self._projects[id] = (at, found, paused, those)
        return known[1], known[2], known[3]

    def _turn(self, id: int, person: Person) -> Turn:
        """What does not change about a person's turn: its task. For its state, ask the desk."""
        known = self._turns.get(id)
        if known is not None and known.person == person.id:
            return known
        with self.bench.store.engine.connect() as connection:
            return desk.of(connection, id, person.id)

    def _given(self, project: Project, person: Person, turn: Turn | None, draft: JsonValue, done: int) -> Given | None:
        if turn is None:
            return None
        self._turns[turn.id] = turn
        while len(self._turns) > _MOST:
            self._turns.popitem(last=False)
        return Given(turn, self.sheet(project, turn, person), draft, done)

    def _taken(
        self, connection: sa.Connection, project: Project, session: Session, after: int | None, *, another: bool = False
    ) -> tuple[Turn | None, JsonValue, int]:
        at, person = self.now(), session.person.id
        done = desk.done_by(connection, project.id, person)
        if self._project(project.id)[1]:  # paused
            return None, None, done
        if session.person.role == CROWD and not another and self._rests(connection, project, person, after):
            return None, None, done
        turn = desk.take(
            connection,
            project.id,
            person,
            at,
            project.minutes * 60,
            phases=project.under_way(at),
            first_come=project.assignment == "first come",
            after=after,
            late=at - self._tidied.get(project.id, 0.0) >= _TIDY,
        )
        if at - self._tidied.get(project.id, 0.0) >= _TIDY:
            self._tidied[project.id] = at
        begun = turn is not None and turn.began == at
        return turn, None if turn is None or begun else _json(desk.draft_of(connection, turn.id)), done

    def _rests(self, connection: sa.Connection, project: Project, person: str, at_work: int | None) -> bool:
        """Is a batch of somebody who came by an open link done, or will be after what they are at work on?"""
        return crowd.rests(connection, project.id, person, self.screen(project).batch, at_work)

    def _keep(self, connection: sa.Connection, person: Person, records: Sequence[Answer | Review]) -> None:
        written: list[Noun] = list(records)
        if person not in self._introduced:
            somebody = Respondent(id=person.respondent, kind="person", name=person.name, simulated=person.simulated)
            written.insert(0, somebody)
        self._writer.put_into(connection, written)


def _json(text: str | None) -> JsonValue:
    return None if text is None else json.loads(text)
