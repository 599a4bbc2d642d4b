"""How a round of Skat looks: actions, contracts and results in words; cards and hands in a terminal, on paper and as pictures.

Output is text with cards, as a tuple of strings, `Cards` and `Hand`, or a `Table`; the caller draws it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tafelwerk.commands.output import console, page_width, table
from tafelwerk.families.skat.rules import contracts
from tafelwerk.families.skat.rules.cards import (
    WIN,
    Game,
    Seat,
    card_name,
    card_names,
    card_text,
    does,
    mask_of,
    order,
    points,
    printed_card,
    read_card,
    term,
    titled,
)
from tafelwerk.families.skat.rules.knowledge import Knowledge
from tafelwerk.families.skat.rules.play import OpenGame, Position, Trick, tricks_of
from tafelwerk.families.skat.rules.rounds import GameInPlay, Round
from tafelwerk.language import count_noun, join_words, message, percent, say, seconds_text
from tafelwerk.texts import StyledText
from tafelwerk.wording import capitalised, number_text

if TYPE_CHECKING:
    from tafelwerk.commands.fitting import Column
    from tafelwerk.families.skat.answers import AnnouncedContract, Explanation, Solution, TrickStart
    from tafelwerk.families.skat.replays import LogRound, ReplayedGame
    from tafelwerk.plots.pictures import Picture


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards in their order."""

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return card_names(self.cards)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand sorted for a game; before a game is announced, by suits with the jacks first.

    Attributes:
        mask: mask of the cards.
        game: the game; None before it is known.
        playable: mask of the cards shown with a number to play them by; None: no numbers are shown.
    """

    mask: int
    game: Game | None = None
    playable: int | None = None

    @property
    def suits(self) -> list[list[int]]:
        """The trumps, then the other suits that the hand has."""
        own = order(self.game or Game.GRAND)
        parts = (own.sorted(self.mask & own.from_game(suit)) for suit in (own.trumps, *own.suits))
        return [part for part in parts if part]

    def __str__(self) -> str:
        return "  ".join(str(Cards(tuple(part))) for part in self.suits)


Phrase = tuple[str | Cards | Hand, ...]
"""Text with cards in it; it may have several lines."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below a head; `right`: columns aligned right."""

    head: tuple[str, ...]
    rows: Sequence[Sequence[str | int | Cards]]
    right: tuple[int, ...] = ()


class Standing(NamedTuple):
    """What a player has from several rounds.

    Attributes:
        played: games as declarer.
        won: of these, games won.
        score: sum of the scores as declarer, by the Skat Order.
        tournament: tournament points, after Seeger and Fabian.
    """

    played: int
    won: int
    score: int
    tournament: int


def score_table(programs: tuple[str, str], standings: Sequence[Standing]) -> Table:
    """The score of all players.

    Args:
        programs: names of the programs to the left and to the right.
        standings: of the person and of these.
    """
    left, right = programs
    names = term("you"), f"{say('left')}, {left}", f"{say('right')}, {right}"
    rows = [(name, *standing) for name, standing in zip(names, standings, strict=True)]
    return Table((*map(term, ("player", "played", "won", "score")), "Seeger-Fabian"), rows)


def chance_text(chance: float | None) -> str:
    """A chance in percent, never rounded to 0 or 100 unless certain; empty for None."""
    if chance is None:
        return ""
    if 0 < chance < 1 and round(100 * chance) in (0, 100):
        return f"< {percent(0.01)}" if chance < 0.5 else f"> {percent(0.99)}"
    return percent(chance)


def share_range(low: float, high: float, places: int = 0) -> str:
    """Two shares in percent: "83.1 to 87.0 %"."""
    return say("{low} to {high}", low=number_text(100 * low, f".{places}f"), high=percent(high, places))


def who(seat: Seat, you: Seat | None) -> str:
    """A player's name in sentences: "you" or the seat."""
    return term("you" if seat is you else seat.word)


