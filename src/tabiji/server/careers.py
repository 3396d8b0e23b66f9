"""What the analyses of a person's matches say together: strengths and leaks, over time."""

from __future__ import annotations

import gzip

import msgspec
from sqlalchemy import Connection, select

from tabiji.server import results
from tabiji.server.analysis_protocol import AnalysisSummary, AnalyzedMatch
from tabiji.server.schema import analyses

_MATCHES = 60  # the latest, of which those that were analyzed


class _Kept(msgspec.Struct):
    """What is read of an AnalysisInfo."""

    summary: AnalysisSummary


def analyzed_matches(connection: Connection, person: str, viewer: str | None) -> list[AnalyzedMatch]:
    """The analyzed ones of a person's latest matches that a viewer may know of, the latest first."""
    history = results.history(connection, person, viewer, None, _MATCHES)
    query = select(analyses.c.table, analyses.c.analysis)
    query = query.where(analyses.c.table.in_([match["table"] for match in history]))
    kept = {row.table: row.analysis for row in connection.execute(query)}
    found = []
    for match in history:
        if match["table"] not in kept:
            continue
        summary = msgspec.json.decode(gzip.decompress(kept[match["table"]]), type=_Kept).summary
        people = sum(player["bot"] is None for player in match["players"])
        found.append(
            AnalyzedMatch(match["table"], match["game"], match["ended"], people > 1, summary.seats[match["seat"]])
        )
    return found
