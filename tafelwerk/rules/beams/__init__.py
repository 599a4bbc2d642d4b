"""Beams: board (variants, fields, diagonals, pieces), history (beams as text and as numbers), strategies and their curves."""
