"""Cards, hands and sentences with cards in them, as plain values for templates."""

from collections.abc import Sequence
from typing import Any

from tafelwerk.families.skat.board import Cards, Hand, Phrase, Table, sorted_cards
from tafelwerk.families.skat.rules.cards import RANK_TERMS, SUIT_TERMS, Game, card_text, printed_card, term
from tafelwerk.language import say

Plain = dict[str, Any]


def card_label(card: int) -> str:
    """A card read aloud: "jack of clubs", "Kreuz Bube"."""
    suit, rank = card_text(card)[0], card_text(card)[1]
    read = term(RANK_TERMS[rank]) if rank in RANK_TERMS else rank
    name = term(SUIT_TERMS[suit])
    return say("{read} of {name}", read=read, name=name)


def plain_card(card: int, **more: Any) -> Plain:
    """A card.

    Args:
        card: its bit.
        more: further keys.

    Returns:
        "name": as typed in any language; "suit": its letter; "rank": as shown; "label": read aloud.
    """
    return {"name": card_text(card), "suit": card_text(card)[0], "rank": printed_card(card)[1:]} | {
        "label": card_label(card),
        **more,
    }


def plain_hand(mask: int, game: Game | None) -> list[Plain]:
    """A hand, sorted as its player sorts it."""
    return [plain_card(card) for card in sorted_cards(mask, game).cards]


def plain_said(said: object) -> Plain:
    """Something said by a session: text, a sentence with cards, or a table.

    Returns:
        "kind": "line" with "parts", each a text or a list of cards; or "table" with "head", "rows" of such parts, and "right",
        the columns aligned right.
    """
    if isinstance(said, Table):
        rows = [[_part(cell) for cell in row] for row in said.rows]
        return {"kind": "table", "head": list(said.head), "rows": rows, "right": list(said.right)}
    phrase: Phrase = said if isinstance(said, tuple) else (said if isinstance(said, Cards | Hand) else str(said),)
    return {"kind": "line", "parts": [_part(part) for part in phrase]}


def _part(part: object) -> str | list[Plain]:
    if isinstance(part, Hand):
        return plain_hand(part.mask, part.game)
    if isinstance(part, Cards):
        return [plain_card(card) for card in part.cards]
    return str(part)


def spoken(cards: Sequence[Plain]) -> str:
    """Cards read aloud."""
    return ", ".join(card["label"] for card in cards) or say("no card")
