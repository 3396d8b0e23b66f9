"""Errors of the API: a stable code for programs and a message for people."""

from __future__ import annotations

from typing import Any

# code -> HTTP status
CODES = {
    "bad_request": 400,
    "bad_option": 400,
    "bad_board": 400,
    "bad_position": 400,
    "bad_name": 400,
    "bad_move": 400,
    "not_signed_in": 401,
    "wrong_password": 401,
    "not_yours": 403,
    "wrong_origin": 403,
    "removed": 403,
    "blocked": 403,
    "chat_closed": 403,
    "banned": 403,
    "muted": 403,
    "no_role": 403,
    "not_found": 404,
    "not_allowed": 405,
    "name_taken": 409,
    "reserved_name": 409,
    "not_claimed": 409,
    "no_mail": 409,
    "bad_code": 409,
    "not_open": 409,
    "seat_taken": 409,
    "one_seat": 409,
    "not_absent": 409,
    "not_started": 409,
    "not_over": 409,
    "already_over": 409,
    "not_your_turn": 409,
    "stale_number": 409,
    "nothing_to_undo": 409,
    "log_full": 409,
    "out_of_time": 409,
    "other_rules": 409,
    "unreadable": 409,
    "not_analyzable": 409,
    "too_large": 413,
    "slow_down": 429,
    "not_ready": 503,
}


class ApiError(Exception):
    """A request that is refused; nothing has changed."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details  # further data, such as all problems of a board

    @property
    def status(self) -> int:
        return CODES[self.code]
