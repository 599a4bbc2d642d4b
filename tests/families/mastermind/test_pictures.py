"""Pictures of Mastermind have the letters, words and colours of the person's own board."""

import re

import pytest

from tafelwerk.families.mastermind.parameters import COLOUR_NAMES, read_history
from tafelwerk.families.mastermind.pictures import HUES, game_picture, look_of, peg_name
from tafelwerk.families.mastermind.rules import Pegs, parse_game, with_palette, write_code


@pytest.mark.parametrize(
    ("game", "history", "pegs", "words"),
    [
        ("4x6 palette ROYGBW", "RRGB 1b1w", ["R", "R", "G", "B", "O", "B", "G", "W"], ("RRGB", "OBGW")),
        ("4x6", "1145 1b1w", ["A", "A", "D", "E", "B", "E", "D", "F"], ("AADE", "BEDF")),
        (
            "4x6 palette red,orange,yellow,blue,brown,black",
            "red-red-blue-brown 1b1w",
            ["R", "R", "Blu", "Br", "O", "Br", "Blu", "Bla"],
            ("red-red-blue-brown", "orange-brown-blue-black"),
        ),
    ],
)
def test_a_picture_has_the_names_of_the_persons_colours(
    game: str, history: str, pegs: list[str], words: tuple[str, str]
) -> None:
    read = parse_game(game)
    drawn = game_picture(read, read_history(read, history), "BEDF", {}, "title")
    assert re.findall(r'font-weight="[^"]*"[^>]*>([A-Z][a-z]*)<', drawn.body) == pegs
    assert f"Guesses: {words[0]} answered 1,1." in drawn.text
    assert f"Next guess: {words[1]}." in drawn.text


@pytest.mark.parametrize(
    "palette", ["ROYGBWK", "red,orange,yellow,green,blue,white,black", "rot,orange,Gelb,grün,blau,weiß,schwarz"]
)
def test_pegs_have_the_usual_colours_that_a_palette_names(palette: str) -> None:
    game = with_palette(Pegs(4, 7), palette)
    names = ("red", "orange", "yellow", "green", "blue", "white", "black")
    assert [look_of(game, color) for color in range(7)] == [HUES[name] for name in names]


def test_other_names_have_letters_alone_and_every_usual_name_a_colour_of_its_own() -> None:
    assert look_of(with_palette(Pegs(4, 2), "red,mauve"), 1) == look_of(Pegs(4, 60), 1)
    assert {*COLOUR_NAMES.values()} == HUES.keys()
    assert len({*HUES.values()}) == len(HUES)


def test_names_on_pegs_tell_colours_apart() -> None:
    game = with_palette(Pegs(4, 8), "red,orange,yellow,green,blue,white,brown,black")
    assert [peg_name(game, color) for color in range(8)] == ["R", "O", "Y", "G", "Blu", "W", "Br", "Bla"]
    assert [peg_name(Pegs(4, 6), color) for color in range(6)] == [*write_code(Pegs(6, 6), range(6))]
