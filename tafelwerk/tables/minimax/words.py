"""The family's name."""

FAMILY = "minimax"
