"""Algorithms: arrays and small frozen dataclasses in, the same out. No files, no tables, no printing.

The rules of a game are in its room, `families.GAME.rules`; this package computes. Families do not import each other: code
that two of them need is in deduction, playouts or machine.

    machine/      kernels and their compilation, bits, vectors, random draws, memo of searched sets, double-doubles
    deduction/    hidden codes on any table of answers: entropies and their ties, LEX, MIX, optimal trees, symmetries
    playouts/     agents on any game graph: random and perfect play, the law of MC(k), duels of two agents

    montecarlo/   races and subtraction games as graphs, blunders, basins, biased playouts, periods
    mastermind/   answers of words to words; the strategies are those of deduction
    beams/        pieces, patterns and sets of codes; strategies by entropy; searched strategies; samples of large variants
    search/       free search and the root model
    dresher/      the linear program of the guessing game, its proof, best replies
    skat/         play with all cards open; play with hidden cards; what to bid, to discard and to announce
    switching/    perfect play, Shannon's resistors (potentials), agents and their games
    games/        games of the user's own as explicit graphs: retrograde analysis, values with chance
    minimax/      game trees; heaps (Grundy values, misere play); whole games as tables; Memory; dice races
"""

from tafelwerk.fingerprint import use_libm

use_libm()
