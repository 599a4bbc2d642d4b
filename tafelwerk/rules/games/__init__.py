"""Games of the user's own, in plain Python.

What must a game offer, and what may it offer besides?    game: `Game`, `WIN`, `DRAW`, `LOSS`
How is a game read, and what is wrong with it?            rules: `Rules`, `Node`
How are positions and moves written?                      text: `text_of`
Which games are there, where is a named one?              finding: `installed`, `find`, `known`, `register`, `code_of`
"""

FAMILY = "games"
