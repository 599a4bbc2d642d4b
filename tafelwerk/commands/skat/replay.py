"""`tafelwerk skat replay`: the rounds of a log, what they came to, and what each card cost with every card open."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, JsonOption, answer, note
from tafelwerk.commands.skat.explain import layout
from tafelwerk.commands.skat.games import MOST_LISTED
from tafelwerk.commands.skat.matches import Log, log_in
from tafelwerk.commands.skat.words import app
from tafelwerk.commands.wording import counted, listed
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.skat.cards import Seat, card_text, cards_text
from tafelwerk.rules.skat.play import OpenGame, game_of
from tafelwerk.tables.question import document
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import Explanation
from tafelwerk.tables.skat.questions import announced

if TYPE_CHECKING:
    from tafelwerk.rules.skat.round_log import LoggedRound
    from tafelwerk.rules.skat.rounds import Choice, Decision

_NOTE_EVERY = 10.0
_LONG = 300  # priced rounds from which it takes half a minute


@dataclass(frozen=True, slots=True)
class Listed:
    """A round of the list.

    Attributes:
        logged: the round.
        game: its game; None where it was passed, or prices were not asked for.
        priced: that game priced.
    """

    logged: "LoggedRound"
    game: OpenGame | None = None
    priced: Explanation | None = None


@app.command()
def replay(
    book: BookOption,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log of rounds, or one of xskat; - reads it.")],
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A round to show card by card; else all.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=1, max=MOST_LISTED, metavar="N", help="Number of rounds listed. Default: all."),
    ] = None,
    price: Annotated[
        bool, typer.Option("--price/--no-price", help="Find out what cards gave away, some 0.1 s a round.")
    ] = True,
    json: JsonOption = False,
) -> None:
    """The rounds of a log, replayed by the rules: what was made and scored, what best play by all would have brought, and what
    each side gave away.

    With a name, or where the log holds one round, that round card by card: what each card cost, what was better, and what a
    program that chose it went by. The log is one of skat match or skat play, or of xskat 4.0.

    Example: tafelwerk skat replay rounds.jsonl

    Example: tafelwerk skat replay xskat.log xskat-1795314937-4 --json
    """
    read = log_in(file)
    if name is None and len(read.rounds) != 1:
        _show_list(book, read, read.rounds[:limit], price=price, json=json)
        return
    for option, given in (("--limit", limit is not None), ("--no-price", not price)):
        if given:
            raise InputError(f"{option} is for the list of rounds, not for one of them")
    logged = _round_named(read, name)
    _note_skipped(read)
    (found,) = _all_priced(book, [logged])
    if json:
        answer(json, _whole(found) | _skipped(read), "")
        return
    answer(json, {}, lambda: _shown(found))


def _round_named(read: Log, name: str | None) -> "LoggedRound":
    """A round of the log; the only one where no name is given."""
    if name is None:
        return read.rounds[0]
    short = _short_names(read.rounds)
    for logged in read.rounds:
        if logged.name == name:
            return logged
    for logged in read.rounds:
        if short[logged.name] == name:
            return logged
    near = get_close_matches(name, [logged.name for logged in read.rounds], 1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise InputError(
        f"{read.name} has no round {quoted(name)}; {hint}all are listed by: tafelwerk skat replay {read.name} --no-price"
    )


def _short_names(rounds: "Sequence[LoggedRound]") -> dict[str, str]:
    """The names of rounds without what all of them begin and end with, up to a hyphen."""
    parts = {one.name: one.name.split("-") for one in rounds}
    most = min((len(words) for words in parts.values()), default=1) - 1 if len(parts) > 1 else 0
    first = last = 0
    while first < most and len({words[first] for words in parts.values()}) == 1:
        first += 1
    while last < most - first and len({words[-1 - last] for words in parts.values()}) == 1:
        last += 1
    return {name: "-".join(words[first : len(words) - last]) for name, words in parts.items()}


def _all_priced(book: Path, rounds: "Sequence[LoggedRound]") -> Iterator[Listed]:
    """Rounds priced one after another unless they were passed, with a word now and then of how far that is."""
    from tafelwerk.book import open_book

    if len(rounds) >= _LONG:
        note(f"pricing {len(rounds):,} rounds, some 0.1 s each; --no-price lists them at once")
    said = monotonic()
    with open_book(book) as opened:
        for number, logged in enumerate(rounds, 1):
            game = logged.round.game
            if game is None:
                yield Listed(logged)
            else:
                cards = [decision.card for decision in game.decisions]
                played = game_of(game.deal, game.contract.game, game.declarer, cards)
                yield Listed(logged, played, opened.ask(questions.explain.of(*played.words)))
            if monotonic() - said >= _NOTE_EVERY:
                said = monotonic()
                note(f"{number:,} of {len(rounds):,} rounds priced")


def _show_list(book: Path, read: Log, rounds: "Sequence[LoggedRound]", *, price: bool, json: bool) -> None:
    _note_skipped(read)
    found = list(_all_priced(book, rounds)) if price else [Listed(logged) for logged in rounds]
    if not json:
        answer(json, {}, lambda: _list(read, found, priced=price))
        return
    sources = {one.priced.source for one in found if one.priced}
    listing: dict[str, Any] = {"rounds": [_record(one) for one in found], "of": len(read.rounds)} | _skipped(read)
    source = sources.pop() if len(sources) == 1 else "computed"
    answer(json, listing | {"certainty": "exact", "source": source}, "")


def _note_skipped(read: Log) -> None:
    for skipped in read.skipped:
        note(f"left out: {skipped}")


def _skipped(read: Log) -> dict[str, Any]:
    return {"skipped": read.skipped}


def _record(one: Listed) -> dict[str, Any]:
    """A round of the list for programs."""
    logged, done, game, score = one.logged, one.logged.round, one.logged.round.game, one.logged.round.score
    record: dict[str, Any] = {
        "name": logged.name,
        "players": {seat.word: player for seat, player in zip(Seat, logged.players, strict=True)},
        "declarer": None if done.declarer is None else done.declarer.word,
        "bid": done.bid,
        "recorded": logged.source,
    }
    if game is None or score is None:
        return record | {"game": None}
    record |= asdict(announced(game.contract))
    null = not score.matadors
    if not null:
        record |= {"points": game.position.declarer_points, "matadors": score.matadors}
    record |= {"tricks": game.position.declarer_tricks, "won": score.won, "overbid": score.overbid}
    record |= {"value": score.value, "score": score.score}
    if priced := one.priced:
        record |= {"start": priced.start, "costs": priced.costs}
    return record


def _whole(one: Listed) -> dict[str, Any]:
    """All there is to say of a round, for programs."""
    from tafelwerk.rules.skat.round_log import calls_text

    done, game = one.logged.round, one.logged.round.game
    record = _record(one) | {"seed": one.logged.seed, "dealt": done.dealt.text(), "calls": calls_text(done.auction)}
    if game is None or one.priced is None:
        return record | {"certainty": "exact", "source": "computed"}
    record["discard"] = None if game.contract.hand else cards_text(game.deal.skat)
    found: dict[str, Any] = document(one.priced)
    found["cards"] = [
        asdict(card) | {"choice": _choice(decision.choice)}
        for card, decision in zip(one.priced.cards, game.decisions, strict=True)
    ]
    return found | record


def _choice(choice: "Choice | None") -> dict[str, Any] | None:
    """Why a program chose a card, for programs."""
    if choice is None:
        return None
    cards = {
        card_text(one.card): {
            "worlds": one.worlds,
            "wins": one.wins,
            "points_worlds": one.points_worlds,
            "mean_points": one.mean_points,
        }
        for one in choice.cards
    }
    return {"card": card_text(choice.card), "worlds": choice.worlds, "cards": cards, "stopped": choice.stopped}


def _list(read: Log, found: Sequence[Listed], *, priced: bool) -> Any:
    """The rounds, a line each, and what they come to together."""
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console, plain_text

    lines = [_line(one) for one in found]
    short, names = _short_names(read.rounds), [one.logged.name for one in found]
    columns = [
        Column("round", names, brief=[short[name] for name in names]),
        Column("played", [line["played"] for line in lines], goes=4),
        Column("by", [line["by"] for line in lines], goes=7),
        Column("bid", [line["bid"] for line in lines], goes=6),
        Column("made", [line["made"] for line in lines]),
        Column("result", [line["result"] for line in lines], goes=5),
        Column("score", [line["score"] for line in lines], goes=3),
    ]
    if priced:
        columns += [
            Column("best play", [line["best"] for line in lines], "best"),
            Column("declarer gave away", [line["alone"] for line in lines], "declarer", goes=1),
            Column("defenders gave away", [line["against"] for line in lines], "defenders", goes=2),
        ]
    words = [_summary(read, found)]
    if priced:
        words += _shares(found)
    shown = fitted(columns, console().width)
    if any(plain_text(cell) != name for cell, name in zip(shown.columns[0].cells, names, strict=True)):
        words.insert(0, f"{short[names[0]]} stands for {names[0]}, and so on.")
    return Group(shown, "", *map(Text, words))


def _line(one: Listed) -> dict[str, Any]:
    """The cells of a round's line."""
    from tafelwerk.commands.skat.round_view import contract_text

    done, game, score = one.logged.round, one.logged.round.game, one.logged.round.score
    if game is None or score is None or done.declarer is None:
        empty = dict.fromkeys(("by", "bid", "made", "result", "score", "best", "alone", "against"))
        return {**empty, "played": "all passed", "result": "passed"}
    verdict = "won" if score.won else "overbid" if score.overbid else "lost"
    null = not score.matadors
    line: dict[str, Any] = {
        "played": contract_text(game.contract),
        "by": done.declarer.word,
        "bid": done.bid,
        "made": verdict if null else game.position.declarer_points,
        "result": verdict,
        "score": score.score,
    }
    priced = one.priced
    if priced is None:
        return line
    costs = dict(priced.costs)
    alone = costs.pop(done.declarer.word)
    best = ("lost", "won")[priced.start] if null else priced.start
    return line | {"best": best, "alone": alone or None, "against": sum(costs.values()) or None}


