"""The Mastermind family in the book.

questions       summary, next and curve: costs and queries of strategies; parts: information of a guess; bound: lower bound
adversary       adversary: the codemaker chooses, too; the question and its answer
explained       explain: the reason for a strategy's query
answers         classes of the answers
puzzles         clues that leave one code: the question and its answer
look_ups        games that were built from files; whole trees
"""
