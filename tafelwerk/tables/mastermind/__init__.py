"""The Mastermind family in the book.

questions       summary, next and curve: what strategies need and ask; parts: what a guess tells; bound: no strategy needs less
explained       explain: why a strategy asks what it asks
answers         what the questions answer
puzzles         clues that leave one code: the question and its answer
look_ups        games that were built from files; whole trees
"""