def acts(seat: Seat, you: Seat | None, verb: str) -> str:
    """Subject and verb: "you take", "forehand takes"; the verb is given in the form for "you"."""
    return does(who(seat, you), verb, you=seat is you)


def around(text: str, cards: Cards) -> Phrase:
    """A text with cards at its place {cards}."""
    before, _, after = text.partition("{cards}")
    return before, cards, after


def sorted_cards(mask: int, game: Game | None) -> Cards:
    """Cards sorted for a game; `game` as for `Hand`."""
    return Cards(tuple(order(game or Game.GRAND).sorted(mask)))


def contract_text(contract: contracts.Contract) -> str:
    """A contract in words: "Clubs", "Grand Hand with Schneider announced"."""
    words = [titled(contract.game)]
    if contract.hand:
        words.append("Hand")
    if contract.ouvert:
        words.append("Ouvert")
    promised = "Schwarz" if contract.schwarz else "Schneider" if contract.schneider else ""
    if promised and not contract.ouvert:
        words.append(say("with {promised} announced", promised=promised))
    return " ".join(words)


def calls_in_words(calls: Sequence[contracts.Call], you: Seat | None = None) -> str:
    """Calls of the bidding in words: "middlehand bids 18, you hold 18"."""
    verbs = {contracts.Word.BIDS: "bid", contracts.Word.HOLDS: "hold", contracts.Word.PASSES: "pass"}
    return ", ".join(
        acts(call.seat, you, verbs[call.word]) + ("" if call.word is contracts.Word.PASSES else f" {call.bid}")
        for call in calls
    )


def bid_text(auction: contracts.Auction, you: Seat) -> str:
    """The bidding so far, in words."""
    if auction.calls:
        return f"{say('Bidding')}: {calls_in_words(auction.calls, you)}."
    if not auction.over:
        return say("Nobody has bid yet.")
    return say("Without bidding, at {bid}.", bid=auction.bid)


def taken_phrase(round_: Round, you: Seat) -> Phrase:
    """Who took up the Skat; for the declarer, its cards."""
    if round_.declarer is not None and round_.declarer is not you:
        taker = capitalised(term(round_.declarer.word))
        return (say("{taker} takes up the Skat.", taker=taker),)
    return say("In the Skat: "), sorted_cards(round_.dealt.skat, None), "."


