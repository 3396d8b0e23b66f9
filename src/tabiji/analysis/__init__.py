"""After a match: what was luck, what was skill, and what would have been better. See docs/analysis.md."""

from tabiji.analysis.analyze import analyze
from tabiji.analysis.model import Analysis, Candidate, Decision, Grade, SeatSummary

__all__ = ["Analysis", "Candidate", "Decision", "Grade", "SeatSummary", "analyze"]
