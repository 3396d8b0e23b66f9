"""One room per game, with the same doors in each: state, rules, hidden, views, moves, stack, terminal."""
