"""The classic toolbox of games of two players with perfect information, and two games of chance.

search/    trees and games given as rules: minimax, alpha-beta, expectiminimax, looking ahead
ranked/    whole games over dense ranks: value, distance and best moves of every position; burnt pancakes
heaps/     heaps that moves take from and break: Grundy values, proved periods, sums, misere play
memory     Memory (Concentration) solved: solve, MemoryTable.value, .actions, .first_values, .second_values
dice_race  races by dice solved whole: solve_race, RaceTable.chance, .choices

The rules of all games stand in `rules.minimax`, in plain Python.
"""
