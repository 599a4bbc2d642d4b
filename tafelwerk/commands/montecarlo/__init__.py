"""`tafelwerk montecarlo` and `tafelwerk build montecarlo`: Monte-Carlo agents in races and subtraction games."""

MODULES = {
    "games": (
        "random",
        "perfect",
        "blunder",
        "errors",
        "limits",
    ),
    "biases": (
        "asymmetry",
        "bias",
    ),
    "choices": (
        "choice",
        "law",
        "size",
    ),
    "duels": (
        "duel",
        "curve",
        "ties",
        "basins",
        "first-over-half",
    ),
    "explain": ("explain",),
    "simulations": ("simulate",),
}
"""Modules of the commands, in the order of help; `words` has the app, `builds` that of `tafelwerk build montecarlo`."""

QUESTIONS = (
    "tafelwerk montecarlo duel subtraction 50 --moves 1,2 --k 10",
    "tafelwerk montecarlo blunder subtraction --moves 1,2",
)
"""What to ask the book first."""
