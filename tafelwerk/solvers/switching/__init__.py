"""The Shannon switching game, and Bridg-It as its best-known board.

What is a graph, a move, a won game?                  switching_graph: `Graph`, `play`, `winner`
How is a Bridg-It board laid out, what is A1?         switching_graph: `make_board`, `Board.edge`
What remains when marked edges are contracted?        switching_graph.contract; in kernels: disjoint_forests.label
What is the dual game of a planar graph?              planar_dual: `dual`, `faces`
Who wins under perfect play, by which moves?          perfect_switching.winning_moves; with the proof: `solve`
Which spanning trees are behind it?                   disjoint_forests.forest_pair
How is an attack on the proof answered?               perfect_switching.repairs
What are the drops of a position, as fractions?       exact_drops: `drops`; unequal conductances: `conductance_drops`
Which edges have the greatest drop?                   exact_drops.heuristic_moves; in a search: shannon_heuristic.greatest_drops
Do doubles tell which drops are the greatest?         shannon_heuristic.find_ties
Which of some drops are the greatest, which equal?    exact_drops: `greatest_among`, `compare_drops`
What are the potentials of nodes, for a picture?      exact_drops.node_potentials
Drops as doubles with a proven bound, or as integers  fast_drops: `measure`, `make_whole`
Drops a few moves later                               fast_drops: `rebase`, `describe`, `measure_updated`
The layout for elimination                            resistor_network.make_network
Drops after unconverged Gauss-Seidel sweeps           gauss_seidel: `swept_drops`, `exact_swept_drops`
How does the heuristic fare against itself?           shannon_heuristic.analyse; its forced moves: `follow`
How does Short beat the heuristic?                    shannon_heuristic.refute
Which positions has a small board, who wins them?     switching_positions: `board_positions`, `perfect_outcomes`, `all_drops`
What does an agent choose in every one of them?       switching_agents.agent_policy
What does an agent choose from in one position?       switching_agents.choices
How often does one agent beat another, exactly?       switching_duels.pair
How often on larger boards, by simulated games?       switching_duels.simulate
"""