def _summary(read: Log, found: Sequence[Listed]) -> str:
    """How many rounds there are, and what became of them."""
    scores = [score for one in found if (score := one.logged.round.score) is not None]
    text = counted(len(found), "round")
    if len(found) < len(read.rounds):
        text += f" of {len(read.rounds):,}"
    if passed := len(found) - len(scores):
        text += f", {passed:,} of them passed"
    if read.skipped:
        text += f"; {counted(len(read.skipped), 'game')} of the log left out"
    sources = listed(list(dict.fromkeys(one.logged.source for one in found)))
    won = sum(score.won for score in scores)
    return f"{text}. Won: {won:,} of {len(scores):,}. Recorded by: {sources}."


def _shares(found: Sequence[Listed]) -> list[str]:
    """What declarers and defenders gave away a game."""
    words = ["What declarer and defenders gave away counts in points, in Null in games, against best play from there."]
    games = 0
    gave = {True: 0, False: 0}
    for one in found:
        if one.priced and one.priced.points is not None:
            games += 1
            for seat in Seat:
                gave[seat is one.logged.round.declarer] += one.priced.costs[seat.word]
    if games:
        each = f"declarers {gave[True] / games:.1f}, defenders {gave[False] / games:.1f}"
        words.append(f"Points a game, Null left out: {each}.")
    return words


