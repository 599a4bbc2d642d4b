"""Long runs against the program: fuzzed command lines, builds that are killed, look-ups in an open loop.

    fuzz.py       command lines at random over all commands, with limits of time and memory
    kills.py      builds of every family, killed at random moments and resumed
    lookups.py    look-ups at a fixed rate from several processes
    values.py     books with one odd value each, asked what reads it
    __main__.py   `python -m soak fuzz|kills|lookups|values`: the sizes are arguments, so that a short run is a test

Every run is determined by its seed and says it; `make soak` runs all of them at full size.
"""
