"""What can be asked about agents against each other: duels, curves of duels, simulated games and matches."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.families.montecarlo import answers, estimates, parameters, rules
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.rules.puzzles import Seed
from tafelwerk.tables.answers import Answer, answer, sampled_share
from tafelwerk.tables.questions import Question, Text
from tafelwerk.wording import count_noun

if TYPE_CHECKING:
    from tafelwerk.families.montecarlo import builds
    from tafelwerk.tables.book import Book


LONGEST_FRACTION = 1_000
"""Characters of a fraction in a table."""

LONGEST_CURVE = 10_000
"""Largest k of a missing duel for which the build line names the whole curve up to it."""


def _read_rival(word: str) -> rules.Playouts:
    """The rival's playouts; raises InputError, for an agent of another kind with the options that name it."""
    if word in rules.AGENTS:
        raise InputError(f"--rival is a number of playouts; against another agent: --first mc:K --second {word}")
    return rules.read_rival(word)


AnyDuel = answers.Duel | answers.AgentDuel

DoubledRival = Annotated[
    rules.Playouts,
    Parameter(
        "K2",
        "Playouts per candidate of the rival. Default: 2K.",
        parse=lambda k, word: _read_rival(word),
        needs=("k",),
        fallback=lambda k: None if k is None else 2 * k,
    ),
]
AnyFirst = Annotated[
    str, Parameter("AGENT", f"Agent that moves first: {rules.AGENT_WORDS}. Needs --second.", parse=rules.read_agent)
]
AnySecond = Annotated[str, Parameter("AGENT", "Agent that moves second. Needs --first.", parse=rules.read_agent)]


