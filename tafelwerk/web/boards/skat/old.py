"""The table of Skat: the current trick, and your hand, whose legal cards are turns."""

from collections.abc import Callable, Sequence

from tafelwerk.play.session import Said, Session
from tafelwerk.play.skat.session import SkatSession
from tafelwerk.play.skat.sitting import Ask
from tafelwerk.play.skat.telling import sorted_cards
from tafelwerk.plots.colours import INK, MUTED
from tafelwerk.plots.drawings.cards import HEIGHT, WIDTH, card
from tafelwerk.plots.pictures import words
from tafelwerk.rules.skat.cards import Seat, card_text
from tafelwerk.rules.skat.words import term, worded
from tafelwerk.web.boards import Board, Spot

STEP, ROW, LABEL = 28.0, 50.0, 80.0
"""From a card to the next, from a row to the next, and room for a row's name."""


def table(values: Sequence[Said], spot: Callable[..., Spot], session: Session) -> Board:
    """The table as the person sees it."""
    assert isinstance(session, SkatSession)
    sitting = session.sitting
    hand = sorted_cards(sitting.cards, sitting.game)
    parts, spots, y = [], [], 0.0
    said = []
    if sitting.ask is Ask.CARD:
        course = sitting.known.course
        parts.append(words(0, y + HEIGHT / 2, term("table"), 11, INK))
        for place, number in enumerate(course.table):
            seat = Seat((course.leader + place) % 3)
            x = LABEL + place * 2.4 * STEP
            parts += [card(number, x, y), words(x + WIDTH / 2, y + HEIGHT + 8, term(seat.word), 8, MUTED, "middle")]
            said.append(f"{term(seat.word)} {card_text(number)}")
        y += ROW + 10
    parts.append(words(0, y + HEIGHT / 2, worded("your hand", "dein Blatt"), 11, INK, bold=True))
    legal = {}
    if sitting.ask is Ask.CARD and not session.over:
        legal = dict(zip(sorted_cards(sitting.known.legal, sitting.game).cards, session.legal, strict=True))
    for place, number in enumerate(hand.cards):
        x = LABEL + place * STEP
        parts.append(card(number, x, y))
        if number in legal:
            spots.append(spot(legal[number], x - 1, y - 1, WIDTH + 2, HEIGHT + 2))
    trick = (
        f"{worded('On the table', 'Auf dem Tisch')}: {', '.join(said) or worded('no card', 'keine Karte')}. "
        if y
        else ""
    )
    text = f"{trick}{worded('Your hand', 'Dein Blatt')}: {' '.join(map(card_text, hand.cards))}."
    return Board(LABEL + max(len(hand.cards), 8) * STEP, y + HEIGHT + 2, "".join(parts), text, tuple(spots))
