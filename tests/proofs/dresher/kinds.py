"""Kinds of error in a book of Dresher's games."""

from mutations import Planted, lies

# numbers of one program, of which only impossible ones are found: those of lies.sql
ONE_PROGRAM = {
    "runs.rounds": "candidates + 2",
    "runs.pivots": None,
    "runs.candidates": None,
    "bounds.upper": "upper - 11",
    "bounds.lower": None,
}


PLANTED = Planted("dresher", lies=lies("dresher"), own=ONE_PROGRAM)
