"""Prometheus metrics."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("tabiji_entries", "Entries of logs applied on this node.")
DELIVERIES = Counter("tabiji_deliveries", "Entries sent to clients.")
SOCKETS = Gauge("tabiji_sockets", "Open sockets.")
CONNECTIONS = Gauge("tabiji_connections", "Open connections.")
CONNECTIONS_REFUSED = Counter("tabiji_connections_refused", "Connections refused, by limit.", ["limit"])
TABLES = Gauge("tabiji_tables", "Tables open on this node.")
BOT_SECONDS = Histogram(
    "tabiji_bot_seconds", "Time a bot took for a move.", buckets=(0.01, 0.03, 0.1, 0.3, 1, 1.5, 2, 3, 10)
)
BOT_QUEUE = Gauge("tabiji_bot_queue", "Moves of bots and hints that wait for a bot worker.")
ANALYSIS_QUEUE = Gauge("tabiji_analysis_queue", "Analyses of matches that wait for their worker.")
API_ERRORS = Counter("tabiji_api_errors", "Requests and messages refused, by code.", ["code"])
MATCHES_RUNNING = Gauge("tabiji_matches_running", "Matches in play that this node runs.")
TAKEOVERS = Counter("tabiji_takeovers", "Matches taken over from dead nodes.")
TAKEOVERS_FAILED = Counter("tabiji_takeovers_failed", "Matches of dead nodes that were not taken over.", ["reason"])
REQUEST_SECONDS = Histogram(
    "tabiji_request_seconds",
    "Time a request took.",
    ["method"],
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
MESSAGE_SECONDS = Histogram(
    "tabiji_message_seconds",
    "Time until a message on a socket was executed: of a move, until it is durable and delivered.",
    ["type"],
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
WRITE_QUEUE = Gauge("tabiji_write_queue", "Writes that wait for the database.")
QUARANTINED = Gauge("tabiji_matches_quarantined", "Matches in the database that cannot be read.")
