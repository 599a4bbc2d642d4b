"""Skat: cards, deals and rounds; what is built, and the commands that build it.

Nothing is imported here: help pages and completion read these names alone.
"""
