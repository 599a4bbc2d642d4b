"""The program's entry point, `tafelwerk` and `python -m tafelwerk` alike."""

import atexit
import gc
import os
import signal
import sys


def main() -> int:
    """Run the command line of this process, which ends with it.

    Ctrl-C while its modules are still being loaded ends the process without a traceback.
    """
    # an answer makes few objects that could be collected; looking for them takes a tenth of its time
    gc.set_threshold(50_000)
    codes: list[int] = []
    atexit.register(_leave, codes)
    is_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_default:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from tafelwerk.cli import main as run

    if is_default:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    codes.append(run())
    return codes[-1]


def _leave(codes: list[int]) -> None:
    """End the process once everything else that was to be done at its end is done.

    To take modules and database apart, object by object, takes as long as a query. The system frees them at once.

    Args:
        codes: the exit code; empty if the process ends otherwise.
    """
    if not codes:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return
    os._exit(codes[-1])


if __name__ == "__main__":
    sys.exit(main())
