"""Beams: board, pieces, patterns, and the exact analysis of its strategies."""
