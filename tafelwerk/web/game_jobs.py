"""Games for pages: the address of a page holds the game and all turns. Runs in a worker.

The command line of the game makes its session, as on a terminal; then the turns of the address are taken one by one. Replies
depend on seed and position alone, so the same address gives the same position. Recent sessions are kept by their turns,
so that the next turn continues where the last one ended.

Each room draws its own boards, in its `pictures`; Skat has pages of its own. Other sessions are shown as in a terminal, with
their turns as a list of links.
"""

import contextlib
import io
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.museum import starts_of
from tafelwerk.play.duel import Duel
from tafelwerk.play.session import Layout, Line, Price, Said, Session, Step
from tafelwerk.plots.pictures import View, draw_board, drawing_of
from tafelwerk.web.jobs import JobError, fault
from tafelwerk.web.worker import tell
from tafelwerk.wording import capitalised

KEPT = 24
"""Sessions that are kept."""

MOST_TURNS = 2000


BARE: dict[str, Any] = {
    "opponent": "",
    "sentence": "",
    "said": (),
    "board": None,
    "prices": (),
    "scale": "",
    "course": (),
    "curve": None,
    "costliest": None,
    "legal": (),
    "prompt": "",
    "over": False,
    "has_hints": True,
}
"""What a page shows of a game, see `play`, where there is nothing to be said of it."""


class Game:
    """A game in play, what was said of each turn, and how many moves had been made by then."""

    def __init__(self, session: Session, draw: Any) -> None:
        self.session, self._draw = session, draw
        self.said: list[list[dict[str, Any]]] = [self.add(session.start())]
        self.lengths = [session.moves_made]

    def add(self, said: Iterable[Said]) -> list[dict[str, Any]]:
        """What a session says, as plain values."""
        return [_part_values(part, self._draw) for part in said]

    def take(self, turn: str, hear: Callable[[list[dict[str, Any]]], None] = lambda said: None) -> None:
        """Take a turn.

        Args:
            turn: as it is typed.
            hear: takes what has been said of it so far: first the turn alone.
        """
        if self.session.over:
            raise InputError("the game is over")
        said: list[dict[str, Any]] = []
        hear([{"kind": "text", "text": turn}])
        for part in self.session.take(turn):
            said += self.add([part])
            hear(said)
        self.said.append(said)
        self.lengths.append(self.session.moves_made)

    def course(self, steps: Sequence[Step]) -> list[dict[str, Any]]:
        """Moves as plain values, each with the number of turns after which it was made."""
        turns = len(self.lengths)
        return [
            {
                **asdict(step),
                "turns": next((turn for turn, length in enumerate(self.lengths) if length > number), turns),
            }
            for number, step in enumerate(steps)
        ]


_GAMES: OrderedDict[tuple[str, ...], Game] = OrderedDict()


def play(words: list[str], turns: list[str], hint: bool = False, chosen: str = "") -> dict[str, Any]:
    """How a game stands.

    Args:
        words: the command line of the game behind the program's name, with a seed.
        turns: turns, as they are typed.
        hint: whether to say what turns are worth.
        chosen: value of one of the board's choices.

    Returns:
        "title", "about", "players", "sentence": see `Session`; "said": replies that the sentence does not have;
        "board": as of `pictures.Board`; "prices": see `group_prices`; "scale": what they are;
        "course": the moves so far, each with the number of turns after which it was made; "curve": see `curve`;
        "costliest": number of the user's costliest move in "course", or None; "legal": turns beside the board, with labels;
        "prompt": what can be typed where neither board nor list has all turns; "over"; "words": what can be asked besides;
        "line": the command line to go on in a terminal; "has_hints": whether turns can have prices.

    Raises:
        JobError: the command fails.
        InputError: a turn is none.
    """
    game = game_in_play(words, turns, _tell_glimpse)
    session = game.session
    over = session.over
    prices = session.prices() if hint and not over else ()
    drawing = board(session, prices, chosen, is_hinted=hint or over)
    steps = session.course(is_priced=hint or over)
    course = game.course(steps)
    own = [number for number, step in enumerate(steps) if step.lost and not step.who]
    is_told = hint or over or session.tells_losses
    sentence = session.sentence(is_priced=hint)
    legal = [] if over else _beside_the_board(session, drawing)
    return _bare(session) | {
        "sentence": sentence,
        "said": []
        if sentence and turns[-1:] not in [[word] for word in session.words]
        else _replies(game, has_board=drawing is not None),
        "board": drawing,
        "prices": group_prices(session, prices),
        "scale": session.scale,
        "course": course if is_told else [{**step, "lost": ""} for step in course],
        "curve": curve(session, steps, session.curve) if hint or over else None,
        "costliest": max(own, key=lambda number: steps[number].loss) if over and own else None,
        "legal": [(turn, session.label(turn)) for turn in legal] if len(legal) <= MOST_LISTED else [],
        "prompt": "" if over else session.prompt().strip(": ") if len(legal) > MOST_LISTED else session.to_type,
        "over": over,
    }


