"""The tables of the database. Times are milliseconds since 1970; migrations/ has the steps between versions."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    true,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("handle", String(40), unique=True),  # the folded name of a claimed account; guests have none
    Column("skeleton", String(80), unique=True),  # what the name of a claimed account looks like
    Column("password", String(200)),
    Column("epoch", Integer, nullable=False),  # of cookies from before there were sessions: each counts once
    Column("created", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False, server_default=false()),  # whether everybody may see the profile
    Column("email", String(254)),  # confirmed; links to reset the password go there
    Column("crest", Integer, nullable=False, server_default="0"),  # how often it was drawn anew
    Column("role", String(16)),  # of who moderates
    Column("muted_until", BigInteger),
    Column("banned_until", BigInteger),
    Column("warned", Boolean, nullable=False, server_default=false()),  # whether there are warnings not yet read
    Column("puzzles", Boolean, nullable=False, server_default=false()),  # whether matches may become puzzles
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("agent", String(200), nullable=False),  # what the browser says it is
    Column("created", BigInteger, nullable=False),
    Column("renewed", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

codes = Table(  # of links that reset a password or confirm an address; each is used once
    "codes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("purpose", String(8), nullable=False),
    Column("email", String(254)),
    Column("expires", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("host", ForeignKey("people.id"), nullable=False),
    Column("game", String(20), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("board", Text),
    Column("clock", Text, nullable=False),
    Column("access", String(8), nullable=False),
    Column("desertion", String(8), nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("several_seats", Boolean, nullable=False, server_default=true()),
    Column("pace", Integer, nullable=False),
    Column("status", String(12), nullable=False),
    Column("rules", Integer),
    Column("seed", String(20)),  # unsigned 64 bits do not fit a database's integer
    Column("salt", String(32)),  # the server's secret, where persons give parts
    Column("commitment", String(64)),
    Column("shuffle", Integer),  # 2: the seed follows from secret and parts; none: the server drew it alone
    Column("removed", Text),  # whom the host sent away
    Column("chat_closed", Boolean, nullable=False, server_default=false()),
    Column("result", Text),
    Column("next", String(16)),  # the table of the rematch
    Column("origin", String(16), index=True),  # of a variation: the table of the match that it leaves
    Column("branch", Integer),  # and at which decision
    Column("stack", Text),  # of a position of the editor: what was arranged, as JSON
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("void", String(20)),  # why the match was ended without a result
    Column("archived", BigInteger),  # when an abandoned match was put away
    Column("quarantine", String(200), index=True),  # why the match cannot be read
    Column("decides", Integer),  # the seat that decided when the match left the memory of a node
    Column("decides_at", Integer),  # the number of the last entry then
    Index(None, "status", "access", "created"),
    Index(None, "host", "status"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.id"), index=True),
    Column("name", String(40), nullable=False),
    Column("bot", String(40)),
    Column("bank", BigInteger),  # milliseconds on the clock at the start
    Column("part", String(64)),  # of the person, in the shuffle
    Column("seen", BigInteger),  # when the last connection ended, while the match was played
)

entries = Table(
    "entries",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer),
    Column("text", String(200), nullable=False),
    Column("mark", String(40)),  # the id a client gave its request
    Column("at", BigInteger, nullable=False),
    Column("spent", BigInteger, nullable=False),
)

chats = Table(
    "chats",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("seat", Integer),
    Column("name", String(40), nullable=False),
    Column("phrase", String(20)),
    Column("text", String(300)),
    Column("at", BigInteger, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.id")),
    Column("game", String(20), nullable=False),
    Column("players", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("share", Float, nullable=False),  # of the victory
    Column("deserted", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Index(None, "person", "game"),
)

analyses = Table(  # of finished matches
    "analyses",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("network", String(64), nullable=False),  # the SHA-256 of the one that judged
    Column("made", BigInteger, nullable=False),
    Column("analysis", LargeBinary, nullable=False),  # an AnalysisInfo as compressed JSON
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
)

puzzles = Table(  # of matches of this server whose people agreed
    "puzzles",
    metadata,
    Column("game", String(20), primary_key=True),
    Column("id", String(16), primary_key=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("rules", Integer, nullable=False),
    Column("network", String(64), nullable=False),  # the SHA-256 of the one that judged
    Column("version", String(20), nullable=False),  # of Tabiji
    Column("made", BigInteger, nullable=False),
    Column("puzzle", LargeBinary, nullable=False),  # as JSON
)

puzzle_searches = Table(  # matches that were searched for puzzles, whether there were any or not
    "puzzle_searches",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("network", String(64), nullable=False),  # the SHA-256 of the one that judged last
)

puzzle_answers = Table(  # the first answer of a person to each puzzle
    "puzzle_answers",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("move", String(200), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("answers", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),  # puzzles solved in a row
    Column("best_streak", Integer, nullable=False),
    Column("days", Integer, nullable=False),  # in a row, up to `last_day`, with an answer to the puzzle of the day
    Column("last_day", Integer),  # days since 1970, UTC
    Column("last_day_solved", Boolean, nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),  # who reports
    Column("reported", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("table", ForeignKey("tables.id", ondelete="SET NULL")),
    Column("reason", String(12), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("settled", BigInteger),  # when somebody who moderates was done with it
)

audit_log = Table(  # what administrators and moderators did; nodes follow it
    "audit_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", String(80), nullable=False),
    Column("by_person", ForeignKey("people.id", ondelete="SET NULL"), index=True),  # none: the command line
    Column("action", String(12), nullable=False),
    Column("person", ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("name", String(40), nullable=False),  # of the person, at that time
    Column("table", String(16)),
    Column("report", Integer),
    Column("text", String(500), nullable=False),  # the reason; of a warning, what it says
    Column("until", BigInteger),
    Column("seen", BigInteger),  # when the person has read the warning
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("alive", BigInteger, nullable=False),
    Column("rules", Text),  # the version of each game's rules that the node plays, as JSON
)

leases = Table(
    "leases",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("node", String(16), nullable=False, index=True),
)
