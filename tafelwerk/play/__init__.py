"""Games in play, without a terminal: the state of a game, its turns, and what is said about them.

session      the vocabulary that is the same in every game: a turn, hint, undo, board, reveal, resign, help, `go_on`
"""
