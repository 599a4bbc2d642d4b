"""Monte-Carlo agents in races and subtraction games, analysed exactly.

Nothing else of the package is imported with it: help pages and completion read these names alone.

Questions:    duels (agents against each other, and matches played out), positions (one position), heaps (errors, limits, biases)
Notation:     parameters (games and agents as they are printed)
Answers:      answers
Computed:     graphs (certified numbers, the mean of a duel: `duel_values`), solving (exact fractions), estimates (work)
Looks:        figures, pictures (the sheet, too)
In play:      play (against an agent, or two agents watched), arena (what both share; an agent in every position: its law, its
              decisions), pictures (its board)
Builds:       builds; rows in rows

| symbol of the source | name here | meaning |
|---|---|---|
| MC(k), MC(inf) | `mc:K`, `mc:inf`; `k`, `rival` | agents with k playouts per candidate; 0 in the tables for infinitely many |
| ESR(n, m, s) | `Esr` | single-step race: lanes of n steps, m lanes per player, s pieces to bring home |
| DSC(n), DSR(n) | `Dsc`, `Dsr` | double-step race with and without crash; `own`, `other`: fields gone by the players |
| S_moves(heap) | `Subtraction`, `SubtractionRules` | subtraction game; `overshoot`: result of taking more than is left |
| x(m), p(n) | `chance` | chance that the player to move wins at random play |
| y(m) | `values` | that chance minus 1/2 |
| n* | `blunder` | smallest won heap at which MC(inf) plays a losing move |
| epsilon | `epsilon`, `WeightedBias`, `InformedBias` | static or informed bias of playouts |
"""

HELP = "Monte-Carlo agents in races and subtraction games, analysed exactly."

FIRST = (
    "tafelwerk montecarlo duel subtraction 50 --moves 1,2 --k 10",
    "tafelwerk montecarlo blunder subtraction --moves 1,2",
)
"""What to ask the book first."""

COMMANDS = {
    "random": ("positions", "How often does random play win?"),
    "perfect": ("positions", "Who wins under perfect play?"),
    "blunder": ("heaps", "Where does endless thinking first go wrong?"),
    "errors": ("heaps", "Which won heaps does endless thinking lose?"),
    "limits": ("heaps", "What do the chances of random play tend to?"),
    "asymmetry": ("heaps", "Which won heaps are lost with biased playouts?"),
    "bias": ("heaps", "How does a bias change the chances?"),
    "choice": ("positions", "Which move does Monte-Carlo play?"),
    "law": ("positions", "Which of several candidates does Monte-Carlo choose?"),
    "size": ("positions", "How large is a race?"),
    "duel": ("duels", "Who wins a duel of two agents?"),
    "curve": ("duels", "Does it help to double the playouts?"),
    "ties": ("duels", "Does it matter how ties are broken?"),
    "basins": ("duels", "Where does more thinking hurt?"),
    "first-over-half": ("duels", "From where on does less thinking win?"),
    "explain": ("positions", "Why does Monte-Carlo choose its move?"),
    "simulate": ("duels", "How do two agents fare in sampled games?"),
    "match": ("duels", "Do played games agree with the exact chance?"),
    "play": ("commands", ""),
    "watch": ("commands", ""),
}
"""Commands: the module of the question or the function, and what a command answers, in a person's words."""

PURPOSES = {
    "At the table": ("play", "watch"),
    "One position": ("perfect", "random", "choice", "law", "explain", "size"),
    "Two agents": ("duel", "match", "simulate", "curve", "ties", "basins", "first-over-half"),
    "All heaps of a game": ("blunder", "errors", "limits", "asymmetry", "bias"),
}
"""What commands are for, in the order of help."""

PLAY = (
    (
        "dsc",
        "montecarlo play dsc 10",
        "A race against MC(200), which plays 200 random games for each of its moves.",
        {
            "GAME": "Game: DSC(10), or dsc N, on a lane of N steps.",
            "--moves": "",
            "--overshoot": "",
            "--at": 'First position, seen by the player to move: "2 3", the fields gone by each player. Default: the start.',
        },
    ),
    (
        "subtraction",
        "montecarlo play subtraction 20 --moves 1,2",
        "Take tokens from a heap against MC(200).",
        {
            "GAME": "Game: S(1,2)(20), or subtraction HEAP with its moves.",
            "--at": "Heap to begin with. Default: the heap of the game.",
        },
    ),
)
"""Games in play: name, command, what the player does, and what help says of options that other games have, too."""

NOTATION = r"(esr|dsc|dsr|(double[ -]step )?crash[ -]race)\s*[(\d].*|s[ _]*[({].*|subtraction \d+"
"""Games that `play` reads as they are printed or in words: DSC(10), S(1,2), dsc 10, subtraction 20."""

ROW_BYTES = {"": 39.2}
"""Bytes per row of the standard book's file, for estimates."""


def _agents(ctx: object) -> tuple[str, ...]:
    from tafelwerk.families.montecarlo.rules import AGENTS

    return ("mc:", "mc:inf", *AGENTS, "half-perfect:")


COMPLETIONS = {"GAME": ("esr", "dsc", "dsr", "subtraction"), "AGENT": _agents}
"""Values that a shell completes: words, or what finds them, by the option or by what stands for them in help."""
