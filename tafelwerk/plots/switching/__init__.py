"""Figures of the switching game, under the numbers of their source, and the board.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 5.
"""
