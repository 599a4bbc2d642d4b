"""Monte-Carlo agents on a game graph: how they choose moves, and how often they win.

    graph.py          the game as arrays, GameGraph; positions in topological order
    random_play.py    chances when both players draw their moves at random: random_play
    perfect_play.py   who wins under perfect play, and the moves that keep the value: perfect_values, perfect_shares
    limit_agent.py    MC(inf), with ties decided exactly: limit_shares, limit_policy
    policy.py         an agent as a chance for each edge, Policy: from shares (share_policy, share_rows), MC(k)
                      (monte_carlo_policy), or MC(k) for consecutive k (consecutive_policies)
    law/              law of MC(k)'s choice: the chance that it chooses each candidate of a position
    unique_best.py    MC(k) without ties: unique_best_policy
    duel.py           one agent against another from every position, with error bounds: duel
    curve.py          MC(k) against MC(k') for many pairs: duels
    simulation.py     simulated games with all their playouts: simulate
    exact_play.py     random play, MC(k) and duels in exact fractions: exact_random, exact_policy_monte_carlo, exact_duel

The recursion of a duel is in duel.py (mean_kernel). Agents' choices are computed in policy.py (policies_kernel), which calls
law/selection.py (law_kernel) in every position.
"""
