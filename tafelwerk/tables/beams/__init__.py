"""Beams in the book.

questions       counts, summary, curve, next, bound, bitset, simulate and puzzle
explained       explain: why a strategy asks what it asks
answers         what the questions answer
look_ups        what a strategy spends, nodes of trees, codes as bitsets
recorded        answers that records of long runs give
"""
