"""Algorithms: arrays and small frozen dataclasses in, the same out. No files, no tables, no printing.

The rules of games are in `tafelwerk.rules`; this package computes. Families do not import each other: code that two of them
need is in deduction, playouts or machine.

    machine/      kernels and their compilation, bits, vectors, random draws, memo of searched sets, double-doubles
    deduction/    hidden codes on any table of answers: entropies and their ties, LEX, MIX, optimal trees, symmetries
    playouts/     agents on any game graph: random and perfect play, the law of MC(k), duels of two agents

    montecarlo/   races and subtraction games as graphs, blunders, basins, biased playouts, periods
    mastermind/   answers of words to words; the strategies are those of deduction
    beams/        rules (pieces, patterns, sets of codes), entropy (strategies by entropy), optimum (searched strategies)
    search/       free search and the root model
    dresher/      the linear program of the guessing game, its proof, best replies
    skat/         open (all cards seen), hidden (own cards seen), bidding (what to bid, discard and announce)
    switching/    perfect play, Shannon's resistors (potentials), agents and their games
    games/        games of the user's own as explicit graphs: retrograde analysis, values with chance
    minimax/      search (trees), heaps (Grundy values, misere play), ranked (whole games as tables), Memory, dice races
"""

from tafelwerk.fingerprint import use_libm

use_libm()
