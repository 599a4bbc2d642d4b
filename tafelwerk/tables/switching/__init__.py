"""The switching game in the book.

answers      what the questions answer
questions    the questions: `winrate`, `duel`, `move`, `refute`, `solve`, `dual`; `holds_agent`, and the build lines of what is
             missing
explained    explain: every move of a position, what refutes it, and a proof
"""
