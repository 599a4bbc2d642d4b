"""Games in play, without a terminal: the state of a game, its turns, and the texts about them.

    session      `Session`: the common vocabulary of every game: turn, hint, undo, board, reveal, resign, help, `go_on`
    deduction    `Deduction`, the problem of a hidden code; its sessions, one per role: `Breaker` and `Maker`
    duel         `Playable`, `Opponent`, and `Duel`: games in which every position is known, and puzzles
    games        the games that can be played, and their command lines; each game is in `play` of its room

Output consists of values: text, lines with a tone, and boards, which are small dataclasses to be drawn. `commands.terminal` runs
a session in a terminal, and the boards of its family draw them there. A session takes numbers and strategies from the book
and from `build`, never from `solvers`; what the program does depends on seed and position alone.
"""
