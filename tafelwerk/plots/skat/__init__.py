"""Figures of double-dummy Skat: outcomes of random deals, what hands win, and what each step of the ladder spends."""
