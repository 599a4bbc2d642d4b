"""The Shannon switching game and Bridg-It: perfect play, Shannon's resistors, agents.

Nothing else of the package is imported with it: help pages and completion read these names alone.

Questions:    moves (best moves, and why), agents (against each other), positions (boards, graphs, the dual), questions
Answers:      answers
Looks:        board (in a terminal, pictures of questions), figures (lattice and graph are drawn there);
              pictures (the game in play on a page, the sheet)
In play:      play; bridg_it (Bridg-It as a game of two, puzzles)
Files:        graph_files
Builds:       builds; rows in rows

    source   here            meaning
    M        order, m        size of a board: (M - 1) x M nodes between the terminals A and B
    Cut      deleted, 1      the player who deletes edges to separate A and B; moves first
    Short    marked, 2       the player who marks edges to join A and B
    -        drop            potential difference of a free edge, A at 1 and B at 0
    T        temperature     edges are chosen in proportion to (drop / greatest drop)^(1/T)
    S, W     sweeps, omega   Gauss-Seidel sweeps, and their over-relaxation
    K        playouts        random playouts per candidate of MC(K)
"""

HELP = "The Shannon switching game and Bridg-It: perfect play, Shannon's resistors, agents."

FIRST = (
    "tafelwerk switching winrate 9",
    'tafelwerk switching move --order 3 --history "A5 C5 C3 A1" --policy heuristic',
    "tafelwerk switching duel --order 3 --cut heuristic --short mc:30",
)
"""What to ask the book first."""

COMMANDS = {
    "solve": ("questions", ""),
    "dual": ("commands", ""),
    "explain": ("moves", "Who wins, and why?"),
    "winrate": ("agents", "How often does the heuristic win against itself?"),
    "duel": ("agents", "Who wins a duel of two agents?"),
    "refute": ("agents", "How is the heuristic beaten?"),
    "play": ("commands", ""),
    "move": ("moves", "What is the best move?"),
    "puzzle": ("commands", "A puzzle: which move wins?"),
}
"""Commands: the module of the question or the function, and what a command answers, in a person's words."""

PURPOSES = {
    "At the table": ("play", "move", "puzzle"),
    "Any graph": ("solve", "dual", "explain"),
    "Agents": ("winrate", "duel", "refute"),
}
"""What commands are for, in the order of help."""

PLAY = (("switching", "switching play", "Bridg-It: join two sides of a board before the opponent joins the others."),)
"""Games in play: name, command and what the player does."""

ROW_BYTES = {"": 11.8}
"""Bytes per row of the standard book's file, for estimates."""

COMPLETIONS = {
    "AGENT": (
        *("perfect", "heuristic", "random", "mc:", "mc:inf", "k-best:"),
        *("temperature:", "annealing:", "gauss-seidel:", "edge-count", "shortest-path"),
    )
}
"""Values that a shell completes: words, or what finds them, by the option or by what stands for them in help."""
