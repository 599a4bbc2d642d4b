"""Monte-Carlo agents on a game graph: how they choose moves, and how often they win.

    game_graph.py     the game as arrays, GameGraph; positions in topological order. Chances when both players draw their
                      moves at random: random_play. Who wins under perfect play: perfect_values, perfect_shares
    policy.py         an agent as a chance for each edge, Policy: from shares (share_policy, share_rows), MC(k)
                      (monte_carlo_policy), MC(k) for consecutive k (consecutive_policies), MC(k) without ties
                      (unique_best_policy), MC(inf) with ties decided exactly (limit_shares, limit_policy)
    agent_duels.py    one agent against another from every position, with error bounds: duel; MC(k) against MC(k') for many
                      pairs: duels; simulated games with all their playouts: simulate; those games one decision at a time,
                      with the playouts won after each candidate: watch
    exact_play.py     random play, MC(k) and duels in exact fractions, for small games; the chances in the tables are those of
                      agent_duels: exact_random, exact_policy_monte_carlo, exact_duel
  The law of MC(k)'s choice, the chance that it chooses each candidate of a position:
    selection.py      for a single k or a run of them: law_kernel, selection_law. Candidates that can still be chosen:
                      contenders. Numbers of wins that matter: frame
    tie_sum.py        the sum over numbers of wins, ties split evenly: tie_sum
    binomial.py       pmf and cdf of a candidate's wins; one playout more: advance_kernel. Two candidates at any k, by the
                      characteristic function: sign_kernel
    playout_runs.py   numbers of playouts for which a run pays, and the cost of a curve: is_dense, operations

The recursion of a duel is in agent_duels.py (duel_kernel). Agents' choices are computed in policy.py (policies_kernel), which
calls selection.py (law_kernel) in every position. The error bounds are proved in the docstrings of selection.py and binomial.py.
"""
