"""Agents against each other: shares of games that they win, and how Short beats the heuristic."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from tafelwerk.errors import InputError
from tafelwerk.families.switching import answers
from tafelwerk.families.switching.parameters import BoardOrder, Cut, Games, Order, RefutedOrder, Seed, Short
from tafelwerk.families.switching.rules import FAMILY, check_sample, is_listed
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.tables.answers import sampled_share
from tafelwerk.tables.questions import AT_ONCE, Computation, Question
from tafelwerk.wording import exact_number, join_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tafelwerk.families.switching.builds import Board, Pairing
    from tafelwerk.tables.book import Book

Opening = Annotated[
    str,
    Parameter(
        "EDGE",
        "Opening edge. Default: every edge that the heuristic may choose.",
        parse=lambda name: name.strip().upper(),
    ),
]

AnyDuel = answers.Duel | answers.ExactDuel | answers.SampledDuel


@frozen
class OpeningGames:
    """What follows a first move of Cut: the chance that Cut wins, plies of a game, the closest decision."""

    name: str
    rate: Fraction
    shortest: int
    longest: int
    gap: Fraction


class Winrate(Question[answers.WinRate], title="Shannon's heuristic against itself on the board of order {order}"):
    """Share of games that Cut, who moves first, wins when both follow Shannon's heuristic and break ties at random.

    Example: tafelwerk switching winrate 9

    Example: tafelwerk switching winrate 24 --compute --keep
    """

    order: Order

    def look_up(self, book: Book) -> answers.WinRate | None:
        rows = book.rows(
            FAMILY,
            "SELECT name, shortest, longest, rate_num, rate_den, gap_num, gap_den, build FROM switching.openings "
            "WHERE m = ? ORDER BY edge",
            self.order,
        )
        openings = [
            OpeningGames(name, Fraction(int(above), int(below)), shortest, longest, Fraction(int(gap), int(gap_below)))
            for name, shortest, longest, above, below, gap, gap_below in rows
        ]
        return self._mean(openings) if openings else None

    def operations(self) -> float:
        from tafelwerk.families.switching.builds import opening_count, opening_operations

        return opening_operations(self.order) * opening_count(self.order)

    def solve(self) -> answers.WinRate:
        from tafelwerk.solvers.switching.shannon_heuristic import analyse
        from tafelwerk.solvers.switching.switching_graph import make_board

        board = make_board(self.order)
        by_edge = {edge: each for each in analyse(self.order).openings for edge in each.images}
        return self._mean(
            [
                OpeningGames(board.name(edge), each.rate, each.shortest, each.longest, Fraction(each.gap))
                for edge, each in sorted(by_edge.items())
            ]
        )

    def _mean(self, openings: Sequence[OpeningGames]) -> answers.WinRate:
        """The answer over all openings, in the order of their edges."""
        cut = sum((opening.rate for opening in openings), Fraction()) / len(openings)
        return answers.WinRate(
            self.order,
            cut,
            float(cut),
            [opening.name for opening in openings if opening.rate == 0],
            [opening.name for opening in openings if 0 < opening.rate < 1],
            len(openings),
            min(opening.shortest for opening in openings),
            max(opening.longest for opening in openings),
            min(opening.gap for opening in openings),
        )

    def build(self) -> Board:
        from tafelwerk.families.switching.builds import Board

        return Board(self.order)

    def text(self, answer: answers.WinRate) -> str:
        share = "all" if answer.cut == 1 else f"{exact_number(answer.cut)} of the"
        text = f"Order {answer.order}, Shannon's heuristic against itself: Cut wins {share} games ({answer.source}), "
        text += f"which take {answer.shortest} to {answer.longest} plies. "
        if not answer.losing_openings and not answer.mixed_openings:
            text += f"Cut loses after none of the {answer.openings} openings."
        if answer.losing_openings:
            text += f"Cut loses after {join_words(answer.losing_openings)}."
        if answer.mixed_openings:
            text += f"{' ' if answer.losing_openings else ''}Ties decide after {join_words(answer.mixed_openings)}."
        return f"{text} The closest decision had a margin of {float(answer.gap):.3g} (potentials scaled to 0..1)."


class Duel(Question[AnyDuel], title="{cut} against {short} on the board of order {order}"):
    """Short's winning chance against Cut, who moves first: certified at orders 2 and 3, otherwise mostly from simulated games.

    At order 4, the heuristic against mc:inf or mc:K with K of 1000 or more is certified, too. Agents whose sweeps start warm or
    random are always simulated. Exact chances are given unless sampled games are asked for and stored.

    Example: tafelwerk switching duel --order 3 --cut heuristic --short temperature:0.1

    Example: tafelwerk switching duel --order 4 --cut heuristic --short gauss-seidel:6:0.1

    Example: tafelwerk switching duel --order 4 --cut heuristic --short mc:inf --compute

    Example: tafelwerk switching duel --order 6 --cut heuristic --short gauss-seidel:6:0.1 --games 20000 --compute
    """

    order: BoardOrder
    cut: Parsed[Cut]
    short: Parsed[Short]
    games: Games | None = None
    seed: Seed | None = None

    def check(self) -> None:
        check_sample(self.order, self.cut, self.short, self.games, self.seed)

    @property
    def _known_chance(self) -> Fraction | None:
        """Short's chance if theory knows it: 0 against a perfect Cut, who moves first on a board that is its own dual."""
        return Fraction(0) if self.cut == "perfect" else None

    def _exact(self, chance: Fraction) -> answers.ExactDuel:
        return answers.ExactDuel(self.order, self.cut, self.short, float(chance), chance)

    def look_up(self, book: Book) -> AnyDuel | None:
        if self.cut == self.short == "heuristic":
            rate = Winrate(self.order).look_up(book)
            if rate is not None:
                return self._exact(1 - rate.cut)
        row = book.one(
            FAMILY,
            "SELECT chance, error, certainty, games, seed, build FROM switching.pairings WHERE m = ? AND cut = ? "
            "AND short = ? AND (certainty <> 'sampled' OR (games = coalesce(?, games) AND seed = coalesce(?, seed)))",
            self.order,
            self.cut,
            self.short,
            self.games,
            self.seed,
        )
        if row is None:
            return None
        chance, error, certainty, games, seed = row
        is_sample = certainty == "sampled"
        if self._known_chance is not None and not (is_sample and self.games is not None):
            return self._exact(self._known_chance)
        if is_sample:
            share = sampled_share(chance, games, error)
            return answers.SampledDuel(self.order, self.cut, self.short, chance, seed, **share)
        return answers.Duel(self.order, self.cut, self.short, chance, certainty="certified", error_bound=error)

    def computation(self, book: Book) -> Computation[AnyDuel]:
        known = self._known_chance
        if known is not None and self.games is None:
            return Computation(AT_ONCE, lambda: self._exact(known))
        build = self.build()
        if self._is_by_openings:
            rate = Winrate(self.order)
            return Computation(rate.operations(), lambda: self._exact(1 - rate.solve().cut), build)
        if is_listed(self.order, (self.cut, self.short)):
            return Computation(self._paired_operations(book), lambda: self._duel_by_induction(book), build)
        (task,) = build.tasks
        return Computation(task.operations(), task.duel, build)  # type: ignore[attr-defined]

    def _stored_agents(self, book: Book) -> Iterator[str]:
        return (name for name in (self.cut, self.short) if holds_agent(book, self.order, name))

    def _paired_operations(self, book: Book) -> float:
        from tafelwerk.families.switching.builds import pairing_operations

        return pairing_operations(self.order, {self.cut, self.short}.difference(self._stored_agents(book)), 1)

    def _duel_by_induction(self, book: Book) -> answers.Duel:
        """The duel over all positions, with choices of the agents as the book holds them."""
        from tafelwerk.families.switching.rows import certified_duels, stored_policy

        stored = ((name, stored_policy(book, self.order, name)) for name in self._stored_agents(book))
        policies = {name: policy for name, policy in stored if policy is not None}
        return certified_duels(self.order, [(self.cut, self.short)], policies)[0]

    @property
    def _is_by_openings(self) -> bool:
        """Whether the games after all openings, which a build of the board follows, say the chance."""
        return self.cut == self.short == "heuristic" and self.games is None

    def build(self) -> Board | Pairing:
        from tafelwerk.families.switching.builds import Board, Pairing

        if self._is_by_openings:
            return Board(self.order)
        return Pairing(self.order, self.cut, self.short, self.games, self.seed)

    def text(self, answer: AnyDuel) -> str:
        text = f"Order {answer.order}, Cut {answer.cut} against Short {answer.short_agent}: Short wins "
        match answer:
            case answers.ExactDuel():
                return f"{text}{exact_number(answer.short_exact)} of the games (exact, {answer.source})."
            case answers.SampledDuel():
                chance = f"{answer.short:.6g} +- {answer.standard_error:.2g}"
                return f"{text}{chance} of {answer.samples:,} games (seed {answer.seed}, {answer.source})."
        return f"{text}{answer.short:.10g} of the games (within {answer.error_bound:.1g}, {answer.source})."


