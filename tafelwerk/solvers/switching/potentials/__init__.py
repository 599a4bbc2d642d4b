"""Potential differences ("drops") of Shannon's resistor heuristic, A held at 1 and B at 0.

Drops of one position in fractions                    exact.drops
Drops where edges conduct differently                 conductances.conductance_drops
Edges with the greatest drop                          exact.heuristic_moves; in a search: shannon.greatest_drops
Which of some drops are equal, by how much not        exact.compare_drops
Potentials of nodes, for a picture                    exact.node_potentials
Drops as floats with a proven bound, or whole         elimination: `measure`, `make_whole`
The layout that elimination works on                  network.make_network
Drops in every position of a small graph              every_position.all_drops
Drops after Gauss-Seidel sweeps that have not ended   gauss_seidel: `swept_drops`, `exact_swept_drops`
Chances in proportion to a power of the drops         softmax.softmax_policy; of one position: choices.softmax
"""
