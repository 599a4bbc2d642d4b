"""Beams: find a hidden code of coloured pieces on a board of hexagons or squares by queries (colour, diagonal).

    rules/      Pieces, patterns, codes; the codes that a history leaves; puzzles
    entropy/    Queries of entropy strategies (lex-c, lex-d, MIX, H', U), and their costs over all codes
    optimum/    Optimal strategies of small variants, good strategies and proven lower bounds
    sampling/   Samples of codes that are too many to list

A set of codes has one of three forms. Elements (`rules.elements`): rows of pieces, one row for all colourings of the colours not
asked for; every search works on them. Bitsets (`rules.codes`): one bit per code, stored in books. Masks (`optimum.endgame`): at
most 63 codes.

`rules.problem.make_problem` prepares a variant for all others.
"""
