"""Games of the classic toolbox, in plain Python.

game.Game                     what a game is: start, moves, end, utility; with chance nodes ChanceGame
games.GAMES, ranked_game      the games over ranks by their names
games.playable                a game of two players by its name, with what searches and text need
ranked.RankedGame             a game over dense ranks; RankedRules: the same as a game to search
tictactoe, notakto            boards of nine fields: reading and writing, moves, the evaluation M - O
nim_passes, pancakes          Nim with passes, burnt pancakes
heaps.HeapGame                taking-and-breaking games: digits, options; octal_game, subtraction_game, heap_game read names
heaps.checked_heaps           limits of heaps, under misere play too
heaps.HeapRules               a heap game as a game to search
memory.MemoryPosition         Memory: rules, objectives, limits; Plan, plans_of: turns in words
dice_race.DiceRace            races of tokens by rolls of a die
"""
