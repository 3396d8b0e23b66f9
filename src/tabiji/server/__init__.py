"""The server: people, tables, live play, clocks and results. A match is its log; everything else is a cache of it."""