class Duel(Question[AnyDuel]):
    """Winning chances of MC(K) against MC(K2) moving first, moving second and on average; or of any two agents.

    Example: tafelwerk montecarlo duel esr 5 6 1 --k 10

    Example: tafelwerk montecarlo duel subtraction 50 --moves 1,2 --k 1000 --rival inf --json

    Example: tafelwerk montecarlo duel subtraction 40 --moves 3,5,11 --overshoot loses --first careful --second random

    Example: tafelwerk montecarlo duel dsc 10 --at "2 1" --k 100
    """

    game: Parsed[parameters.PrintedGame]
    k: Parsed[parameters.Playouts | None] = default(None)
    rival: Parsed[DoubledRival | None] = default(None)
    first: AnyFirst | None = None
    second: AnySecond | None = None
    exact: Annotated[bool, Parameter("", "Chances as fractions, for small games and small k.")] = False
    at: Parsed[parameters.At | None] = default(None)

    def check(self) -> None:
        if (self.first is None) != (self.second is None) or (self.first is None) == (self.k is None):
            raise InputError("give either --k K [--rival K2] or --first AGENT --second AGENT")
        if self.first is not None and self.rival is not None:
            raise InputError("--rival needs --k; with --first, give the other agent by --second")

    @property
    def phrase(self) -> str:
        first, second = self.first or f"MC({self.k})", self.second or f"MC({self.rival})"
        return f"{parameters.title_at(self.game, self.at)}, {first} against {second}"

    def look_up(self, book: Book) -> AnyDuel | None:
        game, at = rules.smaller_game(self.game, self.at)
        if at is not None:
            return None
        if self.first is not None and self.second is not None:
            return _stored_agents(book, game, self.first, self.second)
        if self.exact or self.k is None or self.rival is None:
            return None
        key = game.key | {"k": rules.playouts_key(self.k), "rival": rules.playouts_key(self.rival)}
        rows = parameters.select(book, "first, second, mean, error, build", f"{game.name}_duels", key)
        if not rows:
            return None
        *chances, error = rows[0]
        return answers.Duel(self.k, self.rival, *chances, certainty="certified", error_bound=error)

    def build(self) -> builds.Duel | builds.Agents | None:
        from tafelwerk.families.montecarlo import builds

        game, at = rules.smaller_game(self.game, self.at)
        if self.first is not None and self.second is not None:
            is_stored = isinstance(game, rules.Subtraction) and {self.first, self.second} <= {*rules.AGENTS}
            return builds.Agents(game) if is_stored else None
        if self.exact or at is not None or self.k is None or self.rival is None:
            return None
        return builds.Duel(game, self.k, self.rival)

    def operations(self) -> float:
        game, _ = rules.smaller_game(self.game, self.at)
        pair = self._agents()
        samples = [rules.playouts_of(agent) for agent in pair]
        if self.exact or samples == [None, None]:
            return estimates.exact_duel_operations(game, *pair)
        if self.k is not None and self.rival is not None:
            return estimates.duel_operations(game, [rules.playouts_key(self.k)], [rules.playouts_key(self.rival)])
        most = max(rules.playouts_key(playouts or 1) or 1 for playouts in samples)
        return estimates.duel_operations(game, [most], [most])

    def solve(self) -> AnyDuel:
        from tafelwerk.families.montecarlo import solving

        game, at = rules.smaller_game(self.game, self.at)
        if self.k is None or self.rival is None:
            first, second = self._agents()
            is_sampled = rules.playouts_of(first) is not None or rules.playouts_of(second) is not None
            if is_sampled and not self.exact:
                return solving.agents(game, first, second, at)
            return solving.agents_in_fractions(game, first, second, at)
        if self.exact:
            return solving.duel_in_fractions(game, self.k, self.rival, at)
        if at is not None:
            return solving.duel_at(game, self.k, self.rival, at)
        return solving.duels(game, [self.k], [self.rival])[0]

    def _agents(self) -> tuple[str, str]:
        """The agents by name, those that are given as numbers of playouts too."""
        return self.first or f"mc:{self.k}", self.second or f"mc:{self.rival}"

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        game, at = rules.smaller_game(self.game, self.at)
        is_on_curve = self.k is not None and self.rival == 2 * self.k and self.k <= LONGEST_CURVE
        if self.exact or at is not None or not is_on_curve:
            return super().missing(book)
        return MissingTableError(self.phrase, f"tafelwerk build montecarlo {game} --k-max {self.k}", book.path)

    def text(self, answer: AnyDuel) -> Text:
        from tafelwerk.commands.output import rational, table

        title, known = (
            parameters.title_at(self.game, self.at),
            f"certified to {answer.error_bound or 0:.0e}; {answer.source}",
        )
        if isinstance(answer, answers.AgentDuel):
            chance = f"{answer.first_float:.10f} ({known})"
            if isinstance(answer.first, Fraction):
                short = rational(answer.first) if answer.first.denominator < 10**12 else "exact"
                chance = f"{answer.first_float:.10f} ({short}; {answer.source})"
            return (
                f"{title}: {answer.first_agent}, moving first, wins against {answer.second_agent} with chance {chance}."
            )
        name = f"MC({answer.k})"
        if self.exact:
            chances = {"first": answer.first, "second": answer.second, "mean": answer.mean}
            return lambda: table(
                ("", "chance", "as a fraction"),
                [(role, float(chance), _fraction_text(chance)) for role, chance in chances.items()],
                title=f"{title}: {name} against MC({answer.rival})",
            )
        return (
            f"{title}, {name} against MC({answer.rival}): {name} wins {answer.first:.10f} moving first, "
            f"{answer.second:.10f} moving second, {answer.mean:.10f} on average ({known})."
        )


def _fraction_text(chance: float | Fraction) -> str:
    """A chance as a fraction, or how long it is where it fills more than some lines."""
    from tafelwerk.commands.output import rational

    text = rational(chance)
    return text if len(text) <= LONGEST_FRACTION else f"{len(text) - 1:,} digits; --json has them"


def _stored_agents(book: Book, game: rules.Game, first: str, second: str) -> answers.AgentDuel | None:
    if not isinstance(game, rules.Subtraction) or not {first, second} <= {*rules.AGENTS}:
        return None
    rows = parameters.select(
        book, "chance_num, chance_den, build", "agent_duels", game.key | {"first": first, "second": second}
    )
    if not rows:
        return None
    above, below = map(int, rows[0])
    return answers.agent_duel(first, second, Fraction(above, below))


