"""The classic toolbox of games of two players with perfect information, and two games of chance.

game_search     trees and games given as rules (`rules.game_trees`): Search, by minimax, alpha-beta or expectiminimax; Horizon,
                depth-limited, with quiescence search; make_tree, trees given as JSON; move orders by_preference, by_value
ranked_games    whole games over dense ranks: solve_duel, by machine.retrograde; solve_puzzle, level by level;
                look_ahead_accuracy; compiled moves and symmetries of the listed games, COMPILED; burnt pancakes
heap_games      taking-and-breaking games: grundy_values; solve_heaps, find_period; solve_sum; MisereGame
sparse_periods  late periods of octal games, through a finite sparse space: sparse_period
chance_games    Memory (Concentration): solve_memory, MemoryTable.value, .actions, .first_values, .second_values; dice races:
                solve_race, RaceTable.chance, .choices

The rules of all games are in `families.minimax.rules`, in plain Python.
"""
