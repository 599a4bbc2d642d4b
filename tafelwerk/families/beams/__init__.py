"""Beams: colours hidden on a board of hexagons or squares, found by queries along its lines.

Nothing else of the package is imported with it: help pages and completion read these names alone.

Questions:    questions, next_step (with the reasons for it); their answers: answers; parameters of both: parameters
The book:     look_ups (what tables hold, and records of long runs; `make records` writes these)
Builds:       builds (tasks and kinds), rows (computed for the tables), estimates (of work, and what is out of reach)
Computed:     advice (what a strategy does after a history), hidden_codes (codes, and which of them beams leave)
Looks:        board (in a terminal), figures (the board as a picture, too), pictures (pages, the sheet), published
In play:      play; commands has `beams play`, bitsets, puzzles and builds

In the source    Here                                   Meaning
code             code                                   the colour of each field; a text, or the piece of each colour
pattern          pattern                                a cover of the board with pieces, without their colours
query            colour and diagonal; `Beam.hits`       asks which places of a diagonal have a colour; the answer as bits,
                                                        computed by `solvers.beams.pieces.answers`
3c6p             variant                                number of colours, fields per piece (here `size`)
                 window                                 entry of a query; on hexagons each diagonal has one; the answer is
                                                        which fields of the diagonal are hit, not where light comes out
                 lane                                   query whose colour is its index among the colours asked for
                 element                                pieces of the colours asked for, then the others: all codes of these
H_alpha          `Entropy(alpha, tie)`                  greatest Renyi entropy of the answer; alpha None is infinity
H', U            `Approximate(kind, tie)`               "h-prime", "u": only the colours possible for each field are known
LEX-c, LEX-d     tie "lex-c", "lex-d"                   lowest colour, then diagonal; lowest diagonal, then colour
MIX              tie "mix"                              any of the tied queries, equally likely
cost             `spent`, cost                          queries and wrong fields; `spent`: number of codes by both
"""

HELP = "Beams: colours hidden on a board of hexagons or squares, found by queries along its lines."

FIRST = (
    "tafelwerk beams summary --variant 3c6p --strategy h1",
    'tafelwerk beams next --variant 3c6p --strategy h1 --history "1@2 -"',
)
"""What to ask the book first."""

COMMANDS = {
    "adversary": ("questions", "What if the codemaker chooses, too?"),
    "bitset": ("commands", "Which codes are left, as bits?"),
    "bound": ("questions", "How little can it cost at best?"),
    "explain": ("next_step", "Why this query?"),
    "counts": ("questions", "How many codes are there?"),
    "summary": ("questions", "What does a strategy cost?"),
    "curve": ("questions", "Which order of entropy is best?"),
    "next": ("next_step", "What should I ask next?"),
    "play": ("commands", ""),
    "puzzle": ("commands", "A puzzle: which code is it?"),
    "simulate": ("questions", "What does a strategy cost in sampled games?"),
}
"""Commands: the module of the question or the function, and what a command answers, in a person's words."""

PURPOSES = {
    "At the table": ("play", "next", "explain", "bitset", "puzzle"),
    "Strategies": ("summary", "simulate", "curve", "adversary"),
    "Numbers of codes and bounds": ("counts", "bound"),
}
"""What commands are for, in the order of help."""

PLAY = (("beams", "beams play", "Find the coloured pieces on a hexagonal board, or hide them."),)
"""Games in play: name, command and what the player does."""

ROW_BYTES = {"": 11.2}
"""Bytes per row of the standard book's file, for estimates."""


def _variants(ctx: object) -> tuple[str, ...]:
    from tafelwerk.families.beams.rules import VARIANTS

    return tuple(VARIANTS)


def _ties(ctx: object) -> tuple[str, ...]:
    from tafelwerk.families.beams.rules import TIES

    return TIES


COMPLETIONS = {
    "--variant": _variants,
    "--strategy": ("optimal", "improved", "h-prime", "u", "h0", "h0.5", "h1", "h2", "hinf"),
    "--tie": _ties,
}
"""Values that a shell completes: words, or what finds them, by the option or by what stands for them in help."""
