"""The table during a round as one seat sees it: the hand with numbers, tricks, what has been said, how play stands."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tafelwerk.commands.skat.round_view import contract_text, does, names_of, sentence, sorted_hand, who
from tafelwerk.commands.skat.table import drawn, drawn_hand
from tafelwerk.commands.wording import counted
from tafelwerk.rules.skat.auction import Auction, Call, Word
from tafelwerk.rules.skat.cards import Game, Seat, mask_of, order, points
from tafelwerk.rules.skat.knowledge import Knowledge
from tafelwerk.rules.skat.play import trick_winner
from tafelwerk.rules.skat.rounds import GameInPlay, Round

if TYPE_CHECKING:
    from rich.text import Text


class PlayedTrick(NamedTuple):
    """A trick that is complete.

    Attributes:
        number: from 1.
        leader: who led.
        cards: the three cards in the order played.
        winner: who took it.
    """

    number: int
    leader: Seat
    cards: tuple[int, ...]
    winner: Seat


def tricks_of(game: GameInPlay) -> list[PlayedTrick]:
    """The complete tricks of a game."""
    done = game.decisions[: len(game.decisions) // 3 * 3]
    found = []
    for first in range(0, len(done), 3):
        leader, cards = done[first].seat, tuple(one.card for one in done[first : first + 3])
        winner = trick_winner(game.contract.game, leader, cards)
        found.append(PlayedTrick(first // 3 + 1, leader, cards, winner))
    return found


def said(calls: Sequence[Call], you: Seat) -> str:
    """What has been said in the bidding: "middlehand bids 18, you hold 18"."""
    verbs = {Word.BIDS: "bid", Word.HOLDS: "hold", Word.PASSES: "pass"}
    return ", ".join(
        does(call.seat, you, verbs[call.word]) + ("" if call.word is Word.PASSES else f" {call.bid}") for call in calls
    )


def bid_text(auction: Auction, you: Seat) -> str:
    """The bidding so far, or that there was none."""
    if auction.calls:
        return f"Bidding: {said(auction.calls, you)}."
    return "Nobody has bid yet." if not auction.over else f"Without bidding, at {auction.bid}."


def numbered(hand: int, game: Game | None, playable: int | None = None) -> "Text":
    """A hand in two lines: the cards, a wider gap between suits, and below them their numbers.

    Args:
        hand: mask of the cards.
        game: as for `sorted_hand`.
        playable: mask of the cards that get a number; None for all.
    """
    from rich.text import Text

    own = order(game or Game.GRAND)
    cards, numbers, number = Text("  "), Text("  "), 0
    for suit in (own.trumps, *own.suits):
        part = own.sorted(hand & own.from_game(suit))
        for card in part:
            number += 1
            can = playable is None or playable >> card & 1
            cards.append_text(drawn([card])).append(" ")
            numbers.append(f"{number if can else '-':>2} ", "" if can else "dim")
        if part:
            cards.append(" ")
            numbers.append(" ")
    cards.rstrip()
    numbers.rstrip()
    return cards.append("\n").append_text(numbers)


def trick_text(trick: PlayedTrick, game: Game, you: Seat) -> "Text":
    """A trick in a line: who played what, who took it, with how many points where they count."""
    from rich.text import Text

    text = Text(f"Trick {trick.number}: ").append_text(table_text(trick.leader, trick.cards, you))
    taken = "it" if game is Game.NULL else points(mask_of(trick.cards)) or "nothing"
    return text.append(f": {does(trick.winner, you, 'take')} {taken}.")


def table_text(leader: Seat, cards: Sequence[int], you: Seat) -> "Text":
    """Who played what, from the card that was led on."""
    from rich.text import Text

    parts = [
        Text(f"{who(Seat((leader + place) % 3), you)} ").append_text(drawn([card])) for place, card in enumerate(cards)
    ]
    return Text(", ").join(parts)


def stand_text(game: GameInPlay, bid: int, you: Seat, *, whole: bool, everything: bool = False) -> "Text":
    """How play stands, as one seat knows it, without that seat's own hand.

    Args:
        game: the game in play.
        bid: the bid that was made or held.
        you: the seat.
        whole: whether to say what does not change from trick to trick too: the bid, who defends, the Skat.
        everything: whether all hands are shown.
    """
    from rich.text import Text

    known, contract, declarer = game.known[you], game.contract, game.declarer
    text = Text(f"{contract_text(contract)} by {who(declarer, you)}")
    if whole:
        others = [seat.word for seat in Seat if seat not in (you, declarer)]
        text.append(f" at {bid}; {' and '.join(others if declarer is you else ['you', *others])} defend")
    text.append(f". {counts_text(known, whole=whole)}\n")
    for seat in Seat:
        hand = game.position.hands[seat] if everything else known.hands[seat]
        if seat is not you and hand:
            text.append(f"{seat.word:<11}").append_text(drawn_hand(hand, contract.game)).append("\n")
    skat = game.deal.skat if everything else known.skat
    if skat is not None and (whole or everything):
        text.append("Skat       ").append_text(drawn(sorted_hand(skat, contract.game)))
        text.append(f"  {counted(points(skat), 'point')}\n" if contract.game is not Game.NULL else "\n")
    text.append(f"Trick {len(known.cards) // 3 + 1}: ")
    if not known.table:
        return text.append(f"{does(known.leader, you, 'lead')}.")
    text.append(f"{does(known.leader, you, 'lead')} ").append_text(drawn(known.table[:1]))
    if known.table[1:]:
        text.append(f", {who(known.leader.left, you)} ").append_text(drawn(known.table[1:]))
    return text.append(".")


def counts_text(known: Knowledge, *, whole: bool) -> str:
    """Points so far, or in Null tricks, as a seat knows them; `whole`: whether the Skat's points are among them too."""
    if known.game is Game.NULL:
        done = len(known.cards) // 3
        return f"{counted(done, 'trick')} played, none taken by the declarer." if done else "No trick played yet."
    course, alone = known.course, "you" if known.seat is known.declarer else "declarer"
    skat = 0 if known.skat is None else points(known.skat)
    text = f"Points: {alone} {course.declarer_points + skat}, defenders {course.defender_points}."
    if whole:
        among = "Those of the Skat are not counted yet" if known.skat is None else f"Yours count {skat} of the Skat"
        text += f" {among}."
    return text


def taken_text(round_: Round, you: Seat) -> str:
    """Who took up the Skat, and to the declarer what lay there."""
    if round_.declarer is not None and round_.declarer is not you:
        return f"{sentence(round_.declarer.word)} takes up the Skat."
    return f"In the Skat: {names_of(sorted_hand(round_.dealt.skat, None))}."


def dealt_text(round_: Round, you: Seat) -> "Text":
    """The others' hands and the Skat before play."""
    from rich.text import Text

    lines = [
        Text(f"{seat.word:<11}").append_text(drawn_hand(round_.dealt.hands[seat], Game.GRAND))
        for seat in Seat
        if seat is not you
    ]
    lines.append(Text("Skat       ").append_text(drawn(sorted_hand(round_.dealt.skat, None))))
    return Text("\n").join(lines)
