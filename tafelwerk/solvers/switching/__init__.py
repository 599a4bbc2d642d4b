"""The Shannon switching game, and Bridg-It as its best-known board.

What is a graph, a move, a won game?                  graph: `Graph`, `play`, `winner`
What remains when marked edges are contracted?        graph.contract; in kernels: components
How is a Bridg-It board laid out, what is A1?         board: `make_board`, `Board.edge`
What is the dual game of a planar graph?              planar.dual; faces: planar.faces
Who wins under perfect play, by which moves, why?     perfect.solve; the forests behind it: trees.forest_pair
How is an attack on the proof answered?              repairs.repairs
What are the potential differences of a position?     potentials (see there)
How does the heuristic fare against itself?           shannon.analyse; its forced moves: forced_moves.follow
How does Short beat the heuristic?                    refutation.refute
Which positions has a small board, who wins them?     positions: `board_positions`, `perfect_outcomes`
What does an agent choose in every one of them?       agents.agent_policy
What does an agent choose from in one position?       choices.choices
How often does one agent beat another, exactly?       pairing.pair; where an agent errs: pairing.lapses
How often on larger boards, by simulated games?       simulation.simulate
"""
