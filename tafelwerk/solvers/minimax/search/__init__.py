"""Search of games given as rules (`rules.game_trees`).

alpha_beta  the search, which visits each position once: Search.found gives value, nodes and cuts, .best the moves, .root and
            .opened the tree node by node. Search(game) is minimax, or expectiminimax with chance nodes; Search(game, prune=True)
            is alpha-beta. Move orders: by_preference, by_value
horizon     a game cut off after some moves, with an evaluation: Horizon; its `swing` and `beyond` make it quiescence search
tree        trees given as JSON, as games: make_tree; a node as the search saw it: Node
lottery     a game in which a map of utilities that is not linear changes the best choice

The accuracy of depth-limited search over all positions of a game is computed in `ranked.look_ahead`.
"""
