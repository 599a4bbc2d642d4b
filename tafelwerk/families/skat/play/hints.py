"""Hints: what a program would do in the person's place, with numbers, and why a program played a card."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.families.skat.play.sitting import Ask, Sitting
from tafelwerk.families.skat.play.telling import Cards, Phrase, Table, around, chance_text, contract_text
from tafelwerk.families.skat.rules.auction import Auction
from tafelwerk.families.skat.rules.cards import Game, Seat, bits
from tafelwerk.families.skat.rules.limits import MOST_WAYS
from tafelwerk.families.skat.rules.play import legal
from tafelwerk.families.skat.rules.rounds import CardOutcomes, Choice, GameInPlay, seat_seed
from tafelwerk.families.skat.rules.scoring import BIDS, Contract
from tafelwerk.families.skat.rules.words import term, titled
from tafelwerk.language import counted, say
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.families.skat.programs import Programs

SHOWN = 5
"""Number of discards with announcement shown."""

Told = Phrase | Table


def hints(sitting: Sitting, programs: "Programs") -> Iterator[Told]:
    """The action of a program in the person's place, from what the person knows."""
    round_, seat, ask, bidder = sitting.round, sitting.seat, sitting.ask, programs.bidder
    hand = round_.dealt.hands[seat]
    if ask in (Ask.BID, Ask.HOLD):
        return bid_hint(bidder.advise(hand, seat), bidder.limit(hand, seat), round_.auction)
    if ask is Ask.SKAT or (ask is Ask.ANNOUNCE and sitting.moment.left):
        contract = bidder.hand_contract(hand, seat, round_.bid)
        return _hand_hint(bidder.advise(hand, seat), contract, left=ask is Ask.ANNOUNCE)
    if ask in (Ask.DISCARD, Ask.ANNOUNCE):
        return _candidates_hint(_candidates(sitting, programs), laid=ask is Ask.ANNOUNCE)
    game = round_.game
    assert game is not None
    return card_hint(advised(sitting, programs), game.contract.game, declares=seat is game.declarer)


def advised(sitting: Sitting, programs: "Programs") -> Choice:
    """The card that a program would play in the person's place, with what it saw of each."""
    game = sitting.round.game
    assert game is not None
    return programs.adviser(game, seat_seed(sitting.chance, sitting.seat), sitting.round.bid)(game.known[sitting.seat])


def reasons(game: GameInPlay, place: int) -> Iterator[Told]:
    """The reason why a card was played.

    Args:
        game: the game.
        place: number of the card, from 0.
    """
    position, choice = game.positions[place], game.choices[place]
    seat = position.to_move
    trick, who, card = f"{titled('trick')} {place // 3 + 1}, ", term(seat.word), Cards((game.cards[place],))
    head: Phrase = (say("{trick}{who} played ", trick=trick, who=who), card)
    if choice is None:
        yield *head, say(": that was you.")
    elif choice.cards:
        worlds = counted(choice.worlds, "world")
        yield *head, say(", based on {worlds}:", worlds=worlds)
        yield _card_table(choice, game.game, declares=seat is game.declarer)
    else:
        if legal(position).bit_count() == 1:
            yield *head, say(": no other card was legal.")
        else:
            yield *head, say(": this program does not evaluate cards.")


def last_choice(game: GameInPlay) -> Sequence[int]:
    """The place of the last card that a program chose among several; empty if there is none."""
    return [place for place, choice in enumerate(game.choices) if choice is not None and choice.cards][-1:]


def discarder(programs: "Programs") -> Callable[[int, Contract, Seat], int]:
    """A function that gives the bidder's best discard of twelve cards for a contract."""

    def lay_away(cards: int, contract: Contract, seat: Seat) -> int:
        for one in programs.bidder.candidates(cards, seat, BIDS[0], count=MOST_WAYS):
            if one.contract == contract:
                return one.skat
        game = term(contract.game)
        raise InputError(say("the program has no discard for {game}", game=game))

    return lay_away


def bid_hint(advice: Any, limit: int, auction: Auction) -> Iterator[Told]:
    """The program's bid, its limit, and its chances in each game.

    Args:
        advice: the program's rating of the hand.
        limit: the highest bid that it makes or holds; 0 for none.
        auction: the bidding so far.
    """
    lowest = min(auction.offers, default=limit + 1)
    game = None if advice.game is None else term(advice.game)
    thinking = say(", planning {game}", game=game) if game else ""
    if lowest > limit and limit:
        said = say("pass here; its limit was {limit}", limit=limit)
    elif lowest > limit:
        said, thinking = say("pass"), ""
    elif auction.answering and not auction.bid:
        said = say("play at {lowest}, since the others passed", lowest=lowest)
    elif auction.answering:
        said = say("hold {lowest} and go up to {limit}", lowest=lowest, limit=limit)
    else:
        said = say("bid {lowest} and go up to {limit}", lowest=lowest, limit=limit)
    yield (say("The program would {said}{thinking}. Its chances to win as declarer:", said=said, thinking=thinking),)
    yield _chances(advice)


