"""Potential differences ("drops") of Shannon's resistor heuristic, A held at 1 and B at 0.

Drops of one position as fractions                    exact.drops
Drops with unequal conductances                       conductances.conductance_drops
Edges with the greatest drop                          exact.heuristic_moves; in a search: shannon.greatest_drops
Which of some drops are equal, and their differences  exact.compare_drops
Potentials of nodes, for a picture                    exact.node_potentials
Drops as doubles with a proven bound, or as integers  elimination: `measure`, `make_whole`
Drops a few moves later, with a proven bound          updates: `rebase`, `describe`, `measure_updated`
Drops with 106 bits, with a proven bound              refinement.refine
The layout for elimination                            network.make_network
Drops in every position of a small graph              every_position.all_drops
Drops after unconverged Gauss-Seidel sweeps           gauss_seidel: `swept_drops`, `exact_swept_drops`
Chances in proportion to a power of the drops         softmax.softmax_policy; of one position: choices.softmax
"""
