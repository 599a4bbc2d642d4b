"""Exhaustive strategy tables for games."""
