"""A game, and a package that offers it."""

from pathlib import Path

SOURCE = '''
class Nim:
    """Take any number from one heap; who takes the last token wins."""

    def start(self):
        return (1, 2, 2)

    def moves(self, heaps):
        return [(heap, taken) for heap, size in enumerate(heaps) for taken in range(1, size + 1)]

    def after(self, heaps, move):
        heap, taken = move
        return heaps[:heap] + (heaps[heap] - taken,) + heaps[heap + 1 :]

    def outcome(self, heaps):
        return None if any(heaps) else -1

    def key(self, heaps):
        return tuple(sorted(heaps))
'''
BROKEN = "raise RuntimeError('no luck')\n"


def make_package(folder: Path) -> None:
    """Make the package `own_nim`, with the games own-nim and broken, for programs that have the folder on their path."""
    (folder / "own_nim.py").write_text(SOURCE, encoding="utf-8")
    (folder / "own_broken.py").write_text(BROKEN, encoding="utf-8")
    info = folder / "own_nim-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-nim\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[tafelwerk.games]\nown-nim = own_nim:Nim\nbroken = own_broken:Game\n", encoding="utf-8"
    )
