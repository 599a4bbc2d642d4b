"""Skat in the book: its limits and rows, its questions (`questions`) and their answers (`answers`)."""

from tafelwerk.tables.skat.games import (
    FAMILY,
    LARGEST_SEED,
    LEAST_LADDER_CARDS,
    MOST_CARDS,
    MOST_DRAWN,
    MOST_PLAYED,
    MOST_WAYS,
    MOST_WORLDS,
    StoredGame,
    StoredPlay,
    StoredPosition,
    get_games,
    get_plays,
    get_position,
    get_positions,
)

__all__ = [
    "FAMILY",
    "LARGEST_SEED",
    "LEAST_LADDER_CARDS",
    "MOST_CARDS",
    "MOST_DRAWN",
    "MOST_PLAYED",
    "MOST_WAYS",
    "MOST_WORLDS",
    "StoredGame",
    "StoredPlay",
    "StoredPosition",
    "get_games",
    "get_plays",
    "get_position",
    "get_positions",
]
