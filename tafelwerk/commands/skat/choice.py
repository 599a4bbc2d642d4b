"""`tafelwerk skat card`: which card to play now, the other hands hidden."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console
from tafelwerk.commands.picture import OutputOption, save
from tafelwerk.commands.skat.bidding import cards_named
from tafelwerk.commands.skat.pictures import card_picture
from tafelwerk.commands.skat.showing import drawn, drawn_hand, led_by, share
from tafelwerk.commands.skat.words import PlayedOption, app, game_named, named, seat_named
from tafelwerk.rules.skat.auction import read_bids
from tafelwerk.rules.skat.cards import WIN, card_name, card_text, cards_text, order, read_card, read_list, read_seat
from tafelwerk.rules.skat.knowledge import Knowledge, to_choose
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_WORLDS, WORLDS
from tafelwerk.rules.skat.words import counted, listed, number_text, term, worded
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import CardAdvice


@dataclass
class Seen:
    """What a player knows."""

    hand: Annotated[
        str,
        typer.Option(
            "--hand",
            metavar='"CJ ..."',
            help="The ten cards held by the seat when play began; for the declarer, after discarding.",
        ),
    ]
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="Game: clubs, spades, hearts, diamonds, grand or null.")
    ]
    declarer: Annotated[
        str, typer.Option("--declarer", metavar="SEAT", help="Declarer's seat: forehand, middlehand or rearhand.")
    ]
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="Your seat; it is your turn.")]
    skat: Annotated[
        str | None,
        typer.Option(
            "--skat",
            metavar='"S7 HQ"',
            help="The two cards discarded, for the declarer only. Default: unknown, as in a Hand game.",
        ),
    ] = None
    played: PlayedOption = None

    @cached_property
    def words(self) -> tuple[str, str, str, str, str | None, str | None]:
        """The options in canonical words, in the order of the question's parameters.

        Raises:
            InputError: an option is invalid; the message names it.
        """
        cards = named("--played", self.played or "", read_list)
        return (
            cards_text(cards_named("--hand", self.hand, 10)),
            game_named(self.game).value,
            seat_named(self.declarer).word,
            named("--seat", self.seat, read_seat).word,
            None if self.skat is None else cards_text(cards_named("--skat", self.skat, 2)),
            " ".join(map(card_text, cards)) or None,
        )


@app.command()
@asks
def card(
    seen: Seen,
    ask: AtOnce,
    worlds: Annotated[
        int,
        typer.Option(
            "--worlds",
            min=1,
            max=MOST_WORLDS,
            metavar="N",
            help="Number of deals of the hidden cards to solve; all of them if there are no more.",
        ),
    ] = WORLDS,
    bids: Annotated[
        str | None,
        typer.Option("--bids", metavar='"18 20 22"', help="The bids in order, by which the deals are weighted."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed.")] = 0,
    output: OutputOption = None,
) -> Text:
    """Which card to play now, the other hands hidden: the one that wins in most deals that agree with what you know.

    In each of these deals all cards lie open and all play best from there. So the shares are no chances of winning at the table,
    where nobody sees the other hands.

    Example: tafelwerk skat card --hand "CJ SJ CA CT CK DA DT HA H7 S7" --game clubs --declarer forehand --seat forehand

    Example: tafelwerk skat card --hand "HJ CA C8 SA S9 HA HT H8 D9 D7" --game grand --declarer rearhand --seat forehand
    """
    known = to_choose(*seen.words)
    heard = None if bids is None else " ".join(map(str, named("--bids", bids, read_bids)))
    found = ask(questions.card, *seen.words, worlds, heard, seed)
    if output is not None:
        others = [name for name in found.open_card_share if name != found.card]
        said = _advice(found, known, [found.card, *others])
        save(card_picture(found, known.hand, known.game, known.table, said), output)
    return lambda: _layout(found, known, heard)


def _layout(found: CardAdvice, known: Knowledge, bids: str | None) -> Any:
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