class Curve(Question[list[answers.Duel]], title="{game.title}, the curve to k = {k_max}"):
    """Duels of MC(k) against MC(2k) for every k up to K, or for P log-spaced values of k.

    Example: tafelwerk montecarlo curve dsc 10 --k-max 1000 --points 20
    """

    game: Parsed[parameters.PrintedGame]
    k_max: parameters.LargestK
    points: parameters.Points | None = None

    def check(self) -> None:
        rules.curve_points(self.k_max, self.points)

    def look_up(self, book: Book) -> list[answers.Duel] | None:
        ks = rules.curve_points(self.k_max, self.points)
        by_k = {duel.k: duel for duel in _stored_curve(book, self.game, ks[0], ks[-1])}
        return [by_k[k] for k in ks] if all(k in by_k for k in ks) else None

    def operations(self) -> float:
        ks = rules.curve_points(self.k_max, self.points)
        return estimates.duel_operations(self.game, ks, [2 * k for k in ks])

    def solve(self) -> list[answers.Duel]:
        from tafelwerk.families.montecarlo.solving import duels

        ks = rules.curve_points(self.k_max, self.points)
        return duels(self.game, ks, [2 * k for k in ks])

    def build(self) -> builds.Curve:
        from tafelwerk.families.montecarlo.builds import curve_build

        return curve_build(self.game, self.k_max, self.points)

    def text(self, answer: list[answers.Duel]) -> Text:
        from tafelwerk.commands.output import table

        return lambda: table(
            ("k", "first", "second", "mean", "error"),
            [
                (f"{d.k:,}", f"{d.first:.10f}", f"{d.second:.10f}", f"{d.mean:.10f}", f"{d.error_bound:.0e}")
                for d in answer
            ],
            title=f"{self.game.title}: MC(k) against MC(2k), {answer[0].source}",
        )


def _stored_curve(book: Book, game: rules.Game, least: int, largest: int) -> list[answers.Duel]:
    along = "AND k BETWEEN ? AND ? AND rival = 2 * k ORDER BY k"
    columns = "k, rival, first, second, mean, error, build"
    rows = parameters.select(book, columns, f"{game.name}_duels", game.key, along, least, largest)
    return [answers.Duel(*row[:5], certainty="certified", error_bound=row[5]) for row in rows]


class Ties(Question[list[answers.Ties]], title="{game.title}, duels without ties to k = {k_max}"):
    """MC(k) against MC(2k) without ties: playouts are repeated until one candidate has the most wins.

    Example: tafelwerk montecarlo ties dsc 10 --k-max 1000
    """

    game: Parsed[parameters.PrintedGame]
    k_max: parameters.LargestK
    points: Annotated[int, Parameter("P", "Number of log-spaced values of k.", 2, rules.MOST_POINTS)] = 4

    def operations(self) -> float:
        ks = rules.curve_points(self.k_max, self.points)
        return estimates.ties_operations(self.game, ks) + estimates.duel_operations(self.game, ks, [2 * k for k in ks])

    def solve(self) -> list[answers.Ties]:
        from tafelwerk.families.montecarlo.solving import without_ties

        return without_ties(self.game, rules.curve_points(self.k_max, self.points))

    def text(self, answer: list[answers.Ties]) -> Text:
        from tafelwerk.commands.output import table

        return lambda: table(
            ("k", "mean", "ties ignored", "difference", "error"),
            [
                (
                    f"{d.k:,}",
                    f"{d.mean:.10f}",
                    f"{d.without_ties:.10f}",
                    f"{d.without_ties - d.mean:+.2e}",
                    f"{d.error_bound:.0e}",
                )
                for d in answer
            ],
            title=f"{self.game.title}: mean of MC(k) against MC(2k), {answer[0].source}",
        )


class Basins(Question[answers.Basins], title="{game.title}, basins up to k = {k_max}"):
    """Self-play basins: local minima over k of the mean chance of MC(k) against MC(2k).

    Example: tafelwerk montecarlo basins dsc 40 --k-max 1000000
    """

    game: Parsed[parameters.PrintedGame]
    k_max: parameters.LargestK

    def look_up(self, book: Book) -> answers.Basins | None:
        key = {"game": str(self.game), "k_max": self.k_max}
        rows = parameters.select(book, "k, k_low, k_high, mean, error, build", "basins", key, "ORDER BY k")
        return answers.all_basins([answers.Basin(*row) for row in rows], self.k_max) if rows else None

    def operations(self) -> float:
        return self.build().operations()

    def solve(self) -> answers.Basins:
        columns = self.build().tasks[0].run()
        rows = zip(*(columns[name] for name in ("k", "k_low", "k_high", "mean", "error")), strict=True)
        return answers.all_basins([answers.Basin(*row) for row in rows], self.k_max)

    def build(self) -> builds.Minima:
        from tafelwerk.families.montecarlo.builds import Minima

        return Minima(self.game, self.k_max)

    def text(self, answer: answers.Basins) -> Text:
        from tafelwerk.commands.output import table

        title = f"{self.game.title}: {count_noun(len(answer.basins), 'basin')} up to k = {self.k_max}, {answer.source}"
        if not answer.basins:
            return title
        return lambda: table(
            ("k", "minimum at k", "mean", "error"),
            [
                (f"{basin.k:,}", _range(basin), f"{basin.mean:.10f}", f"{basin.error_bound:.0e}")
                for basin in answer.basins
            ],
            title=title,
        )


