"""Beams: find a hidden code of coloured pieces on a board of hexagons or squares by queries (colour, diagonal).

    rules/      What is a piece, a pattern, a code? Which codes does a history leave? Puzzles.
    entropy/    What does an entropy strategy (lex-c, lex-d, MIX, H', U) ask, and what does it cost over all codes?
    optimum/    What does the best strategy of a small variant cost? Good strategies and proven lower bounds.
    sampling/   Codes too many to be listed: how many are there, and what do beams tell of them?

Three forms of a set of codes. Elements (`rules.elements`): rows of pieces, one row for all colourings of the colours not asked
for; every search works on them. Bitsets (`rules.codes`): one bit per code, stored in books. Masks (`optimum.endgame`): at most
63 codes.

`rules.problem.make_problem` makes a variant ready for all others.
"""