def _bare(session: Session) -> dict[str, Any]:
    """What a page shows of a game wherever it stands; keys as of `play`."""
    return BARE | {
        "title": session.title,
        "about": session.about,
        "players": session.who_plays(),
        "opponent": _opponent(session),
        "words": [word for word in WORDS if not session.over and _has(session, word)],
        "line": session.go_on,
        "has_hints": session.has_hints,
    }


def _tell_glimpse(game: Game, said: list[dict[str, Any]]) -> None:
    """Tell what is known of a position at once, where the rest takes seconds; keys as of `play`."""
    session = game.session
    glimpse = session.glimpse()
    if glimpse is None:
        return
    drawing = draw_board(session, View(has_turns=False), glimpse.board)
    tell(
        _bare(session)
        | {
            "sentence": glimpse.text,
            "said": [part for part in said if part["kind"] != "board"],
            "board": None if drawing is None else asdict(drawing),
            "course": game.course(glimpse.moves),
        }
    )


WORDS = ("reveal", "resign")
"""What can be asked of a game besides its turns."""

MOST_LISTED = 80
"""Turns besides those on the board that are offered one by one."""


def _beside_the_board(session: Session, drawing: dict[str, Any] | None) -> Sequence[str]:
    """Turns that the board does not offer."""
    if drawing is not None and drawing["choices"]:
        return []
    if drawing is not None and drawing["kind"]:
        # words of many lengths have no keys
        parts = drawing["parts"]
        return [] if parts.get("keys") or parts.get("answers") else session.legal
    on_board = {spot["turn"] for spot in drawing["spots"]} if drawing else set()
    return [turn for turn in session.legal if turn not in on_board]


def _replies(game: Game, *, has_board: bool) -> list[dict[str, Any]]:
    """What was said last, without what can be typed; at the end without what was said of earlier moves."""
    typed = game.add(game.session.help())
    parts = [part for part in game.said[-1] if part not in typed]
    if not has_board:
        return parts
    boards = [number for number, part in enumerate(parts) if part["kind"] == "board"]
    return [part for part in parts[boards[-1] + 1 if boards and game.session.over else 0 :] if part["kind"] != "board"]


def _opponent(session: Session) -> str:
    """Name and strength of the opponent, "" where there is none."""
    if not isinstance(session, Duel) or not session.other.title:
        return ""
    return (
        f"{capitalised(session.other.title)}: {session.other.strength}"
        if session.other.strength
        else session.other.title
    )


def word_lists() -> list[str]:
    """Names of the word lists and tables of answers that the book holds."""
    from tafelwerk.book import open_book
    from tafelwerk.tables import names

    with open_book() as book:
        return names.word_lists(book)


def game_in_play(
    words: list[str], turns: list[str], hear: Callable[[Game, list[dict[str, Any]]], None] = lambda game, said: None
) -> Game:
    """A game after its turns, continued from where a kept session ended.

    Args:
        words, turns: as of `play`.
        hear: takes the game while the last turn is taken, and what has been said of that.

    Raises:
        JobError, InputError: as `play`.
    """
    if len(turns) > MOST_TURNS:
        raise InputError(f"a game may have {MOST_TURNS:,} turns, not {len(turns):,}")
    length = next((length for length in range(len(turns), -1, -1) if (*words, "", *turns[:length]) in _GAMES), None)
    if length is None:
        game, length = _begin(words), 0
    else:
        game = _GAMES.pop((*words, "", *turns[:length]))
    for number, turn in enumerate(turns[length:], length):
        try:
            game.take(turn, partial(hear, game) if number == len(turns) - 1 else lambda said: None)
        except InputError:
            # what is refused changes nothing
            _keep(game, words, turns[:number])
            raise
    _keep(game, words, turns)
    return game


def is_kept(words: list[str], turns: list[str]) -> bool:
    """Whether a game is kept after these turns, so that nothing has to be done for it."""
    return (*words, "", *turns) in _GAMES


def _keep(game: Game, words: list[str], turns: list[str]) -> None:
    """Keep a game after some turns, and the others that were kept last."""
    _GAMES[(*words, "", *turns)] = game
    while len(_GAMES) > KEPT:
        _GAMES.popitem(last=False)


def first_moves(games: list[list[str]]) -> int:
    """Begin games and make a move in each, so that this process has at hand what pages of games need.

    Args:
        games: their command lines, as of `play`.

    Returns:
        How many of them the book can begin.
    """
    begun = 0
    for words in games:
        with contextlib.suppress(TafelwerkError):
            play(words, [])
            begun += 1
            play(words, list(game_in_play(words, []).session.legal[:1]))
        _GAMES.clear()
    return begun


