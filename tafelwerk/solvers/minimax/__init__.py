"""The classic toolbox of games of two players with perfect information, and two games of chance.

search/    trees and games given as rules: minimax, alpha-beta, expectiminimax, depth-limited search
ranked/    whole games over dense ranks: value, distance and best moves of every position; burnt pancakes
heaps/     taking-and-breaking games: Grundy values, proved periods, sums, misere play
memory     Memory (Concentration): solve, MemoryTable.value, .actions, .first_values, .second_values
dice_race  dice races: solve_race, RaceTable.chance, .choices

The rules of all games are in `families.minimax.rules`, in plain Python.
"""
