"""Games of the classic toolbox, in plain Python.

games         games over ranks by their names (GAMES, ranked_game): tic-tac-toe and its relatives, Notakto, Nim with passes, burnt
              pancakes; sums of heaps (HeapSum); a game of two players by its name (game_of_two); evaluations of boards
heaps         taking-and-breaking games: HeapGame, its names and limits; PeriodicValues, heaps of any size
chance_games  Memory: MemoryPosition, its rules, objectives and limits; Plan, plans_of: turns in words; races of tokens by
              rolls of a die: DiceRace
"""
