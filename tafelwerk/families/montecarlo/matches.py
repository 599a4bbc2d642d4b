"""Matches of MC(k) against a rival, played out, beside the exact chances."""

from __future__ import annotations

from typing import Annotated

from tafelwerk.families.montecarlo import estimates
from tafelwerk.families.montecarlo.duels import DoubledRival
from tafelwerk.families.montecarlo.notation import Game
from tafelwerk.families.montecarlo.parameters import Playouts
from tafelwerk.families.montecarlo.rules import MOST_SIMULATED, playouts_key, standard_error
from tafelwerk.families.montecarlo.rules import Playouts as Count
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.puzzles import Seed
from tafelwerk.tables.answers import Answer, answer, sampled_share
from tafelwerk.tables.questions import Question, Text


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

    k: Count
    rival: Count
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

    game: Parsed[Game]
    k: Parsed[Playouts]
    rival: Parsed[DoubledRival | None] = default(None)
    games: Annotated[int, Parameter("N", "Number of games. Default: 1000.", 1, MOST_SIMULATED)] = 1000
    seed: Seed | None = None

    def operations(self) -> float:
        keys = [playouts_key(self.k), playouts_key(self.rival or self.k)]
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
            **sampled_share(share, self.games, standard_error(wins, self.games)),
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
