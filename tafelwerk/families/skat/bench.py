"""`tafelwerk skat bench`: the ladder from minimax to the fast solver, measured on the same random deals."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.commands.common import BookOption, JsonOption, bundle_options
from tafelwerk.commands.fitting import Column, lay_out
from tafelwerk.commands.output import answer, note
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat.parameters import GAMES, SEATS, Seed, game_named, read_argument, seat_named
from tafelwerk.families.skat.rules.cards import term
from tafelwerk.families.skat.rules.deals import deal_of
from tafelwerk.families.skat.rules.limits import LADDER, MOST_CARDS, MOST_DRAWN, TRIED, Question
from tafelwerk.families.skat.rules.play import OpenGame, game_of
from tafelwerk.language import count_noun, say
from tafelwerk.parameters import Parameter
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.families.skat.deal_rows import Rung, Spent

    Measured = list[tuple[Rung, list[Spent]]]


LIMIT, LARGEST_LIMIT = 1_000_000_000, 10**15
"""Positions after which a step gives up a deal: the default, and the largest number allowed."""


@bundle_options
def bench(
    book: BookOption,
    deals: Annotated[int, Parameter("N", "Number of random deals, solved by each step.", 1, MOST_DRAWN)] = 10,
    cards: Annotated[int, Parameter("K", "Cards per hand.", 1, MOST_CARDS, option="--cards-each")] = 10,
    seed: Seed = 0,
    deal: Annotated[
        str | None,
        Parameter(
            "DEAL",
            'The only deal, instead of random ones: "forehand | middlehand | rearhand | skat", or its number.',
        ),
    ] = None,
    game: Annotated[str | None, Parameter("GAME", f"With --deal, the game: {GAMES}.")] = None,
    declarer: Annotated[str | None, Parameter("SEAT", f"With --deal, the declarer's seat: {SEATS}.")] = None,
    steps: Annotated[
        list[str] | None,
        Parameter(
            "STEP",
            "Only this step, however many cards there are; may be repeated. Short names are those of --json.",
            several=True,
            option="--solver",
        ),
    ] = None,
    question: Annotated[
        Question | None,
        Parameter(
            "",
            "Steps to measure: win, those that find the winner; points, those that find the points; table, alpha-beta with its"
            " transposition table; null, those of Null. Default: all but those of Null.",
        ),
    ] = None,
    limit: Annotated[
        int,
        Parameter(
            "N",
            "Positions after which a step gives up a deal; the fast solver has no limit.",
            1,
            LARGEST_LIMIT,
            option="--positions",
        ),
    ] = LIMIT,
    json: JsonOption = False,
) -> None:
    """The ladder, the steps from minimax to the fast solver: positions and milliseconds per deal on one core, on the same deals.

    Minimax is measured up to 6 cards per hand, alpha-beta up to 7. Deals alternate between the suit games, Grand and the seats.
    With `--question null` all are Null games, solved by the steps of Null.
    `tafelwerk build skat --ladder` stores the measurements of each deal, for figures and SQL.

    Example: tafelwerk skat bench --deals 20 --cards-each 6

    Example: tafelwerk skat bench --deals 100 --question null

    Example: tafelwerk skat bench --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand --solver ab_tt
    """
    from tafelwerk.families.skat.deal_rows import all_rungs, compare, measured_games, rungs

    if deal is None:
        if game is not None or declarer is not None:
            raise InputError(say("--game and --declarer go with --deal"))
        games = measured_games(seed, 0, deals - 1, cards, question and question.value)
    else:
        games = [_read_game(deal, game, declarer)]
        deals, cards = 1, games[0].deal.cards_each
        question = Question.NULL if games[0].null else question
    null = question is Question.NULL
    if null is not games[0].null:
        raise InputError(say("--question null goes with --game null"))
    measured = rungs(cards, question and question.value, limit)
    if steps:
        measured = tuple(rung for rung in all_rungs(limit) if rung.step in _read_steps(steps, null=null))
    measurements: Measured = []
    for rung in measured:
        spent = [rung.measure(each) for each in games]
        nodes, milliseconds = _means(spent)
        step, positions, time = term(rung.words), number_text(nodes, ",.0f"), number_text(milliseconds, ",.2f")
        note(say("{step}: {positions} positions, {time} ms per deal", step=step, positions=positions, time=time))
        measurements.append((rung, spent))
    compare({rung.step: spent for rung, spent in measurements})
    document = {
        **({"deal": games[0].deal.text()} if deal else {}),
        "deals": deals,
        "cards": cards,
        "seed": seed,
        "limit": limit,
        "steps": [_document(rung, spent) for rung, spent in measurements],
        "certainty": "sampled",
        "source": "computed",
    }
    answer(json, document, lambda: _layout(measurements, None if deal else deals, cards, null=null))


def _read_game(deal: str, game: str | None, declarer: str | None) -> OpenGame:
    if game is None or declarer is None:
        raise InputError(say("--deal needs --game and --declarer"))
    return game_of(read_argument("--deal", deal, deal_of), game_named(game), seat_named(declarer), ())


def _read_steps(steps: "Sequence[str]", *, null: bool) -> "Sequence[str]":
    allowed = [step for question in LADDER if (question == "null") is null for step in LADDER[question]]
    allowed += () if null else TRIED
    for step in steps:
        if step not in allowed:
            raise InputError(f"--solver: {say('unknown step')} {in_quotes(step)}: {', '.join(dict.fromkeys(allowed))}")
    return steps


def _means(efforts: "Sequence[Spent]") -> tuple[float, float]:
    """Mean positions and milliseconds per deal."""
    return fmean(effort.nodes for effort in efforts), fmean(effort.milliseconds for effort in efforts)


def _count_stopped(efforts: "Sequence[Spent]") -> int:
    """Number of deals given up; the effort spent on them counts."""
    return sum(effort.won is None for effort in efforts)


def _document(rung: "Rung", efforts: "Sequence[Spent]") -> dict[str, Any]:
    nodes, milliseconds = _means(efforts)
    entries = [effort.entries for effort in efforts if effort.entries is not None]
    return {
        "step": rung.step,
        "words": rung.words,
        "exact": rung.exact,
        "nodes": nodes,
        "error": stdev(effort.nodes for effort in efforts) / sqrt(len(efforts)) if len(efforts) > 1 else None,
        "most_nodes": max(effort.nodes for effort in efforts),
        "entries": fmean(entries) if entries else None,
        "most_entries": max(entries, default=None),
        "milliseconds": milliseconds,
        "most_milliseconds": max(effort.milliseconds for effort in efforts),
        "stopped": _count_stopped(efforts),
    }


def _layout(measurements: "Measured", deals: int | None, cards: int, *, null: bool) -> Any:
    each = count_noun(cards, "card")
    deals_text = say("This deal") if deals is None else count_noun(deals, "random deal")
    if null:
        deals_text = say("{drawn} of Null", drawn=deals_text)
    if deals is None:
        heading = say("{drawn}, {each} per hand: positions and milliseconds.", drawn=deals_text, each=each)
    else:
        heading = say(
            "{drawn}, {each} per hand: mean positions and milliseconds per deal.", drawn=deals_text, each=each
        )
    if cards < 10 and not null:
        heading += say(" The winner makes more than half of the card points in the deal.")
    means = [_means(spent) for _, spent in measurements]
    times = [number_text(milliseconds, ",.2f") for _, milliseconds in means]
    widest = max(map(len, times))
    stopped = [_count_stopped(spent) or None for _, spent in measurements]
    columns = [
        Column(term("step"), [term(rung.words) for rung, _ in measurements], folds=True),
        Column(term("finds"), [term("points" if rung.exact else "winner") for rung, _ in measurements], goes=1),
        Column(term("positions"), [round(nodes) for nodes, _ in means]),
        Column("ms".rjust(widest), [time.rjust(widest) for time in times]),
    ]
    entries = [_document(rung, spent)["entries"] for rung, spent in measurements]
    if any(entries):
        columns.append(
            Column(term("table entries"), [None if count is None else round(count) for count in entries], goes=3)
        )
    if any(stopped):
        columns.append(Column(term("given up"), stopped, goes=2))
    return lay_out(heading, columns)
