"""Mastermind, word lists and tables of answers: games (what is played), strategies, notation (codes), histories (and answers)."""