def _begin(words: list[str]) -> Game:
    from tafelwerk.cli import main
    from tafelwerk.commands import terminal

    begun: list[Game] = []
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        terminal.led_by(lambda session, draw: begun.append(Game(session, draw))),
    ):
        code = main(words)
    if not begun:
        raise JobError(fault({"err": err.getvalue()}), int(code))
    return begun[0]


def _has(session: Session, word: str) -> bool:
    """Whether a session has a word, and where that is `reveal`, something to reveal."""
    return word in session.words and (word != "reveal" or type(session).reveal is not Session.reveal)


def _part_values(part: Said, draw: Any) -> dict[str, Any]:
    if isinstance(part, str):
        return {"kind": "text", "text": part}
    if isinstance(part, Line):
        return {"kind": "line", "text": part.text, "tone": str(part.tone or "")}
    if isinstance(part, Layout):
        return {"kind": "table", "text": _board_text(part.content)}
    return {"kind": "board" if is_board(part) else "table", "text": _board_text(draw(part))}


def _board_text(board: Any) -> str:
    """A board of the terminal as text."""
    if isinstance(board, str):
        return board
    from rich.console import Console

    paper = Console(file=io.StringIO(), width=200, no_color=True, force_terminal=False)
    with paper.capture() as capture:
        paper.print(board, soft_wrap=True)
    return "\n".join(line.rstrip() for line in capture.get().rstrip("\n").split("\n"))


def board(
    session: Session, prices: Sequence[Price] = (), chosen: str = "", *, is_hinted: bool = False
) -> dict[str, Any] | None:
    """The board of a session as plain values; None where it has none. Arguments as of `View`."""
    drawing = draw_board(session, View(prices, chosen, is_hinted=is_hinted))
    return None if drawing is None else asdict(drawing)


def is_board(said: Said) -> bool:
    """Whether something that is shown is a board that `board` draws."""
    return drawing_of("BOARDS", said) is not None


def start_pictures(game: str) -> dict[str, dict[str, Any]]:
    """Pictures of a game's starts by their texts, each with its size and markup."""
    starts = starts_of(game)
    several = () if starts is None else [start for _, group in starts.more for start in group]
    return {start.text: asdict(start.draw()) for start in several if start.draw is not None}


def group_prices(session: Session, prices: Sequence[Price]) -> list[dict[str, Any]]:
    """Prices for a list, those that are the same together.

    Returns:
        Of each "worth", "tone", "is_best", "behind" and "note", as of `Price`, and "turns", each with a drawing: SVG markup and
        its width, "" where its text is enough.
    """
    draw = drawing_of("TURNS", getattr(session, "problem", None)) or (lambda session, turn: ("", 0.0))
    groups: dict[tuple[str, str, bool, str, str], list[str]] = {}
    for price in prices:
        key = price.worth, str(price.tone or ""), price.is_best, price.behind, price.note
        groups.setdefault(key, []).append(price.turn)
    if len(groups) == 1 and len(prices) > 1:
        # a mark on all of them would say nothing
        ((worth, tone, *_), turns) = next(iter(groups.items()))
        groups = {(worth, tone, False, "", ""): turns}
    return [
        {
            "worth": worth,
            "tone": tone,
            "is_best": is_best,
            "behind": behind,
            "note": note,
            "turns": [(turn, *draw(session, turn)) for turn in turns],
        }
        for (worth, tone, is_best, behind, note), turns in groups.items()
    ]


CURVE_WIDTH, CURVE_HEIGHT = 320.0, 80.0
_LEAST_CURVE = 3


def curve(session: Session, steps: Sequence[Step], title: str) -> dict[str, Any] | None:
    """The values of a game after each move, as a line with a dot per move; None where few are known.

    Args:
        session: the game.
        steps: its moves.
        title: what the values are.
    """
    known = [(number, step) for number, step in enumerate(steps, 1) if step.value is not None]
    if len(known) < _LEAST_CURVE:
        return None
    values = [step.value or 0.0 for _, step in known]
    low, high = (
        (-1.0, 1.0)
        if isinstance(session, Duel) and session.game.is_plain and session.game.sides
        else (min(values), max(values))
    )
    span = high - low or 1.0
    points = [
        (
            8 + (CURVE_WIDTH - 16) * (number - 1) / max(1, len(steps) - 1),
            8 + (CURVE_HEIGHT - 16) * (high - value) / span,
        )
        for (number, _), value in zip(known, values, strict=True)
    ]
    return {
        "width": CURVE_WIDTH,
        "height": CURVE_HEIGHT,
        "title": title if low < 0 < high else f"{title}, from {low:.4g} to {high:.4g}",
        "line": " ".join(f"{x:.1f},{y:.1f}" for x, y in points),
        "middle": CURVE_HEIGHT / 2 if low < 0 < high else None,
        "dots": [
            {"x": x, "y": y, "label": f"{number}. {step.move}: {step.after}", "is_own": not step.who, "lost": step.lost}
            for (x, y), (number, step) in zip(points, known, strict=True)
        ],
    }
