"""Many machines: games spread over a Ray cluster, with the rows of one machine in the same order."""
