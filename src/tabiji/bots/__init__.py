"""Bots: random, greedy, search and networks. A bot sees what its seat may see, nothing more."""
