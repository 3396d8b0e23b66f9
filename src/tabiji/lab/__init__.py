"""The lab: simulation, arena, studies, reports, measurements, and compilation ahead of play."""
