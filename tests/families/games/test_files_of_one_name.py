"""Two files of the same name are two games."""

from pathlib import Path

from tafelwerk.families.games.rules import code_of, find_game

NIM = """
class Nim:
    def start(self): return {size}
    def moves(self, left): return range(1, min(left, 3) + 1)
    def after(self, left, taken): return left - taken
    def outcome(self, left): return None if left else -1
"""


def test_each_has_the_code_of_its_own_file(tmp_path: Path) -> None:
    codes = []
    for size in (5, 6, 5):
        folder = tmp_path / str(len(codes))
        folder.mkdir()
        (folder / "same_name.py").write_text(NIM.format(size=size))
        codes.append(code_of(find_game(f"{folder}/same_name.py")))
    assert None not in codes
    assert codes[0] == codes[2] != codes[1]