def _range(basin: answers.Basin) -> str:
    """Where the minimum lies, as far as it is known."""
    return f"{basin.k_low:,}" if basin.k_low == basin.k_high else f"{basin.k_low:,} to {basin.k_high:,}"


class FirstOverHalf(Question[answers.FirstOverHalf], title="{game.title}, the curve to k = {k_max}"):
    """Smallest k at which MC(k) wins more than half of its games against MC(2k), the seemingly stronger agent.

    Example: tafelwerk montecarlo first-over-half dsc 10
    """

    game: Parsed[parameters.PrintedGame]
    k_max: Annotated[int, Parameter("K", "Largest k.", 1, rules.MOST_POINTS)] = 1000

    def curve(self) -> Curve:
        """The question for every smaller k."""
        return Curve(self.game, self.k_max)

    def look_up(self, book: Book) -> answers.FirstOverHalf | None:
        return answers.passes_half(_stored_curve(book, self.game, 1, self.k_max), self.k_max)

    def operations(self) -> float:
        return self.curve().operations()

    def solve(self) -> answers.FirstOverHalf:
        from tafelwerk.families.montecarlo.solving import curve_by_chunks

        answer = answers.passes_half(curve_by_chunks(self.game, self.k_max), self.k_max)
        assert answer is not None
        return answer

    def build(self) -> builds.Curve:
        return self.curve().build()

    def text(self, answer: answers.FirstOverHalf) -> Text:
        text = f"{self.game.title}: MC(k) "
        text += "never wins" if answer.k is None else "first wins"
        text += " more than half of its games against MC(2k)" + ("" if answer.k is None else f" at k = {answer.k}")
        text += f" (searched to {answer.searched_to}; {answer.source})."
        if answer.undecided:
            text += f" For {len(answer.undecided)} smaller k the mean is too close to one half to decide."
        return text


class Simulate(
    Question[answers.Simulation], title="{games} games of {game.title}, {first} against {second}, seed {seed}"
):
    """Samples games of two agents, with every playout of MC(k) played: share of games won by the first player.

    Example: tafelwerk montecarlo simulate dsc 10 --first mc:5 --second mc:10 --games 1000

    Example: tafelwerk montecarlo simulate esr 5 6 1 --first mc:3 --second random --games 200 --seed 7 --json
    """

    game: Parsed[parameters.PrintedGame]
    first: parameters.First
    second: parameters.Second
    games: Annotated[int, Parameter("N", "Number of games.", 1, rules.MOST_SIMULATED, is_argument=False)]
    seed: Annotated[int, Parameter("S", "Random seed, for reproducible games.", 0, LARGEST_SEED)] = 0

    def look_up(self, book: Book) -> answers.Simulation | None:
        names = ("game", "first", "second", "games", "seed")
        key = dict(zip(names, (str(self.game), self.first, self.second, self.games, self.seed), strict=True))
        rows = parameters.select(book, "wins, build", "simulations", key)
        return self._answer(rows[0][0]) if rows else None

    def operations(self) -> float:
        return estimates.simulation_operations(self.game, self.first, self.second, self.games)

    def solve(self) -> answers.Simulation:
        from tafelwerk.families.montecarlo.graphs import simulated_wins

        return self._answer(simulated_wins(self.game, self.first, self.second, self.games, self.seed))

    def _answer(self, wins: int) -> answers.Simulation:
        return answers.simulation(self.first, self.second, wins, self.games, self.seed)

    def build(self) -> builds.Samples | None:
        if not rules.is_kept(self.game, self.first, self.second):
            return None
        from tafelwerk.families.montecarlo.builds import Samples

        return Samples(self.game, ((self.first, self.second),), self.games, self.seed)

    def text(self, answer: answers.Simulation) -> Text:
        low, high = answer.interval or (0.0, 1.0)
        error = "" if answer.standard_error is None else f"standard error {answer.standard_error:.1e}, "
        return (
            f"{self.game.title}: {answer.first_agent}, moving first, won {answer.wins:,} of {self.games:,} games against "
            f"{answer.second_agent}: {answer.first:.6f}, {error}"
            f"95 % interval {low:.6f} to {high:.6f} (seed {self.seed}; {answer.source})."
        )


