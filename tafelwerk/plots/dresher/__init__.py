"""Figures of Dresher's guessing game, 3.1 to 3.6 under the numbers of their source, and two more.

Source: M. Stassen, Oplossingen voor Dreshers hoger lager spel voor N <= 980, Delft 2018, chapter 3.
"""
