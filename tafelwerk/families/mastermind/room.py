"""Mastermind in the museum: what a visitor reads of it, and what was found."""

from typing import TYPE_CHECKING

from tafelwerk.museum import Finding, Room

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture


def _draw_game() -> "Picture":
    from tafelwerk.families.mastermind.pictures import draw_guesses
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
            " place (black), and how many more are of a colour that the code has elsewhere (white). He goes on until"
            " he guesses the code itself, and wants few guesses.",
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
        figures=("mastermind-queries", "mastermind-4.6", "mastermind-4.17"),
        also=("bulls and cows", "wordle", "4x6", "moo", "master mind"),
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
            "Whoever wants the least average asks so that the few hardest codes take six guesses. A player who"
            " refuses to need a sixth guess pays almost nothing for it: one guess more over all 1,296 codes together."
            " Both strategies are stored as whole trees, so every answer can be followed to its end.",
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
            "Shannon's entropy measures how much an answer tells on average. Following it is a good rule, and yet a"
            " far simpler one beats it: choose the guess that can be answered in the most ways. Between the two lies"
            " a whole family of entropies, one for each order alpha, and the best of them belongs to neither end.",
        ),
        figure="mastermind-4.6",
        rows={"game": "4x6"},
    ),
)
