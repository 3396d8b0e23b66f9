"""Which names people may have: none that cannot be seen, is reserved, or looks like the name of an account."""

from __future__ import annotations

import unicodedata

from sqlalchemy import Connection, select

from tabiji.server.api_error import ApiError
from tabiji.server.confusables import CONFUSABLES
from tabiji.server.schema import people

_LOOKS = str.maketrans({other: shown for shown, others in CONFUSABLES.items() for other in others})
# letters and symbols without ink, and marks that change nothing that is seen
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_MOST_MARKS = 2  # combining marks on one letter
# the project, who runs it, and the levels of bots as the page calls them
_PROJECT = "tabiji admin administrator moderator operator server system support bot бот администратор модератор"
_LEVELS = """novice casual skilled strong expert master grandmaster
    новичок любитель умелый сильный знаток мастер гроссмейстер
    nowicjusz amator wprawny silny znawca mistrz arcymistrz
    novato aficionado hábil fuerte experto maestro granmaestro
    kezdő alkalmi ügyes erős szakértő mester nagymester rollout"""
# what the page calls people who say no name: they are many, so it is nobody's own
_GUESTS = "guest гость gość visitante vendég"


def skeleton(name: str) -> str:
    """What a name looks like: names with the same skeleton are easily taken for each other."""
    shown = unicodedata.normalize("NFKC", name).translate(_LOOKS)
    return "".join(shown.casefold().translate(_LOOKS).split())


def _skeletons(words: str) -> frozenset[str]:
    forms = (word for plain in words.split() for word in (plain, plain.upper(), plain.capitalize()))
    return frozenset(skeleton(form) for form in forms)


_RESERVED = _skeletons(_PROJECT + " " + _LEVELS)
_GUEST_NAMES = _skeletons(_GUESTS)


def check(name: str) -> None:
    """Refuse what cannot be seen, and reserved names, also with a number."""
    marks = 0
    for letter in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if letter in _INVISIBLE or unicodedata.name(letter, "").startswith("VARIATION SELECTOR") or marks > _MOST_MARKS:
            raise ApiError("bad_name", "this name has invisible characters, or too many marks: choose another one")
    plain = "".join(letter for letter in name if unicodedata.category(letter)[0] == "L")
    if _RESERVED & {skeleton(name), skeleton(plain)}:
        raise ApiError("reserved_name", f"the name {name} is reserved: choose another one")


def check_own(name: str) -> None:
    """Refuse for an account what guests without a name are called."""
    if skeleton(name) in _GUEST_NAMES:
        raise ApiError("reserved_name", f"the name {name} is reserved: choose another one")


def check_free(connection: Connection, person: str, name: str) -> None:
    """Refuse a name that looks like the name of somebody else's account."""
    alike = select(people.c.id).where(people.c.skeleton == skeleton(name), people.c.id != person)
    if connection.execute(alike).first() is not None:
        raise ApiError("name_taken", f"the name {name} is taken, or looks like one that is: choose another one")
