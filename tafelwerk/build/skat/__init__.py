"""Rows of the rounds of Skat, and answers that are not in the book.

rows of games, plays, rounds, decisions             rounds
rows of trials, playouts, playout_cards             trials
games by classes of hands, beside fitted chances    hand_classes
rounds of a log, each card priced                   replaying
positions in which one card wins                    puzzles
answers that are not in the book                    computed
"""
