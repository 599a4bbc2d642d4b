"""`python -m tafelwerk`."""

import sys

from tafelwerk.cli import main

if __name__ == "__main__":
    sys.exit(main())
