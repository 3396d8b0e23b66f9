"""What an entry changes in the views of a table. Clients have the view before it, and get only the changes.

A change is a JSON Pointer (RFC 6901) into the view, and the value that stands there now. The changes of the public part
are found and encoded once for all viewers who see it as the public does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tabiji.core.match import Match

Viewer = int | None  # a seat, or None: a spectator
Changes = dict[str, Any]  # JSON Pointers into a view, and the values that stand there now
_MISSING = object()
_NONE: frozenset[str] = frozenset()
_encode = msgspec.json.Encoder().encode


class Views:
    """A position as several viewers see it. The parts are shared with the match and are not to be changed."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.public = match.public()
        self.private: dict[Viewer, dict[str, Any]] = {}
        self.events: dict[Viewer, list[dict[str, Any]]] = {}  # of the last move, as each may know them

    def add(self, viewers: Iterable[Viewer]) -> Views:
        """Look from these places too. The match must still be at the position."""
        for viewer in viewers:
            if viewer not in self.private:
                private = self._match.private(viewer)
                self.events[viewer] = private.pop("events")
                self.private[viewer] = private
        return self

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The whole view."""
        return {**self.public, **self.private[viewer]}


class ViewChanges:
    """The changes from one position to another, for several viewers."""

    def __init__(self, before: Views, after: Views) -> None:
        self._before = before
        self._after = after
        self._public: dict[str, Changes] = {}  # by key of the view
        for key, part in after.public.items():
            old = before.public[key]
            if old is not part and old != part:
                _compare(f"/{key}", old, part, self._public.setdefault(key, {}))
        self._encoded: dict[frozenset[str], bytes] = {}

    def of(self, viewer: Viewer) -> bytes:
        """The changes of a viewer's view, as JSON; the same object for viewers who see the same changes."""
        public, private = self._after.public, self._after.private[viewer]
        private_before = self._before.private[viewer]
        otherwise = _NONE  # the parts that the viewer sees otherwise than the public, or did so before
        if not (public.keys().isdisjoint(private) and public.keys().isdisjoint(private_before)):
            otherwise = frozenset(public.keys() & (private.keys() | private_before.keys()))
        common = self._common(otherwise)
        if private == private_before:
            return common
        own: Changes = {}
        for key in otherwise:
            _note(key, private_before.get(key, self._before.public[key]), private.get(key, public[key]), own)
        for key, part in private.items():
            if key not in otherwise:
                _note(key, private_before[key], part, own)
        if not own:
            return common
        changed = _encode(own)
        return changed if common == b"{}" else common[:-1] + b"," + changed[1:]

    def _common(self, without: frozenset[str]) -> bytes:
        """The changes of the public part, but for some keys of it."""
        found = self._encoded.get(without)
        if found is None:
            changes: Changes = {}
            for key, part in self._public.items():
                if key not in without:
                    changes |= part
            found = self._encoded[without] = _encode(changes)
        return found


def _note(key: str, before: Any, after: Any, changes: Changes) -> None:
    """Note what differs in a part of the view."""
    if before is not after and before != after:
        _compare(f"/{key}", before, after, changes)


def _compare(path: str, before: Any, after: Any, changes: Changes) -> None:
    """Note where two parts differ, as deep inside as it can be named.

    Nothing can be taken out, and a list of words or numbers is not worth going into: then the whole is set anew.
    """
    if type(after) is dict and type(before) is dict and before.keys() <= after.keys():
        for key, part in after.items():
            old = before.get(key, _MISSING)
            if old is not part and old != part:
                _compare(f"{path}/{key}", old, part, changes)
    elif type(after) is list and type(before) is list and len(before) == len(after) and type(after[0]) in (dict, list):
        for i, part in enumerate(after):
            if before[i] is not part and before[i] != part:
                _compare(f"{path}/{i}", before[i], part, changes)
    else:
        changes[path] = after
