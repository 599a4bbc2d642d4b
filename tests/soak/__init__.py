"""Long runs against the program: fuzzed command lines, builds that are killed, books with odd values.

    fuzz.py       command lines at random over all commands, with limits of time and memory
    kills.py      builds of every family, killed at random moments and resumed
    values.py     books with one odd value each, asked what reads it
    __main__.py   `python -m soak fuzz|kills|values`: the sizes are arguments, so that a short run is a test

Every run is determined by its seed and says it; `make soak` runs all of them at full size.
"""
