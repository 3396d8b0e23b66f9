"""Prometheus metrics. What every move counts is counted without locks, because only the event loop counts it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector


class LoopCounter(Collector):
    """A counter for the event loop alone."""

    def __init__(self, name: str, help: str) -> None:
        self._name, self._help = name, help
        self.count = 0
        REGISTRY.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily(self._name, self._help, value=self.count)


class LoopHistogram(Collector):
    """A histogram with one label, for the event loop alone."""

    def __init__(self, name: str, help: str, label: str, buckets: Sequence[float]) -> None:
        self._name, self._help, self._label = name, help, label
        self._buckets = tuple(buckets)
        self._bounds = [*map(str, map(float, buckets)), "+Inf"]
        self._counts: dict[str, list[int]] = {}  # by value of the label; one more than there are buckets
        self._sums: dict[str, float] = {}
        REGISTRY.register(self)

    def observe(self, value: str, amount: float) -> None:
        """Count an amount for a value of the label."""
        if value not in self._counts:
            self._counts[value] = [0] * len(self._bounds)
            self._sums[value] = 0.0
        self._counts[value][bisect_left(self._buckets, amount)] += 1
        self._sums[value] += amount

    def collect(self) -> Iterator[HistogramMetricFamily]:
        family = HistogramMetricFamily(self._name, self._help, labels=[self._label])
        for value, counts in tuple(self._counts.items()):
            buckets = list(zip(self._bounds, accumulate(counts), strict=True))
            family.add_metric([value], buckets=buckets, sum_value=self._sums[value])
        yield family


MOVES = LoopCounter("tabiji_entries", "Entries of logs applied on this node.")
DELIVERIES = LoopCounter("tabiji_deliveries", "Entries sent to clients.")
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
REQUEST_SECONDS = LoopHistogram(
    "tabiji_request_seconds",
    "Time a request took.",
    "method",
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
MESSAGE_SECONDS = LoopHistogram(
    "tabiji_message_seconds",
    "Time until a message on a socket was executed: of a move, until it is durable and delivered.",
    "type",
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
WRITE_QUEUE = Gauge("tabiji_write_queue", "Writes that wait for the database.")
QUARANTINED = Gauge("tabiji_matches_quarantined", "Matches in the database that cannot be read.")
