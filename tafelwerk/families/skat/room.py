"""Skat in the museum: what a visitor reads of it, what pages put together of clicks, what was found, and figures."""

from functools import partial
from typing import TYPE_CHECKING

from tafelwerk.families.skat.rules.limits import PAIRS, WHAT
from tafelwerk.language import message, say
from tafelwerk.museum import Finding, Room, Starts
from tafelwerk.plots.figure import Figure

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picker, Picture, Token


def _draw_cards() -> "Picture":
    from tafelwerk.families.skat.pictures import hands
    from tafelwerk.families.skat.rules.cards import read_cards

    return hands({"": read_cards("CJ SJ CA CT C9")}, None)


ROOMS = (
    Room(
        family="skat",
        name="skat",
        title="Skat",
        about=message("Three players, thirty-two cards: one plays alone against the other two."),
        rules=(
            message(
                "Each player gets ten cards, and two lie face down: the Skat. The players bid; whoever bids highest"
                " plays alone as declarer, may take up the Skat and put two cards away, and names the game. Then a"
                " card is led and the others follow suit if they can; the highest card takes the trick, and trumps"
                " beat all others. In a suit game the four jacks and that suit are trumps, in Grand the jacks alone."
                " An ace counts 11 points, a ten 10, a king 4, a queen 3, a jack 2, together 120: the declarer wins"
                " with 61. In Null there are no trumps, and the declarer wins if he takes no trick."
            ),
        ),
        picture='tafelwerk skat bid --hand "CJ SJ CA CT C9 C8 DA DT HA H7" --seed 1',
        shows=message(
            "Ten cards with the two black jacks, three aces and two tens, and the chance to win each game with them."
        ),
        example=(
            message(
                "The ten cards of the picture are strong: as Grand with the Skat they win with a chance of 99 %, as"
                " spades with 76 %, as Null with 11 %. Forehand, who leads to the first trick, can bid up to 96 with"
                " Grand Hand, which leaves the Skat on the table."
            ),
            message(
                "What a game is worth is counted, not judged. Spades Hand with the two black jacks and 92 points:"
                " with 2, game 3, Hand 4, Schneider 5, since the others made 28 only; 5 x 11 = 55."
            ),
        ),
        games=(("skat", message("Play a round")),),
        asks=(
            (
                'tafelwerk skat bid --hand "CJ SJ CA CT C9 C8 DA DT HA H7"',
                message("Should I bid, and how high?"),
            ),
            (
                'tafelwerk skat discard --cards "CJ SJ CA CT CK DA DT HA H7 S7 S8 D9"',
                message("Which two cards should I put away?"),
            ),
            (
                'tafelwerk skat card --hand "CJ SJ CA CT CK DA DT HA H7 S7" --game clubs --declarer forehand --seat'
                " forehand",
                message("Which card should I play now?"),
            ),
            (
                'tafelwerk skat solve --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand',
                message("Who wins if all cards lie open?"),
            ),
            ("tafelwerk skat games kupferschmid-6", message("What did each card of a real game cost?")),
            (
                "tafelwerk skat score --game spades --matadors 2 --hand --points 92 --tricks 9",
                message("How much is a game worth?"),
            ),
            ('tafelwerk skat null --hand "C7 C9 CJ S7 S9 SJ H7 H9 D7 D9"', message("Can this Null be lost?")),
            ("tafelwerk skat shares", message("How often is a random deal won?")),
        ),
        figures=("skat-jacks", "skat-hands", "skat-ladder-nodes"),
        draw=_draw_cards,
        also=("scat", "null", "grand"),
    ),
)

STARTS = {
    "skat": Starts(
        "Skat",
        (),
        pages=(
            ("skat/rounds/book", message("Rounds card by card")),
            ("skat/typed", message("A round of your own")),
            ("skat/puzzle", message("Puzzles")),
        ),
    )
}
"""By the game's name in play."""

