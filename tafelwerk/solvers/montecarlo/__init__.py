"""The games of the Monte-Carlo family, and algorithms specific to them.

    races.py         single-step races, double-step races with and without crash as graphs: esr_graph, dsc_graph, dsr_graph
    subtraction.py   subtraction games as graphs, with the rule for overshooting moves: subtraction_graph
    agents.py        agents without playouts: random, perfect, careful, half-perfect (agent_policy, agent_rows)
    heap_play.py     random play and MC(inf) in subtraction games, in integers: heap_choices, exact_heap
    blunders.py      won positions in which MC(inf) errs: blunder, race_blunder, losing_share
    bias.py          the same with biased playouts, and their winning chances: bad_moves, win_chances
    closed_forms.py  closed forms for biased playouts in S(1, 2), critical biases
    waves.py         the wave of biased playouts for any moves: recurrence, dominant root, beat: wave
    limits.py        limits of random play as the heap grows: random_play_limits
    periods.py       periods of win and loss under perfect play: period
    basins.py        local minima of the curve of MC(k) against MC(2k): basins

Duels and the law of MC(k) are in solvers/playouts.
"""
