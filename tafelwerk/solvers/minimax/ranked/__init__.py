"""Whole games over dense ranks: every position has a number, and a compiled function lists what a number leads to.

games       a game of the list solved: solve; its compiled moves: compiled_game
retrograde  the solver: solve_duel for games of two, solve_puzzle for puzzles; Solution has value, distance and best moves
game        what a compiled game is: CompiledGame, ranked_moves, and the outcomes WON, LOST, DRAWN
tictactoe   moves and symmetries of tic-tac-toe, misere and wild, and the evaluation of many boards
notakto     moves and symmetries of Notakto on one board or several
nim_passes  moves of Nim with passes
pancakes    burnt pancakes: the flips as two small tables
look_ahead  whether a depth-limited search keeps the true value, for every position and depth: look_ahead_accuracy

Where a win is told from a loss: `_duel_level_kernel` in retrograde. The rules in plain Python stand in `rules.minimax`.
"""