def _hand_hint(advice: Any, contract: Contract | None, *, left: bool) -> Iterator[Told]:
    """Whether the program would leave the Skat and announce a Hand contract; `left`: whether the Skat is left already."""
    if contract is not None:
        name = contract_text(contract)
        choice = say("leave the Skat and announce {name}", name=name)
    elif left:
        choice = say("have taken up the Skat; type undo to go back")
    else:
        choice = say("take up the Skat")
    yield (say("The program would {choice}. Its chances to win:", choice=choice),)
    yield _chances(advice)


def _chances(advice: Any) -> Table:
    games = sorted(advice.chances, key=lambda game: -advice.chances[game])
    rows = [
        (term(game), chance_text(advice.chances[game]), chance_text(advice.hand_chances.get(game))) for game in games
    ]
    return Table(tuple(map(term, ("game", "with the Skat", "Hand"))), rows, (1, 2))


def _candidates(sitting: Sitting, programs: "Programs") -> Sequence[Any]:
    """The best discards with announcement, given a fixed contract or a discard already made."""
    round_, laid, fixed = sitting.round, sitting.moment.laid, sitting.fixed
    count = MOST_WAYS if laid or fixed is not None else SHOWN
    found = programs.bidder.candidates(round_.cards, sitting.seat, round_.bid, count=count)
    if fixed is not None:
        found = [one for one in found if one.contract == fixed.contract]
    return [one for one in found if not laid or one.skat == laid][:SHOWN]


def _candidates_hint(candidates: Sequence[Any], *, laid: bool) -> Iterator[Told]:
    """The program's discard and announcement, best first; `laid`: two cards are discarded already."""
    if not candidates:
        yield (say("The program has no evaluation of this."),)
        return
    best = candidates[0]
    skat, name = _skat(best), contract_text(best.contract)
    first: Phrase = () if laid else around(say("discard {cards} and "), skat)
    yield (
        say("The program would "),
        *first,
        say("announce {name}. Its chances to win, and the mean in Seeger-Fabian points:", name=name),
    )
    rows = [
        (_skat(one), contract_text(one.contract), chance_text(one.chance), one.value, f"{one.expected:+.0f}")
        for one in candidates
    ]
    yield Table(tuple(map(term, ("discard", "announce", "chance", "value", "mean"))), rows, (2,))


def _skat(candidate: Any) -> Cards:
    return Cards(tuple(bits(candidate.skat)))


def card_hint(choice: Choice, game: Game, *, declares: bool) -> Iterator[Told]:
    """The card that a program would choose, and the others; `declares`: whether the declarer plays the card."""
    card = Cards((choice.card,))
    if not choice.cards:
        yield card, say(" is the only legal card.")
        return
    worlds = counted(choice.worlds, "world")
    seen = say(", based on {worlds}", worlds=worlds)
    if choice.stopped:
        seen += say(" (time ran out)")
    if sum(one.points_worlds > 0 for one in choice.cards) > 1 and game is not Game.NULL:
        seen += say(". Of the cards that win most often it is best by points")
    yield say("The program would play "), card, f"{seen}."
    yield _card_table(choice, game, declares=declares)


def _card_table(choice: Choice, game: Game, *, declares: bool) -> Table:
    """The legal cards: number of worlds in which each wins, and the declarer's mean points after it."""

    def merit(one: CardOutcomes) -> tuple[bool, float, float]:
        mean = one.mean_points or 0
        return one.card == choice.card, one.wins / max(one.worlds, 1), mean if declares else -mean

    rows = []
    for one in sorted(choice.cards, key=merit, reverse=True):
        mean = "" if one.mean_points is None else number_text(one.mean_points, ".1f")
        wins = say("{wins} of {worlds}", wins=one.wins, worlds=one.worlds)
        row = (Cards((one.card,)), wins, chance_text(one.wins / max(one.worlds, 1)), mean)
        rows.append(row[:3] if game is Game.NULL else row)
    names = ("card", "declarer wins" if declares else "defenders win", "share", "declarer's points")
    head = tuple(map(term, names[: 3 + (game is not Game.NULL)]))
    return Table(head, rows, (2, 3))
