"""Games of the user's own, solved as explicit graphs, in `game_graphs`.

Which positions are there?                       `explore`
What are they worth?                             with chance: `solve_chance`; without, `machine.retrograde`
All of it for one game?                          `solve_own_game`
"""