FINDINGS = (
    Finding(
        room="skat",
        name="lost-game-won",
        title="A lost game of Skat was won",
        question="What did each card of a real game cost?",
        query="SELECT points, start FROM skat.games WHERE name = 'kupferschmid-6' AND won AND start < 61",
        sentence=(
            "In this recorded game the declarer won with {points} points; with best play by all three from the first"
            " card he would have had {start}."
        ),
        command="tafelwerk skat games kupferschmid-6",
        story=(
            "Sixty-one points win, and rearhand has exactly that with spades. Played with open cards by three"
            " players who make no mistake, the same cards would have given him 13.",
            "Two cards made the difference, both played by forehand. In the third trick he leads the ten of clubs,"
            " and the declarer, who has none left, takes it with the ten of spades, a trump: that costs 38 points. In"
            " the sixth he leads the queen of clubs instead of the jack of spades, for another 10. The declarer made"
            " no mistake at all.",
            "A cost is counted against best play with all cards open, from that position on. The defenders saw ten"
            " cards each and had to guess. What costs 38 points here may have been the right card for somebody who"
            " cannot know.",
        ),
        rows={"name": "kupferschmid-6"},
        is_first=True,
    ),
    Finding(
        room="skat",
        name="safe-null",
        title="One hand in fourteen hundred cannot lose Null",
        question="How many hands win Null whatever the others hold?",
        query=(
            "SELECT sum(hands)::BIGINT AS hands, sum(defender)::BIGINT AS safe, sum(declarer)::BIGINT AS opening,"
            " (sum(hands) / sum(defender))::BIGINT AS per FROM skat.null_hands HAVING opening < safe"
        ),
        sentence=(
            "Of all {hands:,} hands of ten cards {safe:,}, one in {per:,}, win Null against every distribution of"
            " the other cards if a defender leads, and {opening:,} of them if the declarer does."
        ),
        command="tafelwerk skat null",
        story=(
            "In Null the declarer must take no trick. Some hands are so low that nothing can happen to them, not"
            " even if both defenders see all cards. Such a hand can be found suit by suit: a suit is safe if below"
            " its lowest card there is none outside, below its second lowest at most one, and so on.",
            "If a defender leads, a hand cannot be beaten exactly if all four suits are safe. If the declarer has to"
            " lead, he also needs a suit in which he can open. The hands are counted one by one, and for every class"
            " of hands that fails there is a deal in which the defenders win.",
            "It is a theorem, proved on the page of results, and holds alike for Null, Null Hand, Null Ouvert and"
            " Null Ouvert Hand. It does not say how often other hands win: against defenders who see only their own"
            " cards most of them have a chance, too.",
        ),
    ),
)


def pile_picker(most: int) -> "Picker":
    """One pile of cards.

    Args:
        most: its greatest size.
    """
    from tafelwerk.plots.pictures import Picker

    return Picker("piles", _cards_to_pick(), ((say("cards"), most),))


def deal_picker() -> "Picker":
    """The three hands and the Skat."""
    from tafelwerk.families.skat.rules.cards import Seat, term
    from tafelwerk.plots.pictures import Picker

    return Picker("piles", _cards_to_pick(), (*((term(seat.word), 10) for seat in Seat), ("Skat", 2)))


def _cards_to_pick() -> "list[Token]":
    from tafelwerk.families.skat.pictures import HEIGHT, WIDTH, card
    from tafelwerk.families.skat.rules.cards import card_name, read_card
    from tafelwerk.plots.pictures import Picture, Token

    numbers = [read_card(suit + rank) for suit in "CSHD" for rank in "JATKQ987"]
    return [Token(card_name(number), Picture(WIDTH + 2, HEIGHT + 2, card(number, 1, 1))) for number in numbers]


PICKERS = {
    "hand": partial(pile_picker, 10),
    "cards": partial(pile_picker, 12),
    "skat": partial(pile_picker, 2),
    "history": partial(pile_picker, 30),
    "deal": deal_picker,
}
"""What pages put together of clicks, by the names of options."""

NUMBERED: dict[tuple[str, str], list[tuple[str, str]]] = {
    ("5.1", "5.3"): [("ab", "ab_tt")],
    ("6.3", "6.4"): [("ab_tt", "mws_tt")],
    ("7.2", "7.3"): [("mws_tt", "mws_equiv")],
    ("8.4", "8.3"): [("mtd_minus_inf", "mtd_plus_inf"), ("mtd_plus_inf", "mtd_f")],
    ("9.7", "9.8"): [("mws_equiv", "mws_ss")],
    ("10.2", "10.3"): [("mws_ss", "mws_mo")],
}
"""Numbers of the source's figures of positions and of time, and the steps that they compare."""

_LADDER = "tafelwerk build skat --ladder 40 --cards-each 8"
"""A build that holds rows of the ladder's figures and takes some seconds; the standard set holds more."""

_NULL = "tafelwerk build skat --ladder 1000 --question null"

FIGURES = (
    *(
        Figure(
            f"skat-{number}",
            f"Ladder of solvers, {WHAT[measure]}: {'; '.join(PAIRS[pair] for pair in pairs)}",
            "skat.steps",
            (measure, pairs),
            build=_LADDER,
        )
        for numbers, pairs in NUMBERED.items()
        for number, measure in zip(numbers, WHAT, strict=True)
    ),
    Figure(
        "skat-5.4",
        "Positions in the transposition table",
        "skat.entries",
        build="tafelwerk build skat --ladder 300 --question table",
    ),
    Figure("skat-9.6", "Sure tricks of the side on lead against the points that it gets", "skat.sure"),
    Figure("skat-11.3", "Positions searched for Null", "skat.null_nodes", build=_NULL),
    Figure("skat-11.4", "Time for Null", "skat.null_times", build=_NULL),
    Figure("skat-hands", "The chance to win by trumps and aces", "skat.hands"),
    Figure("skat-jacks", "The chance to win by game and jacks", "skat.jacks"),
    Figure(
        "skat-ladder-nodes",
        "Ladder of solvers: positions searched at each step, against the step before",
        "skat.nodes",
        build=_LADDER,
    ),
    Figure(
        "skat-ladder-times",
        "Ladder of solvers: time of each step, against the step before",
        "skat.times",
        build=_LADDER,
    ),
    Figure("skat-points", "The declarer's points on random deals", "skat.points"),
)
