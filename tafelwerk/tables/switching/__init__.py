"""The switching game in the book.

answers      what the questions answer
questions    the questions: `winrate`, `duel`, `move`, `refute`, `solve`, `dual`; `holds_agent`, and the build lines of what is
             missing
puzzles      positions in which one move wins: the question and its answer
explained    explain: every move of a position, what refutes it, and a proof
"""
