"""How our player of Skat with hidden cards does beside xskat 4.0 (Debian package xskat): `python -m benchmarks.xskat`.

xskat takes no outside player, so it plays deals of its own, headless, and its games are gone through. `decisions`: at every
card with a choice our player chooses from what that seat knows, and what both cards give away against best play with all cards
open is compared. `contracts`: each game is played out once more, the same cards and contract, by our player in all seats.

What is measured is kept in a file, from which a run that was stopped goes on, or one over more games; it does not depend on the
number of processes.
"""

import argparse
import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.harness import machine
from benchmarks.paired import clustered, paired
from tafelwerk.families.skat.log_formats import read_log
from tafelwerk.families.skat.rules.cards import Game, Seat, card_text
from tafelwerk.families.skat.rules.limits import WORLDS
from tafelwerk.families.skat.rules.play import winning
from tafelwerk.families.skat.rules.rounds import Round, begin, play_out, seat_seed
from tafelwerk.solvers.skat.hidden_players import Chooser, pimc
from tafelwerk.solvers.skat.open_judge import judge_of

MISSING = "xskat is not installed (Debian package xskat): nothing measured"
FOLDERS = ("/usr/games",)
"""Where games lie besides the PATH."""

MEASURES = ("decisions", "contracts")
SEED = 20261122
SAVED_EVERY = 10
_NULL_SHARE = 0.003  # of xskat's games; 0.0044 of 100 000


class Task(NamedTuple):
    """A game to measure.

    Attributes:
        measure: one of `MEASURES`.
        number: which of the seed's games.
        done: as xskat played it.
        worlds: how many our player looks at.
        seed: of the deals and of our player.
    """

    measure: str
    number: int
    done: Round
    worlds: int
    seed: int


def find_xskat() -> str | None:
    """Where xskat lies, or None."""
    return shutil.which("xskat", path=os.pathsep.join([os.environ.get("PATH", ""), *FOLDERS]))


def logged_games(program: str, count: int, seed: int, null: bool) -> list[tuple[int, Round]]:
    """The first games of a seed that were played, with their numbers; passed deals are left out.

    Args:
        program: xskat.
        count: how many games.
        seed: of the deals, 0 to 2^31 - 1.
        null: whether Null games alone count, which are rare.
    """
    deals = 50 + (int(count / _NULL_SHARE) if null else count + count // 20)
    while True:
        played = played_games(program, deals, seed)
        blocks = [(number, block) for number, block in enumerate(played) if _wanted(block, null)][:count]
        if len(blocks) == count:
            return list(
                zip((number for number, _ in blocks), read_log("".join(block for _, block in blocks))[0], strict=True)
            )
        if len(played) < deals:
            raise SystemExit(f"{program} played {len(played)} games, {len(blocks)} of them of use, and not {count}")
        deals *= 2


def played_games(program: str, deals: int, seed: int) -> list[str]:
    """Games that xskat plays, those that all passed too, a text each."""
    with tempfile.TemporaryDirectory(prefix="tafelwerk-xskat-") as folder:
        wanted, log = Path(folder) / "deals", Path(folder) / "log"
        wanted.write_text(f"random_seed {seed} 0 1\n", encoding="ascii")
        options = ("-game", wanted, "-log", log, "-unfmt", "-lang", "english")
        words = [program, "-auto", str(deals), *map(str, options)]
        subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env={"HOME": folder})
        return re.findall(r".*?\n={40}\n", log.read_text(encoding="latin-1"), re.DOTALL)


def _wanted(block: str, null: bool) -> bool:
    return " played Null" in block if null else " played " in block


@cache
def _chooser() -> Chooser:
    """One a process."""
    return Chooser()


def measured(task: Task) -> dict[str, Any]:
    """What comes out for a game."""
    begun = perf_counter()
    done, game = task.done, task.done.game
    if game is None or done.declarer is None:
        raise ValueError(f"{done.name} was passed")
    found = {
        "number": task.number,
        "name": done.name,
        "game": game.contract.game.value,
        "hand": game.contract.hand,
        "declarer": done.declarer.word,
        "bid": done.bid,
    }
    found |= _decisions(task) if task.measure == "decisions" else _contract(task)
    return found | {"seconds": round(perf_counter() - begun, 2)}


def _players(task: Task) -> list[Any]:
    """Ours in all seats."""
    round_ = task.done
    game = round_.game
    assert game is not None
    program = pimc(task.worlds, _chooser())
    fresh = begin(game.deal, game.contract, game.declarer)
    return [program(fresh, seat_seed((task.seed << 32) + task.number, seat), round_.bid) for seat in Seat]


