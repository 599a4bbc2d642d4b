"""Mastermind in the museum: what a visitor reads of it, where pages begin it, what was found, and figures."""

from typing import TYPE_CHECKING

from tafelwerk.museum import Finding, Room, Start, Starts
from tafelwerk.plots.figure import Figure

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picker, Picture


def _draw_game() -> "Picture":
    from tafelwerk.families.mastermind.pegs import draw_guesses
    from tafelwerk.families.mastermind.rules import Pegs

    return draw_guesses(Pegs(4, 6), [("AABC", "1,2"), ("ADAE", "1,1"), ("BDFA", "0,3"), ("ACDB", "4,0")], None)


ROOMS = (
    Room(
        family="mastermind",
        name="mastermind",
        title="Mastermind",
        about="One player hides a row of coloured pegs, the other finds it by guessing.",
        rules=(
            "The codemaker hides a code: a row of pegs, each of one of a few colours; colours may repeat. The"
            " codebreaker guesses a code. For each guess he hears two numbers: how many pegs are right in colour and"
            " place (black), and how many more are of a colour that the code has elsewhere (white); 0,3 is"
            " no black peg and three white ones. He goes on until he guesses the code itself, and wants few guesses.",
            "Bulls and Cows is the same game with digits none of which repeats. Wordle is its cousin with words: the"
            " answer says of each letter whether it is right, elsewhere or missing.",
        ),
        picture='tafelwerk mastermind next 4x6 --history "AABC BWW"',
        shows=(
            "A first guess of four pegs, AABC, answered with one black peg and two white ones; below it the guess to"
            " make next."
        ),
        example=(
            "The standard game has 4 pegs and 6 colours, so 6 x 6 x 6 x 6 = 1,296 codes. The guess AABC is answered"
            " with one black peg and two white ones: one peg is right where it is, two colours are right elsewhere."
            " That leaves 84 codes.",
            "The next guess is ADAE: with it the code is found after 3.13 more guesses on average, and no guess does"
            " better. It has nine possible answers, and none of them leaves more than 19 codes.",
        ),
        games=(
            ("mastermind", "Break a code"),
            ("wordle", "Find a word"),
        ),
        asks=(
            ('tafelwerk mastermind next 4x6 --history "AABC BWW"', "What should I guess next?"),
            ('tafelwerk mastermind parts ABDE 4x6 --history "AABC BWW"', "What would my own guess tell me?"),
            ("tafelwerk mastermind explain 4x6", "Which first guess is best, and why?"),
            ("tafelwerk mastermind summary 4x6 --strategy optimal", "How many guesses does it take?"),
            ("tafelwerk mastermind compare 4x6 --strategies h1,optimal,h2", "Which way of guessing is best?"),
            ("tafelwerk mastermind adversary 4x6", "What if the codemaker chooses with care?"),
            ("tafelwerk mastermind puzzle 4x6 --seed 1", "Which code fits these answers?"),
        ),
        figures=("mastermind-4.17",),
        also=("bulls and cows", "wordle", "4x6", "moo", "master mind", "superhirn"),
        draw=_draw_game,
    ),
)

