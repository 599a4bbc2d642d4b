"""Beams: board (variants, fields, windows, names), history (beams as text and as numbers), strategies (and orders of curves)."""
