"""Taking-and-breaking games: Grundy's game, octal games, subtraction sets. The rules are in `families.minimax.rules.heaps`.

sprague_grundy  Grundy values of all heaps up to a largest: grundy_values; work counter and its bound: Steps, most_steps
periods         values up to a proof of their period: solve_heaps; the period that values prove: find_period
sparse          late periods, through a finite sparse space: sparse_period
sums            several heaps under normal play, value and winning moves: solve_sum; options_of_value
misere          several heaps under misere play: MisereGame.won, .winning_moves
"""