FINDINGS = (
    Finding(
        room="mastermind",
        name="six-or-five",
        title="Six queries at the most, or five",
        question="Can one have the fewest guesses on average and never need many?",
        query=(
            "SELECT o.total_num AS best, o.codes, o.mean, d.total_num::BIGINT - o.total_num::BIGINT AS more FROM"
            " mastermind.strategies o JOIN mastermind.strategies d ON d.game = o.game AND d.strategy = 'optimal"
            " max-depth 5' WHERE o.game = '4x6' AND o.strategy = 'optimal'"
        ),
        sentence=(
            "Mastermind with four pegs and six colours takes {best} / {codes:,} = {mean:.4f} queries on average at"
            " the least. Never to need more than five costs {more} more, over all codes together."
        ),
        command="tafelwerk mastermind summary --pegs 4 --colors 6 --strategy optimal",
        story=(
            "A player may want two things: few guesses on average, and never many. The figure has a bar for each way"
            " of guessing, divided by how many of the 1,296 codes it finds with one, two, three guesses and so on.",
            "The two wishes nearly agree. Whoever wants the least average needs a sixth guess for seven codes. A"
            " player who refuses to need a sixth pays almost nothing for it: one guess more over all codes together."
            " Both ways are stored as whole trees, so every answer can be followed to its end.",
            "It need not be so close, and mostly there is no conflict at all: among the other games computed only"
            " one of four different pegs out of nine colours has it, where the limit costs two guesses.",
        ),
        figure="mastermind-queries",
        rows={"game": "4x6"},
    ),
    Finding(
        room="mastermind",
        name="most-informative",
        title="The most informative guess is not the best one",
        question="Should one ask what promises the most information?",
        query=(
            "SELECT p.mean AS parts, e.mean AS entropy FROM mastermind.strategies p JOIN mastermind.strategies e ON"
            " e.game = p.game AND e.tie = p.tie WHERE p.game = '4x6' AND p.tie = 'lex' AND p.strategy = 'h0' AND"
            " e.strategy = 'h1' AND e.mean > p.mean"
        ),
        sentence=(
            "Guesses of greatest Shannon entropy need {entropy:.4f} queries on average; those with the most possible"
            " answers need {parts:.4f}."
        ),
        command="tafelwerk mastermind curve --pegs 4 --colors 6",
        story=(
            "Shannon's entropy measures how much an answer tells on average. To ask what tells most is a good rule,"
            " and yet a far simpler one beats it in the standard game: ask what can be answered in the most ways.",
            "Both are members of one family of measures with an order alpha: the number of answers has order 0,"
            " Shannon's entropy order 1. The figure shows the average for every order, for codes of four different"
            " colours on the left and for the standard game on the right; the dashed line is the best possible. The"
            " curves jump, since a small change of the order changes a few guesses at once.",
            "An entropy looks one guess ahead. It does not see whether the groups of codes that an answer leaves can"
            " be told apart well by the next guess, and that is where the rest is lost. The figure does not say"
            " which order is best elsewhere: that differs from game to game.",
        ),
        figure="mastermind-4.6",
        rows={"game": "4x6"},
    ),
    Finding(
        room="mastermind",
        name="never-one-colour",
        title="Never hide four pegs of one colour",
        question="What can the codemaker gain by choosing with care?",
        query=(
            "SELECT a.value, s.mean, c.codes FROM mastermind.adversaries a JOIN mastermind.strategies s USING (game)"
            " JOIN mastermind.adversary_codes c USING (game) WHERE a.game = '4x6' AND s.strategy = 'optimal' AND"
            " c.code = 'AAAA' AND c.chance = 0"
        ),
        sentence=(
            "A codemaker who chooses with care brings the average from {mean:.4f} to {value:.4f} guesses, and never"
            " hides one of the {codes} codes of a single colour."
        ),
        command="tafelwerk mastermind adversary 4x6",
        story=(
            "In the usual count every code is equally likely. But a codemaker may prefer some, and a codebreaker who"
            " knows that may change his guesses. Both mix as well as they can; the average that results is the value"
            " of the game, 560/129 guesses.",
            "The codemaker gains less than a thousandth of a guess. Nearly all he can do is to leave out the codes"
            " of one colour: the codebreaker finds them sooner than the others, so hiding one is a gift. All other"
            " codes may be equally likely.",
            "That is so with 4, 6, 7 and 8 colours, but not with 5, where uniform choice of all codes is best. The"
            " codemaker's mixture proves that no codebreaker can do better, and the codebreaker's that no codemaker"
            " can.",
        ),
        rows={"game": "4x6"},
    ),
    Finding(
        room="mastermind",
        name="half-and-half",
        title="With two colours, hide as many of each",
        question="When is it worth while to choose the code with care?",
        query=(
            "SELECT a.value, s.mean, sum(c.codes) FILTER (c.chance > 0)::BIGINT AS hidden, sum(c.codes) FILTER"
            " (c.chance = 0)::BIGINT AS others FROM mastermind.adversaries a JOIN mastermind.strategies s USING (game)"
            " JOIN mastermind.adversary_codes c USING (game) WHERE a.game = '8x2' AND s.strategy = 'optimal'"
            " GROUP BY ALL HAVING count(*) FILTER (c.chance > 0) = 1"
        ),
        sentence=(
            "With eight pegs of two colours a codemaker who chooses with care brings the average from {mean:.4f} to"
            " {value:.4f} guesses: he hides one of the {hidden} codes with four pegs of each colour, and never one of"
            " the other {others}."
        ),
        command="tafelwerk mastermind adversary --pegs 8 --colors 2",
        story=(
            "In the standard game care gains next to nothing, and in some games nothing at all: with two pegs and any"
            " number of colours from eight to 36, or with four pegs and five colours, the codemaker may draw any code"
            " blindly.",
            "Two colours are another matter: the codebreaker finds every code sooner that has more pegs of one colour"
            " than of the other. With six pegs four of one colour and two of the other are still worth hiding; from"
            " seven to ten pegs only codes as balanced as possible are.",
        ),
        rows={"game": "8x2"},
    ),
)


