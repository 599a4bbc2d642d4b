"""Search of games given as rules (`rules.minimax.game`).

alpha_beta  the one search, each position visited once: Search.found gives value, nodes and cuts, .best the moves, .root and
            .opened the tree node by node. Search(game) is minimax, or expectiminimax where chance moves; Search(game, prune=True)
            alpha-beta. Orders of moves: by_preference, by_value
horizon     a game broken off after some moves, with an evaluation: Horizon; its `swing` and `beyond` make quiescence search
tree        trees that are written out as games, read from JSON: make_tree; a node as a search saw it: Node
lottery     a game in which a map of utilities that is not linear changes the best choice

How accurate looking ahead is, over all positions of a game, is found in `ranked.look_ahead`.
"""
