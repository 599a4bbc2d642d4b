"""Beams in the book.

questions       counts, summary, curve, next, bound, bitset, simulate and puzzle
adversary       adversary: the game in which the codemaker chooses, too
explained       explain: the reasons for a strategy's query
answers         classes of the answers
look_ups        costs of strategies, nodes of trees, codes as bitsets
recorded        answers from records of long runs
"""
