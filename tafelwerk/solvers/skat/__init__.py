"""Skat: best play with all cards open, play with hidden cards, and bidding, discarding and announcing.

- open/     all cards seen: values of positions and cards, winners, Null, deals stored whole, the steps of the thesis
- hidden/   own cards seen: counting and drawing worlds consistent with a player's knowledge, choosing a card, rounds and matches
- bidding/  ten or twelve cards seen: features of a hand, chances from them, bids, discards and announcements

Cards, order of play, scores and the format of rounds are in `families.skat.rules`.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003.
"""
