"""Terminal for rounds of Skat with a person: notice while a program thinks, and rounds kept however the terminal is left."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from tafelwerk.families.skat.play.session import SkatSession
from tafelwerk.language import say
from tafelwerk.play.session import Said
from tafelwerk.streams import beneath

SLOW = 0.5
"""Seconds after which a terminal shows that a program is thinking."""


class TableSession(SkatSession):
    """A session that shows on a terminal that a program is thinking, and whose closing lines Ctrl-C does not cut off."""

    def take(self, text: str) -> Iterator[Said]:
        said = super().take(text)
        while True:
            with thinking():
                part = next(said, None)
            if part is None:
                return
            yield part

    def leave(self) -> Iterator[Said]:
        if isinstance(sys.exception(), KeyboardInterrupt):
            on_interrupt(signal.Handlers.SIG_IGN)
        yield from super().leave()


@contextmanager
def thinking() -> Iterator[None]:
    """Show on standard error, if it is a terminal, that a program is thinking, once that takes longer than `SLOW`."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    told, word = [], say("thinking ...")

    def tell() -> None:
        told.append(True)
        beneath(sys.stderr).write(word)
        sys.stderr.flush()

    timer = threading.Timer(SLOW, tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if told:
            beneath(sys.stderr).write(f"\r{' ' * len(word)}\r")
            sys.stderr.flush()


def on_interrupt(handler: signal.Handlers) -> None:
    """Set what Ctrl-C does from here on, while the program is ending."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, handler)


@contextmanager
def ended_by(last: Callable[[], None]) -> Iterator[None]:
    """Call `last` if the terminal is closed or the program is terminated within the context."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        last()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    numbers = [number for name in names if signal.getsignal(number := getattr(signal, name)) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
