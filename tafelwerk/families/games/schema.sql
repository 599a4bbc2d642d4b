-- Games of the user's own: every position of each, with value, distance and best moves.

CREATE TYPE position_kind AS ENUM ('decision', 'chance', 'end');

CREATE TABLE games ( -- The games whose positions are stored. Key: game.
    game      VARCHAR  NOT NULL CHECK (game <> ''),              -- Name of the game.
    class     VARCHAR  NOT NULL,                                 -- Class of the game when it was solved, as module:Name. Information only: no code is loaded from it.
    code      VARCHAR  CHECK (regexp_full_match(code, '[0-9a-f]{16}')), -- Digest of the code of the game and of its attributes; NULL if the source was not available.
    players   UTINYINT NOT NULL CHECK (players BETWEEN 1 AND 2), -- Number of players: 2, or 1 for a puzzle.
    chance    BOOLEAN  NOT NULL,                                 -- Whether chance decides in some position.
    symmetry  BOOLEAN  NOT NULL,                                 -- Whether one position represents all equivalent ones.
    start     VARCHAR  NOT NULL,                                 -- The first position.
    positions UINTEGER NOT NULL CHECK (positions >= 1),          -- Positions that can be reached from the start, equivalent ones counted once. Exact.
    ends      UINTEGER NOT NULL CHECK (ends <= positions),       -- Positions in which the game is over. Exact.
    edges     UINTEGER NOT NULL,                                 -- Moves and chance outcomes of all positions together. Exact.
    greatest  UINTEGER CHECK (greatest < positions)              -- The greatest distance of a position; NULL if no position has one. Exact.
);

CREATE TABLE sources ( -- The code of the games, as it was when they were solved. No code is loaded from it. Key: game.
    game   VARCHAR NOT NULL, -- Name of the game; games without source, such as those typed at a prompt, have no row.
    source VARCHAR NOT NULL  -- Text of the Python module that defines the class of the game; modules that it imports are not in it.
);

CREATE TABLE positions ( -- Every position of a game under perfect play, one row each. Key: game, position; together: game.
    game      VARCHAR       NOT NULL,                            -- Name of the game.
    position  VARCHAR       NOT NULL CHECK (position <> ''),     -- The position in the game's notation: text, or JSON.
    kind      position_kind NOT NULL,                            -- decision: a player moves; chance: chance decides; end: the game is over.
    value     DOUBLE        NOT NULL,                            -- Value for the player to move, as the nearest double; 1 won, 0 drawn, -1 lost if the game has no other outcomes.
    value_num VARCHAR       NOT NULL CHECK (regexp_full_match(value_num, '-?[0-9]+')), -- Numerator of the value as a reduced fraction, in decimal digits. Exact.
    value_den VARCHAR       NOT NULL CHECK (regexp_full_match(value_den, '[1-9][0-9]*')), -- Denominator of the value as a reduced fraction, in decimal digits. Exact.
    distance  UINTEGER,                                          -- Plies to the end if the winning side is as fast and the losing side as slow as possible; for value 0, the fewest to an end of value 0. NULL if play need not end, and in games of chance. Exact.
    moves     VARCHAR[]     NOT NULL,                            -- All best moves: those that keep value and distance; for value 0 and in games of chance, all that keep the value. Exact.
    CHECK ((len(moves) > 0) = (kind = 'decision') AND (kind <> 'end' OR coalesce(distance, 0) = 0))
);

CREATE MACRO numbers(position) AS TRY_CAST(position AS BIGINT[]);
COMMENT ON MACRO numbers IS 'The numbers of a position that is a tuple of integers, as a list; NULL for any other position. Example: numbers(''[3, 4]'') is [3, 4].';
