"""The bodies of requests and of their answers; websocket_messages.py has what travels on a socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tabiji.server.clock import NoClock, TimeControl

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
RequestId = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]
MAX_NUMBER = 2**31 - 1  # of an entry: what the column holds
Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Part = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]  # 256 random bits of a browser
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]

# What games tell: each declares it in its `types.py`, and schema_export.py puts it in the place of these names.
GameName = Annotated[str, Meta(max_length=40, title="GameName")]
View = Annotated[dict[str, Any], Meta(title="View")]
GameEvent = Annotated[dict[str, Any], Meta(title="GameEvent")]
Standing = Annotated[dict[str, Any], Meta(title="Standing")]
Board = Annotated[dict[str, Any], Meta(title="Board")]

Access = Literal["open", "link"]
Desertion = Literal["bot", "forfeit"]
TableStatus = Literal["gathering", "playing", "over"]
Role = Literal["moderator", "administrator"]
VoidReason = Literal["other_rules"]  # why a match was ended without a result
# whether a match is rated: `unless_hint` until a hint is given; `several_seats` of one person, or `alone`: not rated
Rated = Literal["yes", "unless_hint", "several_seats", "alone"]

PHRASES = ("hello", "good_luck", "well_played", "thanks", "sorry", "thinking", "hurry", "wow", "oops", "bye")
Phrase = Literal["hello", "good_luck", "well_played", "thanks", "sorry", "thinking", "hurry", "wow", "oops", "bye"]


class RequestBody(Struct, forbid_unknown_fields=True):
    """What somebody asks for; unknown fields are refused."""


# --- requests -----------------------------------------------------------------------------------------------------


class NewName(RequestBody):
    """How to be called."""

    name: Name


class Credentials(RequestBody):
    """A name of one's own, and a password."""

    name: Name
    password: Password


class NewTable(RequestBody):
    """What to play, and how."""

    game: GameName
    players: int | None = None
    options: dict[str, bool | str] = {}
    board: Annotated[str, Meta(max_length=40)] | dict[str, Any] | None = None
    clock: TimeControl = NoClock()
    access: Access = "link"
    desertion: Desertion = "bot"
    hints: bool = True
    several_seats: bool | None = None  # whether one person may take several; without it: unless the table is open
    pace: Annotated[int, Meta(ge=0, le=5000)] = 700
    bots: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=7)] = []
    start: bool = False


class Join(RequestBody):
    """Which seat to take; with a name, for a friend at the same screen."""

    seat: SeatNumber | None = None
    name: Name | None = None
    part: Part | None = None


class Leave(RequestBody):
    """Which seat to leave; without one, all of one's own."""

    seat: SeatNumber | None = None


class Contribution(RequestBody):
    """Somebody's part in the shuffle."""

    part: Part


class Claim(RequestBody):
    """The seat of somebody who has been away for long."""

    seat: SeatNumber


class SeatBot(RequestBody):
    """The level of a bot; null takes it away."""

    level: Annotated[str, Meta(max_length=40)] | None


class PlayMove(RequestBody):
    """A move: an id of the client's own, and the number of the position it answers."""

    id: RequestId
    number: Number
    move: MoveText
    seat: SeatNumber | None = None


class Undo(RequestBody):
    """Back before the seat's last decision, or before the first of its last `moves` decisions."""

    id: RequestId
    seat: SeatNumber | None = None
    moves: Annotated[int, Meta(ge=1, le=10)] = 1


class AnswerUndo(RequestBody):
    """Whether somebody may go back."""

    id: RequestId
    agree: bool
    seat: SeatNumber | None = None


class Say(RequestBody):
    """A phrase that everybody reads in their own language, or a text."""

    phrase: Phrase | None = None
    text: Annotated[str, Meta(min_length=1, max_length=300)] | None = None


# --- answers ------------------------------------------------------------------------------------------------------


class ErrorBody(Struct):
    """Why not: a stable code and a sentence."""

    code: str
    message: str
    problems: list[str] = []


class Me(Struct):
    """Who one is. `notices`: an administrator has something to say, see `/api/me/notices`."""

    id: str
    name: str
    claimed: bool
    crest: int = 0
    role: Role | None = None
    notices: bool = False
    banned: bool = False


class SeatInfo(Struct):
    """Who sits there."""

    seat: int
    person: str | None
    name: str
    bot: str | None
    part: str | None = None
    crest: int = 0


