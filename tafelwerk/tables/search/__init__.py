"""The search models in the book.

questions   free and root: totals of searches, and their answers
explained   explain: the first query and the reasons for it
"""