_STANDARD = {"pegs": "4", "colors": "6"}

STARTS = {
    "mastermind": Starts(
        "Mastermind",
        (
            Start("Find a code: 4 pegs of 6 colours", {**_STANDARD, "as": "breaker"}),
            Start("A small one: 3 pegs of 4 colours", {"pegs": "3", "colors": "4", "as": "breaker"}),
            Start("Think of a code, and let the program find it", {**_STANDARD, "as": "maker"}),
        ),
        (
            (
                "Find a code",
                (
                    Start("4 pegs of 5 colours", {"pegs": "4", "colors": "5", "as": "breaker"}),
                    Start("2 pegs of 9 colours", {"pegs": "2", "colors": "9", "as": "breaker"}),
                    Start("4 pegs of 6 colours, all different", {**_STANDARD, "distinct": "1", "as": "breaker"}),
                ),
            ),
            (
                "Let the program find yours",
                (
                    Start("3 pegs of 4 colours", {"pegs": "3", "colors": "4", "as": "maker"}),
                    Start("4 pegs of 6 colours, all different", {**_STANDARD, "distinct": "1", "as": "maker"}),
                ),
            ),
        ),
    ),
    "wordle": Starts("Words", ()),
}
"""By the game's name in play; words begin with a list of the book."""


def history_picker() -> "Picker":
    """Rows of pegs, or of letters in a game of words."""
    from tafelwerk.families.mastermind.pegs import LOOKS, STEP, peg
    from tafelwerk.families.mastermind.rules import LETTERS, Pegs
    from tafelwerk.plots.pictures import Picker, Picture, Token

    game = Pegs(4, len(LOOKS))
    letters = LETTERS[: len(LOOKS)]
    return Picker(
        "rows",
        [Token(name, Picture(STEP, STEP, peg(game, color, 0, 0))) for color, name in enumerate(letters)],
    )


PICKERS = {"history": history_picker}
"""What pages put together of clicks, by the names of options."""

FIGURES = (
    Figure("mastermind-4.6", "Mastermind: mean number of queries over alpha", "mastermind.means_over_alpha"),
    Figure(
        "mastermind-4.17",
        "Mastermind and the root model over alpha, against optimal play",
        "mastermind.games_over_alpha",
    ),
    Figure(
        "mastermind-colours",
        "Mastermind: how H_1 grows with the number of colours",
        "mastermind.means_over_colours",
    ),
    Figure(
        "mastermind-queries",
        "Mastermind: how many codes each strategy finds with how many queries",
        "mastermind.queries",
    ),
)
