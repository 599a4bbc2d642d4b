"""What people read about the card to play."""

from typing import TYPE_CHECKING, Any

from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console
from tafelwerk.families.skat.answers import CardAdvice
from tafelwerk.families.skat.pictures import card_picture
from tafelwerk.families.skat.renderables import drawn, drawn_hand, led_by, share
from tafelwerk.rules.skat.cards import WIN, card_name, card_text, order, read_card
from tafelwerk.rules.skat.knowledge import Knowledge
from tafelwerk.rules.skat.words import counted, listed, number_text, term, worded

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture


def picture(answer: CardAdvice, known: Knowledge) -> "Picture":
    """The hand as a picture, with the card to play highlighted."""
    others = [name for name in answer.open_card_share if name != answer.card]
    said = _advice(answer, known, [answer.card, *others])
    return card_picture(answer, known.hand, known.game, known.table, said)


def layout(found: CardAdvice, known: Knowledge, bids: str | None) -> Any:
    """The card to play, and the share of deals that each card wins."""
    from rich.console import Group
    from rich.text import Text

    heading = Text(f"{term(known.seat.word):<11}", "bold").append_text(drawn_hand(known.hand, known.game))
    parts: list[Any] = [heading]
    if known.table:
        parts.append(Text(f"{term('table'):<11}").append_text(drawn(known.table)).append(led_by(known.leader)))
    place = {card: at for at, card in enumerate(order(known.game).sorted(known.legal))}
    cards = sorted(
        map(read_card, found.open_card_share),
        key=lambda one: (card_text(one) != found.card, -found.open_card_share[card_text(one)], place[one]),
    )
    names = [card_text(one) for one in cards]
    wins = "deals the declarer wins" if known.seat is known.declarer else "deals the defenders win"
    columns = [
        Column(term("card"), [drawn([one]) for one in cards]),
        Column(term(wins), [share(found.open_card_share[name]) for name in names]),
    ]
    if found.certainty == "sampled":
        to = worded(" to ", " bis ")
        ranges = [to.join(f"{100 * end:.0f}" for end in found.intervals[name]) + " %" for name in names]
        columns.append(Column(term("95 % interval"), ranges, goes=1))
    lines = [_advice(found, known, names), "", _sampling(found, bids)]
    return Group(*parts, "", Text(lines[0], "bold"), "", fitted(columns, console().width), "", Text(lines[2]))


def _advice(found: CardAdvice, known: Knowledge, names: list[str]) -> str:
    shown = card_name(read_card(found.card))
    if len(names) == 1:
        return worded(f"Play {shown}: no other card is legal.", f"Spiel {shown}: Keine andere Karte ist erlaubt.")
    alike = [name for name in names if found.open_card_share[name] == found.open_card_share[found.card]]
    if len(alike) == 1:
        return worded(
            f"Play {shown}: it wins in most deals.", f"Spiel {shown}: Sie gewinnt in den meisten Verteilungen."
        )
    others = listed([card_name(read_card(name)) for name in alike[1:]])
    reason = worded("is best of these by points", "ist von ihnen die beste nach Augen")
    if known.game.value == "null":
        reason = worded("is the lowest of equal cards", "ist von gleichen Karten die niedrigste")
    return worded(
        f"Play {shown}: it wins as often as {others} and {reason}.",
        f"Spiel {shown}: Sie gewinnt so oft wie {others} und {reason}.",
    )


def _sampling(found: CardAdvice, bids: str | None) -> str:
    """The sample behind the shares, and their meaning, in words."""
    aim = worded(f" The declarer needs {found.needs} points.", f" Der Alleinspieler braucht {found.needs} Augen.")
    if found.needs == 0:
        aim = worded(" The declarer wins with no trick.", " Der Alleinspieler gewinnt ohne Stich.")
    elif found.needs == 120:
        aim = worded(" The declarer needs all tricks.", " Der Alleinspieler braucht alle Stiche.")
    deals, one = counted(found.worlds, "deal"), found.worlds == 1
    agree = worded(
        f"{deals} {'is' if one else 'are'} consistent with the cards seen and the suits not followed",
        f"{deals} {'passt' if one else 'passen'} zu den gesehenen Karten und den nicht bedienten Farben",
    )
    if found.certainty == "sampled":
        samples, error = counted(found.samples or 0, "deal"), number_text(100 * (found.standard_error or 0), ".1f")
        by = worded(f" by the bids {bids}", f" nach den Geboten {bids}") if bids else ""
        agree += worded(
            f"; {samples} drawn{by}, standard error of a share at most {error} %",
            f"; {samples} gezogen{by}, Standardfehler eines Anteils höchstens {error} %",
        )
    elif bids and found.worlds > 1:
        agree += worded(f", weighted by the bids {bids}", f", gewichtet nach den Geboten {bids}")
    return f"{agree}.{'' if found.needs == WIN else aim} " + worded(
        "Shares are for open cards and best play by all from here; they are not the chance to win with hidden cards.",
        "Die Anteile gelten für offene Karten und bestes Spiel aller von da an; sie sind nicht die Chance, mit"
        " verdeckten Karten zu gewinnen.",
    )
