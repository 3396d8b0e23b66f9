"""After a match: what was luck, what was skill, and what would have been better. See docs/analysis.md."""

from tabiji.analysis.analyze import analyze, analyze_in_parts, standard_depth
from tabiji.analysis.model import Analysis, Candidate, Decision, Grade, Part, Reason, SeatSummary, TurningPoint
from tabiji.analysis.verdicts import Depth

__all__ = [
    "Analysis",
    "Candidate",
    "Decision",
    "Depth",
    "Grade",
    "Part",
    "Reason",
    "SeatSummary",
    "TurningPoint",
    "analyze",
    "analyze_in_parts",
    "standard_depth",
]
