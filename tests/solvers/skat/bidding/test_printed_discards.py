"""The six hands of twelve cards that the thesis prints with the discards and announcements of its classifiers.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.3. In the copy at hand diamonds
are read as spades. In each row suits stand in the order diamonds, hearts, spades, clubs, and jacks in that of diamonds to clubs:
so the first group of "spades" is diamonds wherever a card would stand there twice, and a jack before that of hearts is that of
diamonds. What stays open is written with both suits.
"""

from itertools import product

from skat_hands import compiled

from tafelwerk.build.skat.weights import default_bidder
from tafelwerk.rules.skat.cards import JACKS, Game, Seat, bits, card_text, order, read_cards

PRINTED = (
    "D9 SJ/DJ CJ H7 H8 H9 HK HA S7 S8 C7 C8",
    "D7 D9 H7 H8 HQ HA S9 SQ C9 CK CT SJ/DJ",
    "D7 D8 DK H7 HQ S7 S9 ST DJ HJ SJ C7",
    "D7 D8 DT DA DJ HJ SJ S7 S8 SK C7 CK",
    "D7 D8 H7 H9 S7 S9 ST SA CA HJ SJ CJ",
    "DQ HJ SJ CJ H8 HT HA S8 C7 C8 CK CT",
)
"""The six hands of twelve cards that the thesis prints, a slash where the copy does not tell; it lays a trump away in four.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.3.
"""


def readings(text: str) -> list[str]:
    """All ways to read words with slashes."""
    return [" ".join(words) for words in product(*(word.split("/") for word in text.split()))]


def trumps(game: Game) -> int:
    return order(game).from_game(order(game).trumps)


@compiled
def test_ours_lays_no_jack_away_and_bares_no_ten() -> None:
    """Nor a trump, in any reading and at any seat, in the best game with trumps."""
    bidder = default_bidder(worlds=0)
    for twelve, seat in product((twelve for cards in PRINTED for twelve in readings(cards)), Seat):
        cards = read_cards(twelve)
        best = bidder.candidates(cards, seat, games=[game for game in Game if game is not Game.NULL])[0]
        assert not best.skat & (trumps(best.contract.game) | JACKS), (twelve, seat, best)
        for card in bits(cards ^ best.skat):
            suit = 127 << 7 * (card // 7)
            if card_text(card)[1] == "T" and not trumps(best.contract.game) >> card & 1:
                lower = (1 << card) - 1 & suit
                bared = not (cards ^ best.skat) & suit & ~(1 << card) and cards & lower
                assert not bared, (twelve, seat, best)
