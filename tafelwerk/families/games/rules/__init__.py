"""Games of the user's own, in plain Python.

What is the interface of a game, required and optional?   game: `Game`, `WIN`, `DRAW`, `LOSS`
How is a game read and checked?                           rules: `Rules`, `Node`
How are positions and moves written?                      text: `text_of`
Which games exist, and where is a named one?              finding: `installed`, `find`, `known`, `register`, `code_of`
"""

FAMILY = "games"
