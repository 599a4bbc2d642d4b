"""Games in play, without a terminal: the state of a game, its turns, and what is said about them.

    session      `Session`: the vocabulary that is the same in every game: turn, hint, undo, board, reveal, resign, help, `go_on`
    deduction    `Deduction`, and the two roles in all of them: `Breaker` and `Maker`
    mastermind, beams, dresher    hidden codes, boards and numbers: how queries are read, answered and priced
    duel         `Playable`, `Opponent`, and `Duel`: games in which every position is known, and puzzles
    own          games of the user's own
    minimax      the listed games, heap games and burnt pancakes; memory: Memory with real cards; switching: Bridg-It
    games        which games can be played, by which command lines

What is said are values: text, lines with a tone, and boards, small dataclasses that a face draws. `commands.terminal` leads a
session from a terminal, and the boards of `commands/FAMILY` draw them there. A session takes numbers and strategies from the book
and from `build`, never from `solvers`, and what the program does depends on seed and position alone.
"""
