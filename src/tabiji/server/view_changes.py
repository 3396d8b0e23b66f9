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
        self._common: dict[tuple[str, ...], bytes] = {}
        self._parts: dict[tuple[str, int, int], bytes] = {}
        self._joined: dict[tuple[bytes, bytes], bytes] = {}

    def of(self, viewer: Viewer) -> bytes:
        """The changes of a viewer's view, as JSON; the same object for viewers who see the same changes."""
        public, private = self._after.public, self._after.private[viewer]
        public_before, private_before = self._before.public, self._before.private[viewer]
        otherwise = []  # the parts that the viewer sees otherwise than the public, or did so before
        own = []
        for key, part in private.items():
            if key in public:
                otherwise.append(key)
                old = private_before.get(key, public_before[key])
            else:
                old = private_before[key]
            if old is not part and old != part:
                own.append(self._part(key, old, part))
        for key, old in private_before.items():
            if key not in private:
                otherwise.append(key)
                if old != public[key]:
                    own.append(self._part(key, old, public[key]))
        common = self._without(tuple(otherwise))
        if not own:
            return common
        changed = b",".join(own)
        joined = self._joined.get((common, changed))
        if joined is None:
            joined = b"{%b,%b" % (changed, common[1:]) if len(common) > len(b"{}") else b"{%b}" % changed
            self._joined[common, changed] = joined
        return joined

    def _part(self, key: str, before: Any, after: Any) -> bytes:
        """The changes of a part that is not public, encoded but for the braces; once for viewers who know the same."""
        place = key, id(before), id(after)  # both live as long as the views
        found = self._parts.get(place)
        if found is None:
            changes: Changes = {}
            _compare(f"/{key}", before, after, changes)
            found = self._parts[place] = _encode(changes)[1:-1]
        return found

    def _without(self, keys: tuple[str, ...]) -> bytes:
        """The changes of the public part, but for some keys of it."""
        found = self._common.get(keys)
        if found is None:
            changes: Changes = {}
            for key, part in self._public.items():
                if key not in keys:
                    changes |= part
            found = self._common[keys] = _encode(changes)
        return found


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
