"""The games of the Monte-Carlo family, and algorithms specific to them.

    races_and_heaps.py   races as graphs: esr_graph, dsc_graph, dsr_graph; subtraction games as graphs: subtraction_graph
    simple_agents.py     agents without playouts: random, perfect, careful, half-perfect (agent_policy, agent_rows)
    heap_play.py         subtraction games heap after heap: random play and MC(inf) in integers (heap_choices, exact_heap),
                         errors of MC(inf) (blunder, race_blunder, losing_share), biased playouts (bad_moves, win_chances),
                         periods (period)
    large_heaps.py       what holds as the heap grows: limits (random_play_limits), waves (wave) and their closed forms in
                         S(1, 2), errors of MC(inf) at heaps of any size (lasting)
    basins.py            local minima of the curve of MC(k) against MC(2k): basins

Duels and the law of MC(k) are in solvers/playouts; the mean over who begins is taken in families/montecarlo.
"""
