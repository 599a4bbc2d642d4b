"""How many queries a strategy of Beams takes at worst.

strategy that takes no more than a number of queries     limited.limited_tree
proof that no strategy does                              refutation.refute
few codes of a set that take too many queries            hard_codes.outlasts_few
"""