def _decisions(task: Task) -> dict[str, Any]:
    """What both players' cards give away: points, or in Null the game; and whether a won game."""
    game = task.done.game
    assert game is not None
    players, judge, least = _players(task), judge_of(game.contract.game), winning(game.contract.game)
    now, found, priced = begin(game.deal, game.contract, game.declarer), [], 0.0
    for place, played in enumerate(game.cards):
        seat = now.to_move
        known = now.known[now.to_move]
        if known.legal & (known.legal - 1):
            ours, theirs = players[seat](known).card, played
            begun = perf_counter()
            values = judge.cards(now.position)
            priced += perf_counter() - begun
            alone = seat is game.declarer
            best = max(values.values()) if alone else min(values.values())
            cards = [ours, theirs]
            found.append(
                {
                    "place": place,
                    "alone": alone,
                    "cards": [card_text(card) for card in cards],
                    "cost": [abs(best - values[card]) for card in cards],
                    "lost": [int((best >= least) != (values[card] >= least)) for card in cards],
                }
            )
        now = now.played(played)
    return {"decisions": found, "pricing": round(priced, 2)}


def _contract(task: Task) -> dict[str, Any]:
    """Points and result where ours plays all seats, where xskat did, and under best play by all."""
    game = task.done.game
    assert game is not None
    ours = play_out(begin(game.deal, game.contract, game.declarer), _players(task))
    scores = [score for done in (replace(task.done, game=ours), task.done) if (score := done.score) is not None]
    best = judge_of(game.contract.game).value(begin(game.deal, game.contract, game.declarer).position)
    return {
        "points": [one.position.declarer_points for one in (ours, game)],
        "won": [int(score.won) for score in scores],
        "score": [score.score for score in scores],
        "best": best,
    }


