"""What every game shares: random numbers, decks, the journal, games, matches and records."""
