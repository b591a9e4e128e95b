"""People: who may come in, as what, and how they are known again.

Secrets (links, cookies) are kept as digests and passwords as argon2 hashes: who reads the database can sign in as
nobody.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

import sqlalchemy as sa

from optotype.store.studio import invitations, members, people, sessions
from optotype.studio import desk
from optotype.studio.refusals import Refused

if TYPE_CHECKING:
    from argon2 import PasswordHasher

    from optotype.web.words import Language

Role = Literal["administrator", "annotator", "expert", "crowd"]
"""An administrator sees and changes all; an annotator works; an expert works, decides and verifies; a crowd comes by an
open link, without a password, to one project."""
CROWD: Role = "crowd"

DAY = 24 * 3600.0
STAYS = 14 * DAY
"""How long somebody stays signed in without coming back."""
SHORTEST = 10
"""Letters of a password, at least."""
_NAME = re.compile(r"[\w][\w .@+-]{0,63}")


class NotAllowed(Refused):
    """Somebody is not who they say, or may not do what they ask."""


@dataclass(frozen=True)
class Person:
    """Somebody who works in the studio."""

    id: str
    name: str
    role: Role
    language: str = "en"
    simulated: bool = False
    disabled: bool = False

    @property
    def respondent(self) -> str:
        """The id under which this person's answers are kept."""
        return f"person/{self.id}"


@dataclass(frozen=True)
class Session:
    """Somebody who is signed in."""

    person: Person
    form_key: str
    """What every form and every request that changes something brings along."""


_PERSON = (people.c.id, people.c.name, people.c.role, people.c.language, people.c.simulated, people.c.disabled)


# --- people


def add(
    connection: sa.Connection,
    name: str,
    role: Role,
    at: float,
    *,
    password: str | None = None,
    language: str = "en",
    simulated: bool = False,
) -> Person:
    """Lets somebody in.

    Raises:
        Refused: the name is taken, or is none, or the password is too short.
    """
    name = " ".join(name.split())
    if not _NAME.fullmatch(name):
        raise Refused("name")
    if connection.execute(sa.select(people.c.id).where(people.c.called == name.casefold())).first():
        raise Refused("taken", name=name)
    person = Person(secrets.token_hex(8), name, role, language, simulated)
    kept = None if password is None else hashed(password)
    row = {**person.__dict__, "called": name.casefold(), "password": kept, "since": at}
    connection.execute(sa.insert(people).values(row))
    return person


def hashed(password: str) -> str:
    """What is kept of a password.

    Raises:
        Refused: it is too short, or far too long.
    """
    if not SHORTEST <= len(password) <= 1000:
        raise Refused("password", letters=SHORTEST)
    return _hasher().hash(password)


def everybody(connection: sa.Connection) -> list[Person]:
    """All people, in the order in which they came."""
    return [_person(row) for row in connection.execute(sa.select(*_PERSON).order_by(people.c.since, people.c.name))]


def of_project(connection: sa.Connection, project: str) -> list[Person]:
    """The people who work on a project."""
    query = sa.select(*_PERSON).join(members, members.c.person == people.c.id).where(members.c.project == project)
    return [_person(row) for row in connection.execute(query.order_by(people.c.name))]


def disable(connection: sa.Connection, person: str, *, disabled: bool = True) -> None:
    """Shuts somebody out, or lets them in again; who is shut out is signed out everywhere."""
    connection.execute(sa.update(people).where(people.c.id == person).values(disabled=disabled))
    if disabled:
        connection.execute(sa.delete(sessions).where(sessions.c.person == person))


def speak(connection: sa.Connection, person: str, language: Language) -> None:
    """Has somebody see the studio in a language, from now on and everywhere."""
    connection.execute(sa.update(people).where(people.c.id == person).values(language=language))


# --- links


