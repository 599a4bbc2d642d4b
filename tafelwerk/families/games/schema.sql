-- Games of the user's own: every position of each, with value, distance and best moves.

CREATE TYPE position_kind AS ENUM ('decision', 'chance', 'end');

CREATE TABLE games (
    game      VARCHAR  NOT NULL CHECK (game <> ''),
    class     VARCHAR  NOT NULL,
    code      VARCHAR  CHECK (regexp_full_match(code, '[0-9a-f]{16}')),
    players   UTINYINT NOT NULL CHECK (players BETWEEN 1 AND 2),
    chance    BOOLEAN  NOT NULL,
    symmetry  BOOLEAN  NOT NULL,
    start     VARCHAR  NOT NULL,
    positions UINTEGER NOT NULL CHECK (positions >= 1),
    ends      UINTEGER NOT NULL CHECK (ends <= positions),
    edges     UINTEGER NOT NULL,
    greatest  UINTEGER CHECK (greatest < positions)
);
COMMENT ON TABLE  games           IS 'The games whose positions are stored. Key: game.';
COMMENT ON COLUMN games.game      IS 'Name of the game.';
COMMENT ON COLUMN games.class     IS 'Class of the game when it was solved, as module:Name. Information only: no code is loaded from it.';
COMMENT ON COLUMN games.code      IS 'Digest of the code of the game and of its attributes; NULL if the source was not available.';
COMMENT ON COLUMN games.players   IS 'Number of players: 2, or 1 for a puzzle.';
COMMENT ON COLUMN games.chance    IS 'Whether chance decides in some position.';
COMMENT ON COLUMN games.symmetry  IS 'Whether one position represents all equivalent ones.';
COMMENT ON COLUMN games.start     IS 'The first position.';
COMMENT ON COLUMN games.positions IS 'Positions that can be reached from the start, equivalent ones counted once. Exact.';
COMMENT ON COLUMN games.ends      IS 'Positions in which the game is over. Exact.';
COMMENT ON COLUMN games.edges     IS 'Moves and chance outcomes of all positions together. Exact.';
COMMENT ON COLUMN games.greatest  IS 'The greatest distance of a position; NULL if no position has one. Exact.';

CREATE TABLE sources (
    game   VARCHAR NOT NULL,
    source VARCHAR NOT NULL
);
COMMENT ON TABLE  sources        IS 'The code of the games, as it was when they were solved. No code is loaded from it. Key: game.';
COMMENT ON COLUMN sources.game   IS 'Name of the game; games without source, such as those typed at a prompt, have no row.';
COMMENT ON COLUMN sources.source IS 'Text of the Python module that defines the class of the game; modules that it imports are not in it.';

CREATE TABLE positions (
    game      VARCHAR       NOT NULL,
    position  VARCHAR       NOT NULL CHECK (position <> ''),
    kind      position_kind NOT NULL,
    value     DOUBLE        NOT NULL,
    value_num VARCHAR       NOT NULL CHECK (regexp_full_match(value_num, '-?[0-9]+')),
    value_den VARCHAR       NOT NULL CHECK (regexp_full_match(value_den, '[1-9][0-9]*')),
    distance  UINTEGER,
    moves     VARCHAR[]     NOT NULL,
    CHECK ((len(moves) > 0) = (kind = 'decision') AND (kind <> 'end' OR coalesce(distance, 0) = 0))
);
COMMENT ON TABLE  positions           IS 'Every position of a game under perfect play, one row each. Key: game, position; together: game.';
COMMENT ON COLUMN positions.game      IS 'Name of the game.';
COMMENT ON COLUMN positions.position  IS 'The position in the game''s notation: text, or JSON.';
COMMENT ON COLUMN positions.kind      IS 'decision: a player moves; chance: chance decides; end: the game is over.';
COMMENT ON COLUMN positions.value     IS 'Value for the player to move, as the nearest double; 1 won, 0 drawn, -1 lost if the game has no other outcomes.';
COMMENT ON COLUMN positions.value_num IS 'Numerator of the value as a reduced fraction, in decimal digits. Exact.';
COMMENT ON COLUMN positions.value_den IS 'Denominator of the value as a reduced fraction, in decimal digits. Exact.';
COMMENT ON COLUMN positions.distance  IS 'Plies to the end if the winning side is as fast and the losing side as slow as possible; for value 0, the fewest to an end of value 0. NULL if play need not end, and in games of chance. Exact.';
COMMENT ON COLUMN positions.moves     IS 'All best moves: those that keep value and distance; for value 0 and in games of chance, all that keep the value. Exact.';

CREATE MACRO numbers(position) AS TRY_CAST(position AS BIGINT[]);
COMMENT ON MACRO numbers IS 'The numbers of a position that is a tuple of integers, as a list; NULL for any other position. Example: numbers(''[3, 4]'') is [3, 4].';
