"""Commands that do more than ask one question: a game against an agent, and two agents watched."""

from typing import Annotated

import typer

from tafelwerk.commands.common import BookOption, bundle_options
from tafelwerk.commands.compiling import end_trial
from tafelwerk.commands.terminal import SeedOption, seed_of_game
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.notation import GAME_HELP, parse_agent, read_start
from tafelwerk.families.montecarlo.parameters import Moves, Overshoot
from tafelwerk.families.montecarlo.rules import AGENT_WORDS, MOST_PLAYOUTS, playouts_of, read_position

AGAINST = "mc:200"

FEW = 2000
"""Most playouts per move of an agent that answers at once uncompiled."""


@bundle_options
def play(
    book: BookOption,
    game: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help=f"{GAME_HELP} Default: dsc 10.",
        ),
    ] = None,
    moves: Moves | None = None,
    overshoot: Overshoot | None = None,
    side: Annotated[
        str | None, typer.Option("--as", metavar="first|second", help="Your side. Default: first, who moves first.")
    ] = None,
    against: Annotated[
        str, typer.Option("--against", metavar="AGENT", help=f"Your opponent: {AGENT_WORDS}. Or MC(K), or K.")
    ] = AGAINST,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="POSITION",
            help='First position, seen by the player to move: a heap; dsc, dsr: "2 3", the fields gone by each player; esr: '
            '"5,4,0 / 6,6,3". Default: the start.',
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Watch that agent against a rival, move by move or 1,000 games at once.")
    ] = False,
    rival: Annotated[
        str | None,
        typer.Option("--rival", metavar="AGENT", help="The rival that is watched. Default: twice as many playouts."),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games", min=0, max=10**9, metavar="N", help="Number of games before the first that is watched."
        ),
    ] = 0,
    made: Annotated[
        int,
        typer.Option(
            "--made", min=0, max=10**6, metavar="N", help="Number of moves already made in the game that is watched."
        ),
    ] = 0,
    seed: SeedOption = None,
) -> None:
    """Play a race or a subtraction game against MC(K), or watch MC(K) against MC(2K).

    MC(K) tries each of its moves with K random games and plays the one that wins the most. `hint` gives the exact chance that
    you win after each move, and the exact law of the agent's move.

    Example: tafelwerk montecarlo play dsc 10 --as second

    Example: tafelwerk montecarlo play "S(1,2)" --against mc:inf

    Example: tafelwerk montecarlo play "DSC(10)" --watch

    Example: tafelwerk montecarlo play subtraction 20 --moves 1,2 --against mc:100 --watch --rival mc:inf
    """
    chosen = read_start(game or [], moves, overshoot)
    agent, number = parse_agent(against), seed_of_game(seed)
    position = None if at is None else read_position(chosen, at)
    playouts = playouts_of(agent)
    if watch or (isinstance(playouts, int) and playouts > FEW):
        # this many random games are worth compiling for
        end_trial()
    if watch:
        if side is not None:
            raise InputError("--as is for your own side: leave it out to watch")
        if rival is None and (not isinstance(playouts, int) or 2 * playouts > MOST_PLAYOUTS):
            raise InputError(f"--rival AGENT: name the rival of {agent}")
        from tafelwerk.families.montecarlo.watching import Watching

        pair = agent, f"mc:{2 * int(playouts or 0)}" if rival is None else parse_agent(rival)
        at_terminal(Watching(chosen, position, pair, number, games, made), str, book)
        return
    for name, value in (("--rival", rival), ("--games", games), ("--made", made)):
        if value:
            raise InputError(f"{name} goes with --watch")
    from tafelwerk.families.montecarlo.play import Race
    from tafelwerk.play.duel import Duel

    race = Race(chosen, position, agent, side or "first")
    at_terminal(Duel(race, side or "first", race.start, agent, number), str, book)