def invite(
    connection: sa.Connection,
    role: Role,
    at: float,
    *,
    made_by: str,
    project: str | None = None,
    person: str | None = None,
    days: float = 14.0,
) -> str:
    """Makes a link that works once, and gives back the secret in it.

    Args:
        connection: a transaction that writes.
        role: what the invited will be.
        at: now.
        made_by: who invites.
        project: one that they will work on.
        person: somebody who is known already, and is signed in by the link.
        days: how long it works.
    """
    secret = secrets.token_urlsafe(24)
    row = {"role": role, "person": person, "project": project, "made_by": made_by, "until": at + days * DAY}
    connection.execute(sa.insert(invitations).values(id=digest(secret), used=None, **row))
    return secret


def invitation(connection: sa.Connection, secret: str, at: float) -> sa.Row[Any]:
    """What a link offers.

    Raises:
        NotAllowed: there is no such link, it was used, or its time is over.
    """
    found = connection.execute(sa.select(invitations).where(invitations.c.id == digest(secret))).first()
    if found is None or found.used is not None or found.until < at:
        raise NotAllowed("link")
    return found


def accept(
    connection: sa.Connection, secret: str, at: float, *, name: str = "", password: str = "", language: str = "en"
) -> Person:
    """Comes in by a link; it is used up.

    Raises:
        NotAllowed: the link does not work.
        OptotypeError: the name or the password will not do; the link works still.
    """
    offered = invitation(connection, secret, at)
    if offered.person is None:
        person = add(connection, name, offered.role, at, password=password, language=language)
    else:
        person = get(connection, offered.person)
    if person.disabled:
        raise NotAllowed("shut_out")
    if offered.project is not None:
        desk.join(connection, offered.project, person.id)
    connection.execute(sa.update(invitations).where(invitations.c.id == offered.id).values(used=at))
    return person


# --- sessions


def get(connection: sa.Connection, id: str) -> Person:
    """Somebody, by id.

    Raises:
        NotAllowed: there is nobody.
    """
    row = connection.execute(sa.select(*_PERSON).where(people.c.id == id)).first()
    if row is None:
        raise NotAllowed("nobody")
    return _person(row)


def known(connection: sa.Connection, name: str, password: str) -> Person:
    """Who somebody is, by name and password. It takes as long for a name that nobody has.

    Raises:
        NotAllowed: the two do not belong together.
    """
    from argon2.exceptions import Argon2Error, InvalidHashError

    query = sa.select(people.c.password, *_PERSON).where(people.c.called == " ".join(name.split()).casefold())
    row = connection.execute(query).first()
    try:
        kept = _nobody() if row is None or row.password is None else str(row.password)
        right = _hasher().verify(kept, password)
    except (Argon2Error, InvalidHashError):
        right = False
    if row is None or row.password is None or not right or row.disabled:
        raise NotAllowed("unknown")
    return _person(row[1:])


def begin_session(connection: sa.Connection, person: Person, at: float) -> str:
    """Signs somebody in; gives back the secret that goes into their cookie."""
    secret = secrets.token_urlsafe(24)
    connection.execute(sa.delete(sessions).where(sessions.c.until < at))
    row = {"person": person.id, "form_key": secrets.token_urlsafe(18), "until": at + STAYS}
    connection.execute(sa.insert(sessions).values(id=digest(secret), **row))
    return secret


def session(connection: sa.Connection, secret: str, at: float) -> Session | None:
    """Who a cookie belongs to; None where it belongs to nobody any more."""
    row = connection.execute(
        sa.select(sessions.c.form_key, *_PERSON)
        .join(people, people.c.id == sessions.c.person)
        .where(sessions.c.id == digest(secret), sessions.c.until > at, ~people.c.disabled)
    ).first()
    return None if row is None else Session(_person(row[1:]), row.form_key)


def end_session(connection: sa.Connection, secret: str) -> None:
    """Signs somebody out."""
    connection.execute(sa.delete(sessions).where(sessions.c.id == digest(secret)))


def digest(secret: str) -> str:
    """What is kept of a secret. It is long and random, so a fast digest will do."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def _person(row: Any) -> Person:
    return Person(*cast("tuple[str, str, Role, str, bool, bool]", tuple(row)))


def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher()


def _nobody() -> str:
    """A hash that no password has."""
    return "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