class Refute(Question[answers.Refutation], title="refutations of the heuristic on the board of order {order}"):
    """How Short beats a Cut that follows the heuristic, however Cut breaks ties: one game for every opening.

    Example: tafelwerk switching refute 3

    Example: tafelwerk switching refute 4 --opening C3
    """

    order: RefutedOrder
    opening: Parsed[Opening | None] = default(None)

    def solve(self) -> answers.Refutation:
        from tafelwerk.solvers.switching.shannon_heuristic import first_moves
        from tafelwerk.solvers.switching.switching_graph import make_board

        board, firsts = make_board(self.order), first_moves(self.order)
        wanted = sorted(edge for images in firsts for edge in images)
        if self.opening is not None:
            edge = board.edge(self.opening)
            if edge not in wanted:
                *names, last = board.names(wanted)
                may = f"{', '.join(names)} or {last}"
                raise InputError(f"{self.opening} is not an opening of the heuristic; it may be {may}")
            wanted = [edge]
        won = {
            name: game for images in firsts if {*images} & {*wanted} for name, game in _won_games(self.order, images)
        }
        names = board.names(wanted)
        lines = {name: game for name in names if (game := won[name]) is not None}
        return answers.Refutation(self.order, list(lines), [name for name in names if name not in lines], lines)

    def text(self, answer: answers.Refutation) -> str:
        text = f"Order {answer.order}, Cut follows the heuristic and breaks ties in any way.\n"
        if answer.safe:
            text += f"Short cannot force a win after {join_words(answer.safe, last='or')}.\n"
        if answer.lines:
            text += f"Short can force a win after {join_words(answer.beaten)}; one game each, Cut and Short in turn:\n"
        for name, game in answer.lines.items():
            text += f"{name}: {' '.join(game.moves)} (certain after {game.depth} of Short's moves)\n"
        return text.rstrip()


def _won_games(order: int, images: tuple[int, ...]) -> Iterator[tuple[str, answers.WonGame | None]]:
    """For an opening and its images: a game that Short wins, or None without one."""
    from tafelwerk.solvers.switching.shannon_heuristic import refute, winning_line
    from tafelwerk.solvers.switching.switching_graph import make_board, play

    board, first = make_board(order), images[0]
    states, _ = play(board.graph, [first])
    refutation = refute(board.graph, states)
    if refutation is None:
        yield from ((board.name(edge), None) for edge in images)
        return
    line = [first, *winning_line(board.graph, states, refutation)]
    for mirror in board.mirrors:
        edges = mirror[line].tolist()
        yield board.name(edges[0]), answers.WonGame(board.names(edges), refutation.depth)


def holds_agent(book: Book, order: int, agent: str) -> bool:
    """Whether the book holds an agent's choices in every position of a small board.

    Args:
        book: the book.
        order: order of the board.
        agent: canonical name of the agent.
    """
    sql = "SELECT 1 FROM switching.agents WHERE m = ? AND agent = ? LIMIT 1"
    return book.one(FAMILY, sql, order, agent) is not None
