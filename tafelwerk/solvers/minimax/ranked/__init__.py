"""Whole games over dense ranks: every position has a number, and a compiled function lists the successors of a number.

games       solves a listed game: solve; its compiled moves: compiled_game
retrograde  the solver: solve_duel for games of two players, solve_puzzle for puzzles; Solution has value, distance and best moves
game        type of a compiled game: CompiledGame, ranked_moves, and the outcomes WON, LOST, DRAWN
tictactoe   moves and symmetries of tic-tac-toe, misere and wild, and the evaluation of many boards
notakto     moves and symmetries of Notakto on one or more boards
nim_passes  moves of Nim with passes
pancakes    burnt pancakes: the flips as two small tables
look_ahead  whether a depth-limited search keeps the true value, for every position and depth: look_ahead_accuracy

Wins and losses are decided in `_duel_level_kernel` in retrograde. The rules in plain Python are in `families.minimax.rules`.
"""
