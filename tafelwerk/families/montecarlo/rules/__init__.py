"""Races and subtraction games, their agents, positions and sizes, in plain Python."""
