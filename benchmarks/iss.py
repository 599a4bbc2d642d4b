"""Records in the format of the International Skat Server, written from rounds of our programs, and what it takes to price them:
`python -m benchmarks.iss`.

No game of a person is in them. Programs bid, lay away by features alone and look at few worlds for a card, so that thousands of
rounds are played within an hour; they give away about as much as people do, and their games take as long to price.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from time import process_time

from benchmarks.xskat import count_of
from tafelwerk.families.skat.classifiers import default_bidder
from tafelwerk.families.skat.log_formats.iss import scan_iss
from tafelwerk.families.skat.replays import replays_of
from tafelwerk.families.skat.rules.cards import Game, bits, card_text
from tafelwerk.families.skat.rules.contracts import Contract, Word, settle
from tafelwerk.families.skat.rules.deals import random_deals
from tafelwerk.families.skat.rules.matches import play_round
from tafelwerk.families.skat.rules.play import Position
from tafelwerk.families.skat.rules.rounds import Agent, GameInPlay, Round
from tafelwerk.solvers.skat.hidden_players import Chooser, Effort, pimc

SEED = 20261124
WORLDS, POINTS_NODES = 5, 20_000

_LETTERS = dict(zip(Game, "CSHDGN", strict=True))


@cache
def _agent() -> Agent:
    return Agent("quick", default_bidder(worlds=0), pimc(WORLDS, Chooser(), Effort(POINTS_NODES)))


def played_records(games: int, seed: int = SEED) -> Iterator[str]:
    """Records of rounds that our programs play, a line each.

    Args:
        games: how many.
        seed: of the deals and of the programs.
    """
    for number, dealt in enumerate(random_deals(games, seed)):
        yield iss_record(play_round(dealt, [_agent()] * 3, (seed << 32) + number), number)


def iss_record(done: Round, number: int) -> str:
    """A finished round as the server would record it.

    Args:
        done: the round, its bidding known.
        number: the game's number, from which the order of cards in a hand follows.
    """
    random = Random(number)
    groups = [bits(hand) for hand in (*done.dealt.hands, done.dealt.skat)]
    for group in groups:
        random.shuffle(group)
    moves = ["w", _named([card for group in groups for card in group])]
    for call in done.auction.calls:
        moves += [str(call.seat.value), {Word.HOLDS: "y", Word.PASSES: "p"}.get(call.word, str(call.bid))]
    result = "passed"
    if done.game is not None:
        position, count = _reached(done.game)
        who = str(done.game.declarer.value)
        contract = done.game.contract
        if contract.hand:
            moves += [who, _token(contract)]
        else:
            moves += [who, "s", "w", _named(groups[3]), who, f"{_token(contract)}.{_named(bits(done.game.deal.skat))}"]
        for card, before in zip(done.game.cards[:count], done.game.positions, strict=False):
            moves += [str(before.to_move.value), card_text(card)]
        result = _result(done.game, position, done.bid)
    head = f"(;GM[Skat]PC[International Skat Server]CO[]SE[{number // 36}]ID[{number}]DT[2031-01-01/00:00:00/UTC]"
    names = "P0[one]P1[two]P2[three]R0[]R1[0.0]R2[null]"
    return f"{head}{names}MV[{' '.join(moves)} ]R[{result}] ;)"


def _reached(game: GameInPlay) -> tuple[Position, int]:
    """Where the server ends a game, and after how many cards."""
    contract = game.contract
    for count in range(3, len(game.positions), 3):
        one = game.positions[count]
        against = count // 3 - one.declarer_tricks
        lost = against > 0 if contract.schwarz else contract.schneider and one.defender_points > 30
        if lost:
            return one, count
    return game.position, len(game.cards)


def _result(game: GameInPlay, position: Position, bid: int) -> str:
    points, tricks = position.declarer_points, position.declarer_tricks
    cards = game.deal.hands[game.declarer] | game.deal.skat
    whole = not position.hands[0]
    schneider, schwarz = whole and not 30 < points < 90, whole and tricks in (0, 10)
    score = settle(game.contract, cards, points, tricks, bid, schneider=schneider, schwarz=schwarz)
    words = f"d:{game.declarer.value} {'win' if score.won else 'loss'} v:{score.score} m:{score.matadors}"
    words += f" {'overbid' if score.overbid else 'bidok'} p:{points} t:{tricks}"
    return f"{words} s:{int(schneider)} z:{int(schwarz)} p0:0 p1:0 p2:0 l:-1 to:-1 r:0"


def _token(contract: Contract) -> str:
    """A contract as the server writes it."""
    if contract.game is Game.NULL:
        return "N" + "O" * contract.ouvert + "H" * contract.hand
    if contract.ouvert:
        return f"{_LETTERS[contract.game]}O"
    return _LETTERS[contract.game] + "H" * contract.hand + ("Z" if contract.schwarz else "S" * contract.schneider)


def _named(cards: Sequence[int]) -> str:
    return ".".join(map(card_text, cards))


def priced_seconds(lines: Sequence[str]) -> list[float]:
    """CPU seconds that pricing every card of each record takes, in one process, after the first."""
    records = [one for one in scan_iss(BytesIO("\n".join(lines).encode()).read) if isinstance(one, Round)]
    played = [one for one in records if one.game is not None]
    replays_of(played[:1])
    seconds = []
    for one in played:
        begun = process_time()
        replays_of([one])
        seconds.append(process_time() - begun)
    return seconds


def main(words: Sequence[str] | None = None) -> int:
    """Write records, or measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.iss", description="Records of games, and pricing them.")
    parser.add_argument("--games", type=count_of, default=100, help="how many")
    parser.add_argument("--seed", type=int, default=SEED, help="of the deals")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the records to a file; nothing is measured")
    asked = parser.parse_args(words)
    records = played_records(asked.games, asked.seed)
    if asked.write is not None:
        with asked.write.open("w", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in records)
        return 0
    lines = list(records)
    seconds = sorted(priced_seconds(lines))
    print("| records | games played | CPU s per game | median | 95 % | most |\n|---|---|---|---|---|---|")
    mean, count = sum(seconds) / len(seconds), len(seconds)
    shown = (mean, seconds[count // 2], seconds[int(0.95 * (count - 1))], seconds[-1])
    print(f"| {len(lines)} | {count} | {' | '.join(f'{one:.3f}' for one in shown)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
