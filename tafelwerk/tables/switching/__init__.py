"""The switching game in the book.

answers      answers to the questions
questions    the questions: `winrate`, `duel`, `move`, `refute`, `solve`, `dual`; `holds_agent`, and the build lines of missing
             answers
puzzles      positions in which one move wins: the question and its answer
explained    explain: every move of a position with its refutation, and a proof
"""
