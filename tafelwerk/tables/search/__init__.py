"""The search models in the book.

questions   free, root: the least totals, and their answers
explained   explain: which split is asked and why
"""