class ResultInfo(Struct):
    """How a match ended, by seat; `aborted`: without a winner. `rated` is not known of old matches. `reason`: an
    administrator ended the match, and says why (it may be empty)."""

    scores: list[int]
    ranks: list[int]
    winners: list[int]
    lost: list[int]
    moves: int
    rated: bool | None = None
    aborted: bool = False
    reason: str | None = None


class SettingsInfo(Struct, frozen=True, kw_only=True):
    """What is played at a table, and how: the same in its row and in what is told of it. The fields have the names of
    the columns of `tables` and of `NewTable`."""

    game: GameName
    players: int
    options: dict[str, bool | str]
    clock: TimeControl
    access: Access
    desertion: Desertion
    hints: bool
    several_seats: bool
    pace: int


class TableInfo(SettingsInfo, frozen=True, kw_only=True):
    """What everybody may know about a table; seed and salt only after the end. `shuffle` is 2 where the seed follows
    from a secret of the server (the salt) and the parts of the seats, else 1. `origin` is the table of the match that
    a variation leaves, at the decision `branch`; `set_up`: the match began with a position of the editor."""

    id: str
    board: str | None
    rated: Rated
    status: TableStatus
    host: str
    seats: list[SeatInfo]
    commitment: str | None
    rules: int | None
    created: int
    started: int | None
    ended: int | None
    result: ResultInfo | None
    void: VoidReason | None
    archived: int | None
    next: str | None
    origin: str | None
    branch: int | None
    set_up: bool
    seed: str | None
    salt: str | None
    shuffle: int
    chat_closed: bool


class MyTable(Struct):
    """A table of one's own, and whether it waits for one's decision."""

    table: TableInfo
    waiting: bool


class JoinedTable(Struct):
    """A table, and where one sits."""

    table: TableInfo
    seats: list[int]


class EntryNumber(Struct):
    """The number an entry got in the log."""

    number: int


class Candidate(Struct):
    """What a strong bot thinks of a candidate: its share of the victory, how sure that is, and how much it thought."""

    move: str
    share: float
    unsure: float
    thought: float


class Hint(Struct):
    """What a strong bot expects from what the deciding seat knows: of every legal move, the best first, and of every
    seat, if the best move is played."""

    candidates: list[Candidate]
    seats: list[float]


class MovePreview(Struct):
    """What a legal move would surely do, and whether chance or hidden things have a word after that."""

    move: str
    events: list[GameEvent]
    uncertain: bool


class Closed(Struct):
    """Something that cannot be chosen now, the id of the reason, and the rule that says so."""

    what: str
    reason: str
    rule: str


class Preview(Struct):
    """How things stand at a number of the log; for the deciding seat also what it can choose, and what not."""

    number: int
    previews: list[MovePreview]
    closed: list[Closed]
    standing: Standing


class OptionInfo(Struct):
    """A choice of a table."""

    name: str
    choices: list[bool | str]
    help: str


class GameInfo(Struct):
    """A game that can be played here."""

    name: GameName
    title: str
    summary: str
    players: list[int]
    options: list[OptionInfo]
    boards: list[str]
    rules: int


class LevelInfo(Struct):
    """How strong a bot is."""

    name: str
    about: str


class Menu(Struct):
    """What can be played, against whom, and what can be said."""

    games: list[GameInfo]
    levels: list[LevelInfo]
    phrases: list[str]


class RatingInfo(Struct):
    """A free-for-all rating: `skill` is a cautious estimate that begins at zero, the least."""

    skill: float
    mu: float
    sigma: float
    matches: int


class GameStatistics(Struct):
    """Somebody's matches of one game."""

    matches: int
    wins: float
    mean_score: float
    best_score: int
    mean_rank: float
    rating: RatingInfo | None


class Profile(Struct):
    """Somebody, and how they fare."""

    id: str
    name: str
    claimed: bool
    public: bool
    games: dict[str, GameStatistics]
    crest: int = 0


class Participant(Struct):
    """Somebody who played a match, or the level of the bot who did."""

    name: str
    bot: str | None


class MatchSummary(Struct):
    """A finished match in somebody's history."""

    table: str
    game: GameName
    players: list[Participant]
    seat: int
    score: int
    rank: int
    ended: int


class RankingEntry(Struct):
    """A place in a game's ranking."""

    person: str
    name: str
    skill: float
    mu: float
    sigma: float
    matches: int


class Health(Struct):
    """Whether the node is well."""

    status: str
    node: str


class QuarantinedTable(Struct):
    """A table whose match cannot be read, and why."""

    table: str
    reason: str


class Readiness(Health):
    """Whether the node can serve, and how many matches cannot be read, with the first of them."""

    quarantined: int
    quarantined_tables: list[QuarantinedTable]
