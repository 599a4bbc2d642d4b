"""The program's entry point, `tafelwerk` and `python -m tafelwerk` alike."""

import signal
import sys


def main() -> int:
    """Run the command line; Ctrl-C while its modules are still being loaded ends the process without a traceback."""
    is_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_default:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from tafelwerk.cli import main as run

    if is_default:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run()


if __name__ == "__main__":
    sys.exit(main())