@answer
class PlayedMatch(Answer):
    """Games of MC(k) against MC(rival), in every second of which MC(k) moves first, beside the exact chances.

    Attributes:
        k: playouts per candidate of MC(k).
        rival: playouts per candidate of its rival.
        wins: number of games won by MC(k).
        share: share of games won by MC(k).
        first_wins: those of them in which it moved first.
        second_wins: those of them in which it moved second.
        first: exact chance that MC(k) wins when it moves first.
        second: exact chance that MC(k) wins when it moves second.
        mean: mean of the two chances.
        exact_error: proven bound on the errors of the exact chances.
        seed: random seed.
    """

    k: rules.Playouts
    rival: rules.Playouts
    wins: int
    share: float
    first_wins: int
    second_wins: int
    first: float
    second: float
    mean: float
    exact_error: float
    seed: int


class Match(Question[PlayedMatch], title="{games} games of {game.title}, MC({k}) against MC({rival}), seed {seed}"):
    """Plays games of MC(K) against MC(K2), who take turns to move first: the share that MC(K) wins, beside the exact chance.

    The games are those that `watch` shows for the same seed.

    Example: tafelwerk montecarlo match dsc 10 --k 200

    Example: tafelwerk montecarlo match "S(1,2)(20)" --k 100 --rival inf --games 2000 --seed 7 --json
    """

    game: Parsed[parameters.PrintedGame]
    k: Parsed[parameters.Playouts]
    rival: Parsed[DoubledRival | None] = default(None)
    games: Annotated[int, Parameter("N", "Number of games. Default: 1000.", 1, rules.MOST_SIMULATED)] = 1000
    seed: Seed | None = None

    def operations(self) -> float:
        keys = [rules.playouts_key(self.k), rules.playouts_key(self.rival or self.k)]
        agents = f"mc:{self.k}", f"mc:{self.rival}"
        played = estimates.simulation_operations(self.game, *agents, self.games)
        return played + 2 * estimates.duel_operations(self.game, keys[:1], keys[1:])

    def solve(self) -> PlayedMatch:
        from tafelwerk.families.montecarlo.arena import Encounter, exact_chances, watched_wins

        assert self.seed is not None
        agents = f"mc:{self.k}", f"mc:{self.rival}"
        mine, other = (Encounter(self.game, None, agent) for agent in agents)
        first_wins, second_wins = watched_wins(mine, other, range(self.games), self.seed)
        first, second, error = exact_chances(self.game, None, *agents)
        wins = first_wins + second_wins
        share = wins / self.games
        assert self.rival is not None
        return PlayedMatch(
            self.k,
            self.rival,
            wins,
            share,
            first_wins,
            second_wins,
            first,
            second,
            (first + second) / 2,
            error,
            self.seed,
            **sampled_share(share, self.games),
        )

    def text(self, answer: PlayedMatch) -> Text:
        from tafelwerk.commands.output import table, with_heading

        first = (self.games + 1) // 2
        low, high = answer.interval or (0.0, 1.0)
        mine, other = f"MC({answer.k})", f"MC({answer.rival})"
        heading = (
            f"{self.game.title}: {mine} won {answer.wins:,} of {self.games:,} games against {other}, moving first in every "
            f"second one: {answer.share:.6f}, 95 % interval {low:.6f} to {high:.6f} (seed {self.seed}; {answer.source}). "
            f"The exact chance is {answer.mean:.10f}."
        )
        rows = [
            (f"{mine} moves first", answer.first_wins, first, answer.first),
            (f"{mine} moves second", answer.second_wins, self.games - first, answer.second),
            ("all games", answer.wins, self.games, answer.mean),
        ]
        return lambda: with_heading(
            heading,
            table(
                ("", "games", "won", "share", "exact chance"),
                [
                    (name, f"{games:,}", f"{won:,}", f"{won / games:.6f}" if games else "", f"{chance:.10f}")
                    for name, won, games, chance in rows
                ],
            ),
        )
