"""Figures of the Monte-Carlo family, under the numbers of their sources.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapters 2 and 3; page on the
win probabilities of the number game 3-5-11 at random moves (3-5-11-N).
"""
