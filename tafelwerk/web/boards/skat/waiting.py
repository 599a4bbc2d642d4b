"""The table while programs think: as it was before the person's answer, with the answer. In the server, without a session."""

from contextlib import suppress
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import card_text, read_card, term, titled
from tafelwerk.language import say
from tafelwerk.web.boards.skat.cards import Plain


def anticipated(stand: Plain, turn: str) -> Plain | None:
    """A table right after the person's answer, before any program has acted.

    Args:
        stand: the table before, as `table.table` gives it.
        turn: the answer.

    Returns:
        The table, with "thinking"; None if the round was over before.
    """
    if stand["ask"] == "over":
        return None
    after: dict[str, Any] = {**stand, "options": [], "hint": [], "warning": "", "asked": ""}
    after["hand"] = [{**card, "legal": False, "price": "", "best": False} for card in stand["hand"]]
    left = stand["seats"][0]
    thinks = say("The programs are thinking ...")
    if stand["ask"] == "card":
        name = _name(turn)
        card = next((card for card in after["hand"] if card["name"] == name), None)
        trick = stand["trick"]
        if card is None or trick is None:
            return None
        after["hand"].remove(card)
        you = next(seat["seat"] for seat in stand["seats"] if seat["you"])
        cards = [*trick["cards"], {**card, "seat": you, "who": titled(term("you"))}]
        after["trick"] = {**trick, "cards": cards}
        if len(cards) < 3:
            thinks = say("{name} ({program}) is thinking ...", name=left["name"], program=left["program"])
    return after | {"thinking": thinks}


def _name(turn: str) -> str:
    with suppress(InputError):
        return card_text(read_card(turn))
    return ""