def played_tricks(game: GameInPlay) -> list[Trick]:
    """The complete tricks of a game."""
    return list(tricks_of(game.positions[0], game.cards[: len(game.cards) // 3 * 3]))


def trick_phrase(number: int, trick: Trick, you: Seat) -> Phrase:
    """A complete trick: cards and players, who took it and, except in Null, its points."""
    winner, null = trick.after.leader, trick.after.game is Game.NULL
    taken = say("it") if null else trick.points or say("nothing")
    cards = _on_table(trick.leader, trick.cards, you)
    return f"{titled('trick')} {number}: ", *cards, f": {acts(winner, you, 'take')} {taken}."


def stand_phrase(game: GameInPlay, bid: int, you: Seat, *, whole: bool, everything: bool = False) -> Phrase:
    """The state of play as one seat knows it, without that seat's own hand.

    Args:
        game: the game in play.
        bid: the declarer's last bid, made or held.
        you: the seat.
        whole: whether to include what is the same in every trick: the bid, the defenders, the Skat.
        everything: whether all hands are shown.
    """
    known, contract, declarer = game.known[you], game.contract, game.declarer
    text = _contract_of(contract, declarer, you)
    if whole:
        others = [term(seat.word) for seat in Seat if seat not in (you, declarer)]
        if declarer is not you:
            others.insert(0, say("you"))
        text += say(" at {bid}; {others} defend", bid=bid, others=join_words(others))
    parts: list[str | Cards | Hand] = [f"{text}. {_counts(known, whole=whole)}\n"]
    for seat in Seat:
        hand = game.position.hands[seat] if everything else known.hands[seat]
        if seat is not you and hand:
            parts += [f"{term(seat.word):<11}", Hand(hand, contract.game), "\n"]
    skat = game.deal.skat if everything else known.skat
    if skat is not None and (whole or everything):
        worth = "" if contract.game is Game.NULL else f"  {count_noun(points(skat), 'point')}"
        parts += ["Skat       ", sorted_cards(skat, contract.game), f"{worth}\n"]
    parts.append(f"{titled('trick')} {len(known.cards) // 3 + 1}: ")
    if known.table:
        leads = say("you lead {cards}")
        if known.leader is not you:
            leads = say("{seat} leads {cards}", seat=who(known.leader, you), cards="{cards}")
        parts += around(leads, Cards(known.table[:1]))
    else:
        parts.append(acts(known.leader, you, "lead"))
    if known.table[1:]:
        parts += [f", {who(known.leader.left, you)} ", Cards(known.table[1:])]
    return *parts, "."


def dealt_phrase(round_: Round, you: Seat) -> Phrase:
    """The others' hands and the Skat before play."""
    hands = [
        part
        for seat in Seat
        if seat is not you
        for part in (f"{term(seat.word):<11}", Hand(round_.dealt.hands[seat]), "\n")
    ]
    return *hands, "Skat       ", sorted_cards(round_.dealt.skat, None)


def result_phrases(round_: Round, you: Seat) -> Iterator[Phrase]:
    """The result of a finished round: the winner, the score, the Skat and all hands."""
    game, score = round_.game, round_.score
    if game is None or score is None:
        yield (say("All passed: the deal is not played and nothing is scored."),)
        yield from _hands(round_)
        return
    contract, position = game.contract, game.position
    text = f"{_contract_of(contract, game.declarer, you)} {say('at')} {round_.bid}: "
    text += term("won" if score.won else "lost")
    if contract.game is Game.NULL:
        number = len(game.cards) // 3
        text += say(", no trick taken.") if game.won else say(", by taking trick {number}.", number=number)
    else:
        points_, others, tricks = position.declarer_points, 120 - position.declarer_points, position.declarer_tricks
        text += say(
            ", {points} points to {others}, {tricks} of the 10 tricks.", points=points_, others=others, tricks=tricks
        )
    yield (text,)
    yield (value_text(contract, score, position.declarer_points, position.declarer_tricks, round_.bid),)
    yield from _hands(round_)


def value_text(contract: contracts.Contract, score: contracts.Score, points: int, tricks: int, bid: int) -> str:
    """The calculation of a score in words: "With 2, game 3: 3 x 12 = 36. Score: +36."

    Args:
        contract: the contract.
        score: its score.
        points, tricks: the declarer's card points and tricks.
        bid: the declarer's last bid, made or held.
    """
    if contract.game is Game.NULL:
        name, worth = contract_text(contract), contracts.NULL_VALUES[contract.hand, contract.ouvert]
        value = say("{name} is worth {worth}", name=name, worth=worth)
    else:
        schwarz = tricks in (0, 10) or contract.schwarz
        names = {
            "Hand": contract.hand,
            "Schneider": schwarz or contracts.is_schneider(points) or contract.schneider,
            "Schneider announced": contract.schneider,
            "Schwarz": schwarz,
            "Schwarz announced": contract.schwarz,
            "Ouvert": contract.ouvert,
        }
        length = abs(score.matadors)
        counting = [name for name, counts in names.items() if counts]
        steps = [f"{term(name)} {factor}" for factor, name in enumerate(counting, length + 2)]
        first = say("With") if score.matadors > 0 else say("Without")
        words = ", ".join([f"{first} {length}", f"{term('game')} {length + 1}", *steps])
        base, factor = contracts.BASE[contract.game], length + 1 + len(steps)
        value = f"{words}: {factor} x {base} = {factor * base}"
        if score.overbid:
            value += say(
                ". That is less than the bid of {bid}: overbid, and lost. It counts as {value}, the lowest "
                "multiple of {base} that reaches the bid",
                bid=bid,
                value=score.value,
                base=base,
            )
    twice = "" if score.won else say("; a lost game counts double")
    return f"{value}{twice}. {titled('score')}: {score.score:+d}."


def seed_sentence(seed: int | None) -> str:
    """Which deals were drawn, in words that follow others."""
    return say(" Seed {seed}.", seed=seed)


def warning_text(contract: contracts.Contract, cards: int, bid: int) -> str | None:
    """A warning to a declarer whose game by itself is worth less than the bid; None if it is worth it.

    Args:
        contract: the contract.
        cards: mask of the declarer's twelve cards, or of ten if the declarer does not know the Skat.
        bid: the declarer's last bid, made or held.
    """
    value = contracts.game_value(contract, cards)
    if contract.game is Game.NULL or value >= bid or bid == contracts.BIDS[0]:
        return None
    mind = say("Warning: the game is worth {value}, and the bid was {bid}", value=value, bid=bid)
    unless = say(", unless the Skat changes its value")
    unless = unless if cards.bit_count() == 10 else ""
    for name in ("Schneider", "Schwarz"):
        if contracts.game_value(contract, cards, **{name.lower(): True}) >= bid:
            return f"{mind}. {say('It is won only with {name}', name=name)}{unless}."
    return f"{mind}. {say('It is overbid and cannot be won')}{unless}."


def _contract_of(contract: contracts.Contract, declarer: Seat, you: Seat) -> str:
    """The contract and its declarer: "Grand by you", "Grand von dir", "Grand von Vorhand"."""
    name = contract_text(contract)
    if declarer is you:
        return say("{name} by you", name=name)
    return say("{name} by {seat}", name=name, seat=who(declarer, you))


def _on_table(leader: Seat, cards: Sequence[int], you: Seat) -> Iterator[str | Cards]:
    """Players and cards of a trick, from the card led."""
    for turn, card in enumerate(cards):
        yield f"{', ' if turn else ''}{who(Seat((leader + turn) % 3), you)} "
        yield Cards((card,))


def _counts(known: Knowledge, *, whole: bool) -> str:
    """Points (in Null: tricks) so far as a seat knows them; `whole`: whether to say if the Skat's points are included."""
    if known.game is Game.NULL:
        done = len(known.cards) // 3
        if not done:
            return say("No trick played yet.")
        tricks = count_noun(done, "trick")
        return say("{tricks} played, none taken by the declarer.", tricks=tricks)
    course, alone = known.course, term("you" if known.seat is known.declarer else "declarer")
    skat = 0 if known.skat is None else points(known.skat)
    text = f"{titled('points')}: {alone} {course.declarer_points + skat}, {term('defenders')} {course.defender_points}."
    if whole and known.skat is None:
        text += say(" The Skat is not counted yet.")
    elif whole:
        text += say(" Yours include {skat} in the Skat.", skat=skat)
    return text


def _hands(round_: Round) -> Iterator[Phrase]:
    """All hands and the Skat as play began, or as dealt if nothing was played."""
    deal, game = (round_.dealt, None) if round_.game is None else (round_.game.deal, round_.game.contract.game)
    for seat in Seat:
        yield f"{term(seat.word):<10} {'* ' if seat is round_.declarer else '  '}", Hand(deal.hands[seat], game)
    skat: Phrase = ("Skat         ", sorted_cards(deal.skat, game))
    if deal.skat != round_.dealt.skat:
        skat += (say(", as dealt "), sorted_cards(round_.dealt.skat, game))
    yield skat


COLOURS = {"C": "bold", "S": "bold green", "H": "bold red", "D": "bold yellow"}
"""Colours of the four-colour deck used in tournaments."""


def draw_cards(cards: Sequence[int]) -> StyledText:
    """Cards in the given order, in colour."""
    return StyledText(" ").join(StyledText(card_name(card), COLOURS[card_text(card)[0]]) for card in cards)


def draw_hand(mask: int, game: Game | None) -> StyledText:
    """A hand sorted for the game: trumps first, with a wider gap between suits."""
    return StyledText("  ").join(map(draw_cards, Hand(mask, game).suits))


def draw_position(game: OpenGame, position: Position) -> StyledText:
    """All hands, with the declarer marked, the Skat and the cards on the table."""
    text = StyledText()
    for seat in Seat:
        text.append(f"{term(seat.word):<10} ", "bold" if seat is game.declarer else "")
        text.append("* " if seat is game.declarer else "  ")
        text.append(draw_hand(position.hands[seat], game.game)).append("\n")
    if game.deal.skat:
        text.append("Skat         ").append(draw_hand(game.deal.skat, game.game)).append("\n")
    if position.table:
        text.append(f"{term('table'):<13}").append(draw_cards(position.table)).append(f"{led_by(position.leader)}\n")
    return text


def led_by(leader: Seat) -> str:
    """The player who led the current trick, in words."""
    seat = term(leader.word)
    return say("  led by {seat}", seat=seat)


def draw(phrase: Phrase | Table) -> Any:
    """A phrase or table of a round in play, as a renderable."""
    if isinstance(phrase, Table):
        rows = [[_cell(cell, right=column in phrase.right) for column, cell in enumerate(row)] for row in phrase.rows]
        return table(phrase.head, rows)
    text = StyledText().join(_part(part) for part in phrase)
    if page_width() is None:
        return text
    from rich.text import Text

    # rich breaks the lines of what it prints in full only
    paper = console()
    return Text("\n").join(text.__rich__().wrap(paper, paper.width))


def share(chance: float | None) -> StyledText:
    """A chance in percent, as a table cell."""
    return StyledText(chance_text(chance), justify="right")


def contract_of(announced: "AnnouncedContract | LogRound") -> contracts.Contract:
    """The contract that was announced."""
    steps = (announced.hand, announced.schneider, announced.schwarz, announced.ouvert)
    return contracts.Contract(Game(announced.game or ""), *map(bool, steps))


def best_first(values: Mapping[int, int], position: Position) -> list[int]:
    """Cards sorted from best to worst for the player to move; equal cards in the order of the game."""
    sign = -1 if position.to_move is position.declarer else 1
    return sorted(order(position.game).sorted(mask_of(values)), key=lambda card: sign * values[card])


def outcome_text(game: OpenGame, points: int | None, *, won: bool, over: bool = False) -> str:
    """The outcome of a game in words, without a full stop: points and winner, as far as known.

    Args:
        game: the game.
        points: the declarer's final points, or None.
        won: whether the declarer wins.
        over: whether all cards are played.
    """
    text = say("The declarer ")
    verdict = say("wins") if won else say("loses")
    if over:
        verdict = say("has won") if won else say("has lost")
    if game.winnable and points is None:
        return text + verdict
    if points is None:
        return text + say("cannot win: it takes {win} points, and the deal has {points}", win=WIN, points=game.points)
    text += say("has") if over else say("makes")
    if game.winnable:
        return f"{text} {count_noun(points, 'point')} {say('and')} {verdict}"
    return f"{text} {points} {say('of')} {count_noun(game.points, 'point')}"


def origin(answer: "Solution | Explanation | ReplayedGame | TrickStart") -> str:
    """Source of an answer in words: the book, or a search with positions and time."""
    if answer.source is not None and answer.source.is_stored:
        return say("from the book") if answer.source == "book" else say("from the pocket book")
    took = f"{number_text(1000 * answer.seconds, '.1f')} ms" if answer.seconds < 0.1 else seconds_text(answer.seconds)
    searched = count_noun(answer.nodes, "position")
    return say("{searched} searched, {took}", searched=searched, took=took)


def _part(part: str | Cards | Hand) -> StyledText:
    if isinstance(part, str):
        return StyledText(part)
    if isinstance(part, Cards):
        return draw_cards(part.cards)
    return draw_hand(part.mask, part.game) if part.playable is None else _hand_with_numbers(part, part.playable)


def _hand_with_numbers(hand: Hand, playable: int) -> StyledText:
    """A hand in two lines: cards with a wider gap between suits, and below them the numbers of the legal ones."""
    cards, numbers, number = StyledText("  "), StyledText("  "), 0
    for suit in hand.suits:
        for card in suit:
            number += 1
            can = playable >> card & 1
            cards.append(draw_cards([card])).append(" ")
            numbers.append(f"{number if can else '-':>{len(card_name(card))}} ", "" if can else "dim")
        cards.append(" ")
        numbers.append(" ")
    cards.rstrip()
    numbers.rstrip()
    return cards.append("\n").append(numbers)


def _cell(cell: "str | int | Cards", *, right: bool) -> Any:
    if isinstance(cell, Cards):
        return draw_cards(cell.cards)
    return StyledText(cell, justify="right") if right and isinstance(cell, str) else cell


def position_picture(
    game: OpenGame,
    shown_position: Position,
    title: str,
    *below: str,
    chosen: Collection[int] = (),
    tables: "Sequence[Sequence[Column]]" = (),
) -> "Picture":
    """Picture of all hands of a position, with tables below them.

    Args:
        game: the game.
        shown_position: one of its positions.
        title, below: title, and lines below it.
        chosen: highlighted cards.
        tables: the columns of each table.
    """
    from tafelwerk.families.skat.pictures import position

    return _with_tables(position(game, shown_position, chosen), title, below, tables)


def hand_picture(
    cards: int,
    game: Game | None,
    title: str,
    *below: str,
    table: Sequence[int] = (),
    chosen: Collection[int] = (),
    tables: "Sequence[Sequence[Column]]" = (),
) -> "Picture":
    """Picture of one hand and the current trick, with tables below.

    Args:
        cards: mask of the hand.
        game: the game, which orders the cards. Default: not announced yet.
        title, below: as for `position_picture`.
        table: cards of the current trick.
        chosen: highlighted cards.
        tables: as for `position_picture`.
    """
    from tafelwerk.families.skat.pictures import hands

    lying = [(term("table"), table)] if table else []
    picture = hands({say("hand") if table else "": cards}, game, "", chosen, lying)
    return _with_tables(picture, title, below, tables)


def _with_tables(cards: "Picture", title: str, below: Sequence[str], tables: "Sequence[Sequence[Column]]") -> "Picture":
    from tafelwerk.plots.pictures import add_caption, stack_pictures

    return add_caption(stack_pictures([cards, *map(table_picture, tables)], 14), title, *below, scene=cards)


def table_picture(columns: "Sequence[Column]") -> "Picture":
    """A table as a picture."""
    from tafelwerk.plots.pictures import table

    cells = zip(*(column.cells for column in columns), strict=True)
    rows = [["" if cell is None else str(cell) for cell in row] for row in cells]
    return table([column.heading for column in columns], rows, 11)


def on_paper(card: str) -> str:
    """A card where suits are signs."""
    return printed_card(read_card(card))


def print_cards(cards: Sequence[int]) -> str:
    """Cards in the given order where suits are signs."""
    return " ".join(map(printed_card, cards))


_WARNINGS = {
    "result_differs": message("its own result differs in: {what}"),
    "unknown_tag": message("unknown property {what}"),
    "player_view": message("recorded by player {what}"),
    "odd_bid": message("a bid of {what}, which no game is worth"),
}


def inconsistency_text(warning: str) -> str:
    """What a warning about a record says, such as "result_differs:value"; others as they are."""
    kind, _, what = warning.partition(":")
    return say(_WARNINGS[kind], what=term(what)) if kind in _WARNINGS else warning
