"""The program's entry point, `tafelwerk` and `python -m tafelwerk` alike."""

import atexit
import gc
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
    """End the process at once, with the last exit code; not if it ends otherwise, without one."""
    if codes:
        from tafelwerk.streams import leave

        leave(codes[-1])


if __name__ == "__main__":
    sys.exit(main())
