"""Races and heaps against Monte-Carlo agents, and two agents watched: what an agent does next, as bars."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tafelwerk.families.montecarlo.arena import Heap, Move, Track, percent
from tafelwerk.families.montecarlo.board import bars_picture, heap_boxes, heap_picture, track_picture, turn_boxes
from tafelwerk.families.montecarlo.play import Race
from tafelwerk.families.montecarlo.watching import Watching
from tafelwerk.play.duel import Duel
from tafelwerk.play.session import Session
from tafelwerk.plots.pictures import words
from tafelwerk.plots.style import ON_FILL
from tafelwerk.web.boards import Board, Panel, Spot

MOST_BARS = 6
"""Most bars and most groups of a panel."""


def race(values: Sequence[Track | Heap], spot: Callable[..., Spot], session: Session) -> Board:
    """The lanes or the heap; a square that a runner can reach, or a token, is a turn."""
    (value,) = values
    picture = track_picture(value) if isinstance(value, Track) else heap_picture(value)
    if isinstance(session, Watching):
        return Board(picture.width, picture.height, picture.body, picture.text, panels=_watched(session))
    assert isinstance(session, Duel)
    assert isinstance(session.game, Race)
    boxes = turn_boxes(value) if isinstance(value, Track) else heap_boxes(value)
    legal = () if session.over else session.legal
    spots = [spot(turn, *boxes[turn]) for turn in legal if turn in boxes]
    body = picture.body
    if isinstance(value, Heap):
        for index, each in enumerate(spots):
            # what a token takes, or what that is worth, stands on the token
            x, y = each.x + each.width / 2, each.y + each.height / 2
            colour = ON_FILL if int(each.turn) <= value.tokens else "#757575"
            body += words(x, y, each.price or each.turn, 13, colour, "middle", bold=True)
            spots[index] = replace(each, price="")
    is_priced = any(each.worth for each in spots)
    panels = _laws(session, session.game) if is_priced else ()
    return Board(picture.width, picture.height, body, picture.text, tuple(spots), panels)


def _laws(session: Duel, game: Race) -> tuple[Panel, ...]:
    """What the agent would do in the user's place, and how it answers every move."""
    arena, encounter, place = game.arena, game.encounter, session.state.place
    here = [("", _law(arena.law(encounter, place)))]
    answers = [
        (f"after {move.move}", _law(arena.law(encounter, move.after)))
        for _, move in game.ranking(session.state)[:MOST_BARS]
        if encounter.payoff(move.after) is None
    ]
    panels = [_panel(f"What {game.other} would play in your place", here)]
    if answers:
        panels.insert(0, _panel(f"How {game.other} answers", answers))
    return tuple(panels)


def _law(moves: Sequence[Move]) -> list[tuple[str, float, str]]:
    return [(f"plays {move.move}", move.chance, percent(move.chance)) for move in moves[:MOST_BARS]]


def _panel(heading: str, groups: Sequence[tuple[str, Sequence[tuple[str, float, str]]]], *lines: str) -> Panel:
    picture = bars_picture(groups)
    return Panel(heading, lines, picture.width, picture.height, picture.body, picture.text)


def _watched(session: Watching) -> tuple[Panel, ...]:
    """The law of the next move, and the games so far beside the exact chances."""
    first, second, _ = session.exact
    rows = [("moving first", first), ("moving second", second), ("in all", (first + second) / 2)]
    panels = []
    if not session.is_finished:
        panels.append(_panel(f"What {session.titles[session.mover]} plays next", [("", _law(session.law()))]))
    groups = [("exactly", [(name, chance, percent(chance)) for name, chance in rows])]
    if session.games:
        groups.insert(0, (f"in {session.games:,} games", session.shares))
    panels.append(_panel(f"How often {session.titles[0]} wins", groups))
    return tuple(panels)
