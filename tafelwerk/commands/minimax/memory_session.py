"""Memory in play, with cards that lie in an order of their own. Imported by `play` alone."""

import re
from random import Random

from tafelwerk.commands.minimax.cards import FACES, deal, perfect_card
from tafelwerk.commands.minimax.opponent import Opponent
from tafelwerk.commands.session import Session, say
from tafelwerk.commands.wording import counted, exact_number
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.minimax.memory import First, Objective, Rule
from tafelwerk.solvers.minimax.memory import Card, solve

COLUMNS = 8

RULES = {
    Rule.PASS: "Any two cards may be turned; two known ones that do not match are a pass, and two passes in a row end the game.",
    Rule.FORCED: "A turn takes a known pair or shows a card that nobody has seen; a match may be declined by a known card.",
}


class MemoryDuel(Session):
    """Memory against an opponent who forgets nothing; nor need the user, since known cards stay legible.

    Args:
        name: memory:PAIRS or memory:PAIRS:RULE.
        side: first or second: what the user plays.
        position: cards turned so far, by their numbers; None for none.
        other: who plays the other side.
        seed: of the cards and of the opponent.

    Raises:
        InputError: there is no such game, or the cards cannot have been turned.
    """

    def __init__(self, name: str, side: str, position: str | None, other: Opponent, seed: int) -> None:
        fits = re.fullmatch(r"memory:([0-9]{1,3})(:pass|:forced)?", name.strip().lower(), re.ASCII)
        if fits is None or not 1 <= int(fits[1]) <= len(FACES):
            raise InputError(
                f"{quoted(name)}: Memory is memory:PAIRS or memory:PAIRS:RULE, 1 to {len(FACES)} pairs, rule pass or forced, "
                "such as memory:6:forced"
            )
        if other.depth is not None:
            raise InputError(f"--against {other.name}: Memory is played by perfect or random")
        pairs, rule = int(fits[1]), Rule((fits[2] or ":pass")[1:])
        self.name, self.side, self.other, self.seed = f"memory:{pairs}:{rule}", side, other, seed
        self.you = 0 if side == "first" else 1
        self.table = deal(pairs, rule, seed)
        for word in (position or "").replace(",", " ").split():
            self.table.turn(self.number(word))
        self.solved = solve(pairs, rule, Objective.GAIN)
        self.commands = {
            "help": self.help,
            "?": self.help,
            "board": self.show,
            "hint": self.hint,
            "moves": self.moves,
            "undo": self.undo,
        }

    def start(self) -> None:
        if self.table.is_over:
            raise InputError("--position: the game is over; there is nothing left to play")
        other = "second" if self.side == "first" else "first"
        say(f"Memory with {counted(len(self.table.faces) // 2, 'pair')}. {RULES[self.table.rule]}")
        say(f"You are {self.side}; {self.other.name} is {other}. Cards that were seen stay legible.")

    def help(self) -> None:
        say("Type the number of a card to turn. hint: what every choice is worth; board; moves; quit; help or ?.")

    def play(self) -> None:
        if not self.table.is_over and self.ends_at_once():
            self.start()
            self.stand()
            self.ended()
            return
        super().play()

    def ends_at_once(self) -> bool:
        """Whether the opponent ends the game before the user comes to move."""
        if self.table.player == self.you:
            return False
        trial = deal(len(self.table.faces) // 2, self.table.rule, self.seed)
        for card in self.table.flips:
            trial.turn(card)
        kept, self.table = self.table, trial
        try:
            while self.table.player != self.you and not self.table.is_over:
                self.table.turn(self.choice())
            return self.table.is_over
        finally:
            self.table = kept

    def stand(self) -> None:
        self.answer()
        self.show()

    def prompt(self) -> str:
        return "your first card: " if self.table.first is None else "your second card: "

    def turn(self, text: str) -> bool:
        first = self.table.first
        result = self.table.turn(self.number(text))
        card = self.table.flips[-1]
        if not result:
            say(f"Card {card + 1} is {self.table.faces[card]}.")
            return False
        assert first is not None
        say(f"You have turned {self.word(first)} and {self.word(card)}: {result}.")
        self.answer()
        self.show()
        return self.ended()

    def number(self, text: str) -> int:
        """The card that is typed.

        Raises:
            InputError: it is no number.
        """
        word = text.lower().removeprefix("card").strip()
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            raise InputError(f"{quoted(text)} is no card: type its number, 1 to {len(self.table.faces)}")
        return int(word) - 1

    def word(self, card: int) -> str:
        """A card with its face."""
        return f"{card + 1} ({self.table.faces[card]})"

    def choice(self) -> int:
        """The opponent's card: the same game is answered alike."""
        draw = Random(f"{self.seed} {self.table.flips}")
        if self.other.name == "random":
            return draw.choice(self.table.possible())
        return perfect_card(self.table, self.solved, draw)

    def answer(self) -> None:
        """The opponent's turns, while it is to move."""
        while self.table.player != self.you and not self.table.is_over:
            first = self.table.first if self.table.first is not None else self.choice()
            if self.table.first is None:
                self.table.turn(first)
            second = self.choice()
            result = self.table.turn(second)
            say(f"{self.other.name} turns {self.word(first)} and {self.word(second)}: {result}.")

    def ended(self) -> bool:
        """Whether the game is over; with a last word."""
        if not self.table.is_over:
            return False
        yours, theirs = self.table.scores[self.you], self.table.scores[1 - self.you]
        word = "You win" if yours > theirs else "Drawn" if yours == theirs else f"{self.other.name} wins"
        say(f"{word} after {counted(len(self.table.flips), 'card')}: you have {yours}, {self.other.name} has {theirs}.")
        return True

    def show(self) -> None:
        """The cards: a number alone is unseen, with a face known, brackets lie about the one that is up."""
        words = []
        for card, face in enumerate(self.table.faces):
            word = f"{card + 1}{face if card in self.table.seen else ''}"
            word = "-" if card in self.table.taken else f"[{word}]" if card == self.table.first else word
            words.append(word.center(6))
        for begin in range(0, len(words), COLUMNS):
            say("".join(words[begin : begin + COLUMNS]).rstrip())
        yours, theirs = self.table.scores[self.you], self.table.scores[1 - self.you]
        say(f"You have {yours}, {self.other.name} has {theirs}.")

    def undo(self) -> None:
        """What was seen stays seen."""
        say("Nothing can be taken back: what was seen is known.")

    def moves(self) -> None:
        """What can be turned, and what was."""
        say(f"Possible: {' '.join(str(card + 1) for card in self.table.possible())}")
        say(f"Turned so far: {' '.join(str(card + 1) for card in self.table.flips) or 'no card'}")

    def hint(self) -> None:
        """What every choice is worth: mean of own pairs less the other's, from here on."""
        pairs, known, both = self.table.counts()
        after_pass = self.table.after_pass
        firsts = self.solved.first_values(pairs, known, both, after_pass=after_pass)
        if self.table.first is None:
            found = {str(first): value for first, value in firsts.items()}
        elif not self.table.first_was_seen:
            card = Card.MATCH if self.table.partner(self.table.first) in self.table.seen else Card.NEW
            seconds = self.solved.second_values(pairs, known, card, both, after_pass=after_pass)
            found = {str(second): value for second, value in seconds.items()}
        else:
            has_partner = self.table.partner(self.table.first) in self.table.seen
            names = {First.TAKE: "take", First.PAIRED: "unseen"} if has_partner else {First.KNOWN: "unseen"}
            names[First.PASS] = "known"
            found = {name: firsts[first] for first, name in names.items() if first in firsts}
        say("Mean of your pairs less the other's from here on, by what you turn:")
        for name, value in found.items():
            say(f"{name}: {exact_number(value)}{'  best' if value == max(found.values()) else ''}")

    def leave(self) -> None:
        line = f"tafelwerk minimax play {self.name} --as {self.side} --against {self.other.name} --seed {self.seed}"
        say(f'To go on: {line} --position "{" ".join(str(card + 1) for card in self.table.flips)}"')