def _shown(one: Listed) -> Any:
    """A round for people."""
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.skat.round_view import contract_text, result_lines, value_text

    logged, done, game, score = one.logged, one.logged.round, one.logged.round.game, one.logged.round.score
    recorded = Text(f"Recorded by: {logged.source}.", "dim")
    if game is None or score is None or one.game is None or one.priced is None:
        passed = result_lines(done, Seat.FOREHAND)
        return Group(Text(f"{logged.name}: all passed.", "bold"), "", *_before(one), *passed, recorded)
    parts = [*_before(one), layout(one.game, one.priced, f"{logged.name}: "), ""]
    if reasons := [
        (place // 3 + 1, one) for place, one in enumerate(game.decisions) if one.choice and one.choice.cards
    ]:
        parts += [
            Text(
                "In how many of the worlds that it looked at a program's side wins after each card, its choice first;"
            ),
            Text("in brackets the declarer's mean points, where they were looked for:"),
            "",
            _reasons(reasons),
            "",
        ]
    result = f"{contract_text(game.contract)} at {done.bid}: {value_text(game.contract, score, game, done.bid)}"
    return Group(*parts, Text(result), recorded)


def _before(one: Listed) -> list[Any]:
    """Players, bidding and Skat, a line each."""
    from rich.text import Text

    from tafelwerk.commands.skat.table import drawn_hand
    from tafelwerk.rules.skat.round_log import calls_text

    done, game = one.logged.round, one.logged.round.game
    players = ", ".join(f"{player} at {seat.word}" for seat, player in zip(Seat, one.logged.players, strict=True))
    said = calls_text(done.auction)
    bid = f"the last bid was {done.bid}" if done.bid else "all passed"
    lines = [Text(f"Players: {players}."), Text(f"Bidding: {said or f'not recorded; {bid}'}.")]
    if game is not None:
        kind = game.contract.game
        skat = Text("The Skat was ").append_text(drawn_hand(done.dealt.skat, kind))
        if game.contract.hand:
            skat.append("; Hand: it was left.")
        else:
            skat.append("; laid away: ").append_text(drawn_hand(game.deal.skat, kind)).append(".")
        lines.append(skat)
    return [*lines, ""]


def _reasons(reasons: "Sequence[tuple[int, Decision]]") -> Any:
    """What programs went by, a line a card: its trick, and the card."""
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.table import drawn

    choices = [one.choice for _, one in reasons if one.choice]
    columns = [
        Column("trick", [trick for trick, _ in reasons]),
        Column("player", [one.seat.word for _, one in reasons]),
        Column("card", [drawn([one.card]) for _, one in reasons]),
        Column("worlds", [choice.worlds for choice in choices], goes=1),
        Column("wins", [_outcomes(choice) for choice in choices], folds=True),
    ]
    return fitted(columns, console().width)


def _outcomes(choice: "Choice") -> str:
    """The cards of a choice from the most wins down; of how many worlds, where not of all."""
    from tafelwerk.commands.skat.table import card_name

    ordered = sorted(choice.cards, key=lambda one: (one.card != choice.card, -one.wins, -one.worlds))
    words = []
    for one in ordered:
        seen = "" if one.worlds == choice.worlds else f"/{one.worlds}"
        mean = "" if one.mean_points is None else f" ({one.mean_points:.1f})"
        words.append(f"{card_name(one.card)} {one.wins}{seen}{mean}")
    return ", ".join(words)
