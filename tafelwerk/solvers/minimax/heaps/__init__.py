"""Taking-and-breaking games: Grundy's game, octal games, subtraction sets. The rules stand in `rules.minimax.heaps`.

sprague_grundy  Grundy values of all heaps up to a largest: grundy_values; what that takes: Steps, most_steps
periods         values up to a proof of their period: solve_heaps; the period that values prove: find_period
sums            several heaps under normal play, value and winning moves: solve_sum; options_of_value
misere          several heaps where who cannot move wins: MisereGame.won, .winning_moves
"""
