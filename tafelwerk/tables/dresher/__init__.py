"""Dresher's guessing game in the book: its sizes, its questions (`questions`) and their answers."""

from tafelwerk.tables.dresher.answers import (
    BestReply,
    Certificate,
    CertificateFile,
    Conjectures,
    Explanation,
    Game,
    Guarantees,
    Hider,
    OneTree,
    Searcher,
    SearchTree,
    Value,
    WeightedTree,
)
from tafelwerk.tables.dresher.games import FAMILY, MOST_NUMBERS, Depths, checked_size, stored_numbers

__all__ = [
    "FAMILY",
    "MOST_NUMBERS",
    "BestReply",
    "Certificate",
    "CertificateFile",
    "Conjectures",
    "Depths",
    "Explanation",
    "Game",
    "Guarantees",
    "Hider",
    "OneTree",
    "SearchTree",
    "Searcher",
    "Value",
    "WeightedTree",
    "checked_size",
    "stored_numbers",
]
