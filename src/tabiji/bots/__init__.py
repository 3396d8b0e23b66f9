"""Bots: random, greedy and search. A bot sees what its seat may see, nothing more."""
