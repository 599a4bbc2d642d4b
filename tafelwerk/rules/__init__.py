"""The rules of games in plain Python: notation, limits, names. All other layers build on it; it imports only errors and marks of
parameters. Search models and Dresher's game have theirs in their rooms.

numbers         parsing of integers and fractions within bounds
montecarlo      races and subtraction games, agents: classes, limits, reading and writing; montecarlo_positions: positions
puzzles         difficulty of puzzles, family by family
"""
