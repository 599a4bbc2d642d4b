"""Canonical forms of beams under the symmetries of a board and renaming of colours."""

from tafelwerk.proofs.beams.board import Game, bits, lines, symmetries

Beams = tuple[tuple[int, int, int], ...]
"""Colours, diagonals and hits, from 0."""


class Names:
    """Canonical forms of the beams of a variant.

    Args:
        game: the variant.
    """

    def __init__(self, game: Game) -> None:
        # by symmetry and diagonal: the image of the diagonal, and the image of each answer
        self._moves: list[list[tuple[int, list[int]]]] = []
        board = lines(game.side)
        for moved in symmetries(game.side):
            images = []
            for along in board:
                line = tuple(sorted(moved[field] for field in along))
                places = [line.index(moved[field]) for field in along]
                answers = [sum(1 << places[place] for place in bits(hits)) for hits in range(1 << len(along))]
                images.append((board.index(line), answers))
            self._moves.append(images)

    def name(self, beams: Beams) -> Beams:
        """Canonical form of beams under symmetries of the board, renaming of colours and reordering: the first of them."""
        found: list[Beams] = []
        for images in self._moves:
            by_colour: dict[int, list[tuple[int, int]]] = {}
            for colour, line, hits in beams:
                image, answers = images[line]
                by_colour.setdefault(colour, []).append((image, answers[hits]))
            colours = sorted(sorted(some) for some in by_colour.values())
            found.append(tuple((colour, *beam) for colour, some in enumerate(colours) for beam in some))
        return min(found)

    def is_later_image(self, line: int) -> bool:
        """Whether a symmetry of the board maps a diagonal to one with a smaller number."""
        return min(images[line][0] for images in self._moves) < line