def decisions_rows(games: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the games show, a row for declarers and defenders, in games for points and in Null."""
    rows = []
    for null in (False, True):
        for alone in (True, False):
            kept = [
                [one for one in game["decisions"] if one["alone"] is alone]
                for game in games
                if (game["game"] == Game.NULL) is null
            ]
            if kept := [decisions for decisions in kept if decisions]:
                rows.append({"side": "declarer" if alone else "defenders", "null": null} | _side(kept))
    return rows


def _side(kept: Sequence[Sequence[dict[str, Any]]]) -> dict[str, Any]:
    """What one side gave away, decision by decision and game by game."""
    row: dict[str, Any] = {"games": len(kept), "decisions": sum(map(len, kept))}
    row["other card"] = sum(one["cards"][0] != one["cards"][1] for game in kept for one in game)
    for key in ("cost", "lost"):
        sums = [[sum(one[key][who] for one in game) for game in kept] for who in (0, 1)]
        differences = [ours - theirs for ours, theirs in zip(*sums, strict=True)]
        a_decision = clustered(differences, [len(game) for game in kept])
        by_game = paired(differences)
        row[key] = {
            "ours a decision": sum(sums[0]) / row["decisions"],
            "xskat a decision": sum(sums[1]) / row["decisions"],
            "difference a decision": a_decision[0],
            "error a decision": a_decision[1],
            "ours a game": sum(sums[0]) / len(kept),
            "xskat a game": sum(sums[1]) / len(kept),
            "difference a game": by_game.mean,
            "error a game": by_game.error,
            "p less": by_game.less,
            "p more": by_game.more,
        }
    return row


def contracts_rows(games: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the games show: games for points, and Null."""
    rows = []
    for null in (False, True):
        kept = [game for game in games if (game["game"] == Game.NULL) is null]
        if not kept:
            continue
        row: dict[str, Any] = {"null": null, "games": len(kept)}
        row["best won"] = sum(game["best"] >= (1 if null else 61) for game in kept) / len(kept)
        if not null:
            row["best points"] = sum(game["best"] for game in kept) / len(kept)
        for key in ("won", "score") if null else ("won", "points", "score"):
            by_game = paired([game[key][0] - game[key][1] for game in kept])
            row[key] = {
                "ours": sum(game[key][0] for game in kept) / len(kept),
                "xskat": sum(game[key][1] for game in kept) / len(kept),
                "difference": by_game.mean,
                "error": by_game.error,
                "p less": by_game.less,
                "p more": by_game.more,
            }
        rows.append(row)
    return rows


def table(measure: str, rows: Iterable[dict[str, Any]]) -> str:
    """The rows as a table in Markdown."""
    found = [_DECISIONS_HEAD if measure == "decisions" else _CONTRACTS_HEAD]
    found.append("|" + "---|" * (found[0].count("|") - 1))
    for row in rows:
        found += list(_decisions_lines(row) if measure == "decisions" else _contracts_lines(row))
    return "\n".join(found)


_DECISIONS_HEAD = "| given away | games | decisions | ours | xskat | difference a game | p: less | p: more |"
_CONTRACTS_HEAD = "| played out | games | ours | xskat | difference | p: less | p: more | best play |"


def _decisions_lines(row: dict[str, Any]) -> Iterator[str]:
    what = (("lost", "Null games"),) if row["null"] else (("cost", "points"), ("lost", "won games"))
    for key, unit in what:
        one = row[key]
        yield (
            f"| {unit}, {row['side']} | {row['games']} | {row['decisions']} | {one['ours a game']:.3f} | "
            f"{one['xskat a game']:.3f} | {one['difference a game']:+.3f} ± {one['error a game']:.3f} | "
            f"{one['p less']:.5f} | {one['p more']:.5f} |"
        )


def _contracts_lines(row: dict[str, Any]) -> Iterator[str]:
    kind = "Null" if row["null"] else "suit games and Grand"
    for key, unit, best in (
        ("won", "games won", f"{row['best won']:.3f}"),
        ("points", "card points", f"{row.get('best points', 0):.2f}"),
        ("score", "score", ""),
    ):
        if key in row:
            one = row[key]
            yield (
                f"| {unit}, {kind} | {row['games']} | {one['ours']:.3f} | {one['xskat']:.3f} | "
                f"{one['difference']:+.3f} ± {one['error']:.3f} | {one['p less']:.5f} | {one['p more']:.5f} | {best} |"
            )


def measure_all(tasks: Sequence[Task], jobs: int, out: Path, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    """Measure the games that a file lacks, keep them there, and sum up.

    Args:
        tasks: one a game.
        jobs: processes.
        out: the file.
        parameters: what the games depend on; the file is of the same.
    """
    kept = kept_games(out, parameters)
    todo = [task for task in tasks if task.number not in kept]
    begun = perf_counter()
    if todo:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, context) as pool:
            for done, future in enumerate(as_completed([pool.submit(measured, task) for task in todo]), 1):
                game = future.result()
                kept[game["number"]] = game
                if done % SAVED_EVERY == 0 or done == len(todo):
                    save(out, _document(kept, parameters))
                    rate = (perf_counter() - begun) / done
                    left = rate * (len(todo) - done) / 60
                    so_far = _so_far(kept.values())
                    print(
                        f"{done} of {len(todo)} games, {rate:.2f} s each, {left:.0f} min left; {so_far}",
                        file=sys.stderr,
                    )
    games = [kept[task.number] for task in tasks]
    rows = decisions_rows(games) if parameters["measure"] == "decisions" else contracts_rows(games)
    save(out, _document(kept, parameters) | {"rows of": len(games), "rows": rows})
    return rows


def _document(kept: dict[int, dict[str, Any]], parameters: dict[str, Any]) -> dict[str, Any]:
    return {"parameters": parameters, "machine": machine(), "games": [kept[number] for number in sorted(kept)]}


def _so_far(games: Collection[dict[str, Any]]) -> str:
    """Ours less xskat's, a game, in a few words."""
    shares = {
        (key, alone): sum(
            one[key][0] - one[key][1]
            for game in games
            for one in game.get("decisions", [game])
            if key in one and one.get("alone") is alone
        )
        for key, alone in (("cost", True), ("cost", False), ("won", None), ("points", None))
    }
    sides = {True: " by declarers", False: " by defenders", None: ""}
    words = (f"{key}{sides[alone]} {total / len(games):+.2f}" for (key, alone), total in shares.items() if total)
    return ", ".join(words) or "no difference"


def kept_games(out: Path, parameters: dict[str, Any]) -> dict[int, dict[str, Any]]:
    if not out.exists():
        return {}
    document = json.loads(out.read_text(encoding="utf-8"))
    if document["parameters"] != parameters:
        raise SystemExit(f"{out} holds other measurements ({document['parameters']}); name another file by --out")
    return {game["number"]: game for game in document["games"]}


def save(out: Path, document: dict[str, Any]) -> None:
    """Write the file whole or not at all."""
    fresh = out.with_name(f"{out.name}.new")
    fresh.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    fresh.replace(out)


def count_of(text: str) -> int:
    """A number of one or more."""
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


def main(words: Sequence[str] | None = None) -> int:
    """Measure, and show a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.xskat", description="Our player of Skat beside xskat.")
    parser.add_argument("measure", nargs="?", choices=MEASURES, default="decisions")
    parser.add_argument("--games", type=count_of, default=400, help="how many games of xskat")
    parser.add_argument("--seed", type=int, default=SEED, help="of the deals, and of our player")
    parser.add_argument("--worlds", type=count_of, default=WORLDS, help="that our player looks at for a card")
    parser.add_argument("--null", action="store_true", help="Null games alone, which are rare")
    parser.add_argument("--jobs", type=count_of, default=2, help="processes")
    parser.add_argument(
        "--out", type=Path, help="the file of what was measured, to go on from; else by measure and seed"
    )
    asked = parser.parse_args(words)
    program = find_xskat()
    if program is None:
        print(MISSING)
        return 0
    kind = f"{asked.measure}{'-null' if asked.null else ''}"
    out = asked.out or Path(f"xskat-{kind}-{asked.seed}-{asked.worlds}.json")
    parameters = {"measure": asked.measure, "seed": asked.seed, "worlds": asked.worlds, "null": asked.null}
    games = logged_games(program, asked.games, asked.seed, asked.null)
    tasks = [Task(asked.measure, number, done, asked.worlds, asked.seed) for number, done in games]
    print(table(asked.measure, measure_all(tasks, asked.jobs, out, parameters)))
    print(f"\n{parameters}; p by {len(games)} games' signs flipped at random. Games in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
