"""Games of the user's own, solved as explicit graphs: see `game_graphs`."""
