"""What people read about the card to play."""

from typing import TYPE_CHECKING, Any

from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console
from tafelwerk.families.skat.answers import CardAdvice
from tafelwerk.families.skat.pictures import card_picture
from tafelwerk.families.skat.renderables import drawn, drawn_hand, led_by, share
from tafelwerk.families.skat.rules.cards import WIN, card_name, card_text, order, read_card
from tafelwerk.families.skat.rules.knowledge import Knowledge
from tafelwerk.families.skat.rules.words import term
from tafelwerk.language import counted, listed, say
from tafelwerk.wording import number_text

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
        to = say(" to ")
        ranges = [to.join(f"{100 * end:.0f}" for end in found.intervals[name]) + " %" for name in names]
        columns.append(Column(term("95 % interval"), ranges, goes=1))
    lines = [_advice(found, known, names), "", _sampling(found, bids)]
    return Group(*parts, "", Text(lines[0], "bold"), "", fitted(columns, console().width), "", Text(lines[2]))


def _advice(found: CardAdvice, known: Knowledge, names: list[str]) -> str:
    shown = card_name(read_card(found.card))
    if len(names) == 1:
        return say("Play {shown}: no other card is legal.", shown=shown)
    alike = [name for name in names if found.open_card_share[name] == found.open_card_share[found.card]]
    if len(alike) == 1:
        return say("Play {shown}: it wins in most deals.", shown=shown)
    others = listed([card_name(read_card(name)) for name in alike[1:]])
    reason = say("is best of these by points")
    if known.game.value == "null":
        reason = say("is the lowest of equal cards")
    return say("Play {shown}: it wins as often as {others} and {reason}.", shown=shown, others=others, reason=reason)


def _sampling(found: CardAdvice, bids: str | None) -> str:
    """The sample behind the shares, and their meaning, in words."""
    aim = say(" The declarer needs {needs} points.", needs=found.needs)
    if found.needs == 0:
        aim = say(" The declarer wins with no trick.")
    elif found.needs == 120:
        aim = say(" The declarer needs all tricks.")
    deals = counted(found.worlds, "deal")
    agree = say("{deals} are consistent with the cards seen and the suits not followed", deals=deals)
    if found.worlds == 1:
        agree = say("{deals} is consistent with the cards seen and the suits not followed", deals=deals)
    if found.certainty == "sampled":
        samples, error = counted(found.samples or 0, "deal"), number_text(100 * (found.standard_error or 0), ".1f")
        by = say(" by the bids {bids}", bids=bids) if bids else ""
        agree += say(
            "; {samples} drawn{by}, standard error of a share at most {error} %", samples=samples, by=by, error=error
        )
    elif bids and found.worlds > 1:
        agree += say(", weighted by the bids {bids}", bids=bids)
    return f"{agree}.{'' if found.needs == WIN else aim} " + say(
        "Shares are for open cards and best play by all from here; they are not the chance to win with hidden cards."
    )
