"""Commands that do more than ask one question: a game against an agent, and two agents watched."""

from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.common import BookOption, bundle_options
from tafelwerk.commands.compiling import end_trial
from tafelwerk.commands.terminal import SeedOption, seed_of_game
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.parameters import GAME_HELP, Moves, Overshoot, parse_agent, read_start
from tafelwerk.families.montecarlo.rules import AGENT_WORDS, MOST_PLAYOUTS, Game, playouts_of, read_position

AGAINST = "mc:200"

FEW = 2000
"""Most playouts per move of an agent that answers at once uncompiled."""


MOST_GAMES, MOST_MOVES = 10**9, 10**6

GAMES_HELP = "Number of games before the first that is watched."
MADE_HELP = "Number of moves already made in the game that is watched."

GameWords = Annotated[list[str] | None, typer.Argument(metavar="GAME", help=f"{GAME_HELP} Default: dsc 10.")]
Start = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="POSITION",
        help='First position, seen by the player to move: a heap; dsc, dsr: "2 3", the fields gone by each player; esr: '
        '"5,4,0 / 6,6,3". Default: the start.',
    ),
]


@bundle_options
def play(
    book: BookOption,
    game: GameWords = None,
    moves: Moves | None = None,
    overshoot: Overshoot | None = None,
    side: Annotated[
        str | None, typer.Option("--as", metavar="first|second", help="Your side. Default: first, who moves first.")
    ] = None,
    against: Annotated[
        str, typer.Option("--against", metavar="AGENT", help=f"Your opponent: {AGENT_WORDS}. Or MC(K), or K.")
    ] = AGAINST,
    at: Start = None,
    is_watched: Annotated[
        bool, typer.Option("--watch", hidden=True, help="Watch that agent against a rival instead of playing.")
    ] = False,
    rival: Annotated[
        str | None,
        typer.Option(
            "--rival", metavar="AGENT", hidden=True, help="The rival that is watched. Default: twice as many playouts."
        ),
    ] = None,
    games: Annotated[int, typer.Option("--skip", hidden=True, min=0, max=MOST_GAMES, help=GAMES_HELP)] = 0,
    made: Annotated[int, typer.Option("--made", hidden=True, min=0, max=MOST_MOVES, help=MADE_HELP)] = 0,
    seed: SeedOption = None,
) -> None:
    """Play a race or a subtraction game against MC(K).

    MC(K) tries each of its moves with K random games and plays the one that wins the most. `hint` gives the exact chance that
    you win after each move, and the exact law of the agent's move.

    Example: tafelwerk montecarlo play dsc 10 --as second

    Example: tafelwerk montecarlo play "S(1,2)" --against mc:inf
    """
    if is_watched:
        # on a page playing and watching are one form
        if side is not None:
            raise InputError("--as is for your own side: leave it out to watch")
        _watch(book, read_start(game or [], moves, overshoot), (against, rival), at, seed_of_game(seed), games, made)
        return
    for name, value in (("--rival", rival), ("--skip", games), ("--made", made)):
        if value:
            raise InputError(f"{name} goes with --watch")
    chosen = read_start(game or [], moves, overshoot)
    agent, number = parse_agent(against), seed_of_game(seed)
    position = None if at is None else read_position(chosen, at)
    playouts = playouts_of(agent)
    if isinstance(playouts, int) and playouts > FEW:
        # this many random games are worth compiling for
        end_trial()
    from tafelwerk.families.montecarlo.play import Race
    from tafelwerk.play.duel import Duel

    race = Race(chosen, position, agent, side or "first")
    at_terminal(Duel(race, side or "first", race.start, agent, number), str, book)


@bundle_options
def watch(
    book: BookOption,
    game: GameWords = None,
    moves: Moves | None = None,
    overshoot: Overshoot | None = None,
    first: Annotated[
        str, typer.Option("--first", metavar="AGENT", help=f"Agent that is counted for: {AGENT_WORDS}. Or MC(K), or K.")
    ] = AGAINST,
    second: Annotated[
        str | None,
        typer.Option("--second", metavar="AGENT", help="Its rival. Default: twice as many playouts."),
    ] = None,
    at: Start = None,
    games: Annotated[int, typer.Option("--skip", min=0, max=MOST_GAMES, metavar="N", help=GAMES_HELP)] = 0,
    made: Annotated[int, typer.Option("--made", min=0, max=MOST_MOVES, metavar="N", help=MADE_HELP)] = 0,
    seed: SeedOption = None,
) -> None:
    """Watch two agents play a race or a subtraction game, move by move or many games at once.

    They take turns to move first. Beside the score of the games stands the exact chance. That more thinking can hurt shows in
    DSC(10), where MC(200) wins more games than MC(400).

    Example: tafelwerk montecarlo watch "DSC(10)"

    Example: tafelwerk montecarlo watch subtraction 20 --moves 1,2 --first mc:100 --second mc:inf
    """
    _watch(book, read_start(game or [], moves, overshoot), (first, second), at, seed_of_game(seed), games, made)


def _watch(
    book: Path, game: Game, agents: tuple[str, str | None], at: str | None, seed: int, games: int, made: int
) -> None:
    agent, rival = parse_agent(agents[0]), agents[1]
    playouts = playouts_of(agent)
    if rival is None and (not isinstance(playouts, int) or 2 * playouts > MOST_PLAYOUTS):
        raise InputError(f"--second AGENT: name the rival of {agent}")
    pair = agent, f"mc:{2 * int(playouts or 0)}" if rival is None else parse_agent(rival)
    position = None if at is None else read_position(game, at)
    if any(isinstance(each, int) and each > FEW for each in map(playouts_of, pair)):
        # this many random games are worth compiling for
        end_trial()
    from tafelwerk.families.montecarlo.play import Watching

    at_terminal(Watching(game, position, pair, seed, games, made), str, book)
