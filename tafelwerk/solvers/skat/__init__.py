"""Skat: best play with every card open, play with hidden cards, and what to bid, discard and announce.

- open/     every card is seen: values of positions and cards, who wins, Null, whole deals, the sequence of programs of the thesis
- hidden/   own cards are seen: how many worlds agree with what is known, drawing them, choosing a card, rounds and matches
- bidding/  ten or twelve cards are seen: features of a hand, chances by them, bids, discards and announcements

What a card is, who follows whom, what a game scores and how rounds are written stands in `rules.skat`.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003.
"""
