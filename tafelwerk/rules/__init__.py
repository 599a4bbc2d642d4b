"""Rules that several games share, in plain Python; a game's own are in its room. They import only errors and marks of parameters.

strategies of deduction games, under their names                   deduction.py
orders of Rényi entropies, and entropies of a partition            deduction.py
game trees: states, moves, utilities, chance; best moves           game_trees.py
numbers within bounds, in one wording                              numbers.py
difficulty of puzzles, and drawing one that fits                   puzzles.py
"""
