"""The Shannon switching game: perfect play, the resistor heuristic, agents."""
