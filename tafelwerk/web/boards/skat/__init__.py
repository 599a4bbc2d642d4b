"""Skat in pages: rounds card by card, the table, puzzles, as plain values for the templates.

    cards, hands and sentences with cards in them      cards.py
    rounds of the book and of logs: list, one round    rounds.py; in a worker
    a round at one of its cards                        replay.py; in the server
    the table as the person sees it                    table.py; in a worker
    the table while programs think                     waiting.py; in the server
    a puzzle and its answer                            puzzle.py; in the server

The server's own modules stand on the rules alone. What a card cost is what `skat replay` and `skat games` say of it.
"""
