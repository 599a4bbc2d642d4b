"""`python -m research.codemaker_bounds [--variant 6c3p] [--book DIR]`"""

import argparse

import typer

from research.codemaker_bounds.costliest_class import costliest_class
from tafelwerk.book import open_book
from tafelwerk.families.beams.hidden_codes import problem_of
from tafelwerk.families.beams.questions import Bound

parser = argparse.ArgumentParser(prog="python -m research.codemaker_bounds")
parser.add_argument("--variant", choices=("3c6p", "6c3p"), default="6c3p")
parser.add_argument("--book", help="folder of the book with lower bounds")
arguments = parser.parse_args()
with open_book(arguments.book) as book:
    bound = book.ask(Bound(arguments.variant), compute=True)
low = bound.total / bound.codes
high, code = costliest_class(problem_of(arguments.variant))
typer.echo(
    f"Beams {arguments.variant}, the codemaker chooses. The value is at least {low} = {float(low):.6f}, the bound for equally\n"
    f"likely codes, and at most {high} = {float(high):.6f}, the mean cost of the class of {code} under the improved strategy."
)
