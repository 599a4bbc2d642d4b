-- The classic toolbox: whole games as tables. A position is stored by its rank in a game, which the program converts to and from text.

CREATE TYPE listed_game AS ENUM (
    'tictactoe', 'tictactoe-misere', 'tictactoe-wild', 'tictactoe-wild-misere', 'notakto', 'notakto-2', 'nim-passes',
    'burnt-pancakes-1', 'burnt-pancakes-2', 'burnt-pancakes-3', 'burnt-pancakes-4', 'burnt-pancakes-5', 'burnt-pancakes-6',
    'burnt-pancakes-7', 'burnt-pancakes-8'
);
CREATE TYPE search_algorithm AS ENUM ('minimax', 'alpha-beta');
CREATE TYPE move_order_name AS ENUM (
    'natural', 'centre first', 'corners first', 'edges first', 'best first', 'worst first'
);
CREATE TYPE memory_rule AS ENUM ('pass', 'forced');
CREATE TYPE memory_objective AS ENUM ('gain', 'win');
CREATE TYPE memory_card AS ENUM ('none', 'new', 'match');
CREATE TYPE memory_choice AS ENUM ('unseen', 'known', 'take', 'decline', 'pass');
CREATE TYPE memory_turn AS ENUM (
    'take', 'unseen then take', 'unseen then decline', 'unseen then unseen', 'unseen then known',
    'unseen then unseen after a match', 'known then unseen', 'paired then unseen', 'pass'
);

CREATE TABLE games ( -- The games whose positions are stored. Key: game.
    game      listed_game NOT NULL,                              -- Name of the game, as on the command line.
    title     VARCHAR     NOT NULL,                              -- Name of the game in sentences.
    positions UINTEGER    NOT NULL CHECK (positions >= 1),       -- Number of positions that can be reached from the start. Exact.
    classes   UINTEGER    NOT NULL CHECK (classes <= positions), -- Number of classes of positions under the symmetries of the game; 0 if symmetries are not used. Exact.
    start     UINTEGER    NOT NULL,                              -- Rank of the first position; for a puzzle, of the goal.
    value     TINYINT     NOT NULL CHECK (value BETWEEN -1 AND 1), -- Value of the first position for the player who begins: 1 won, 0 drawn, -1 lost; for a puzzle -1, the value of the goal. Exact.
    distance  UTINYINT    NOT NULL,                              -- Number of plies of the game when the winner hurries and the loser delays; for a puzzle 0. Exact.
    greatest  UTINYINT    NOT NULL                               -- Greatest distance of a position, in plies; draws without an end do not count. Exact.
);

CREATE TABLE positions ( -- One row per position that can be reached from the start. Key: game, rank; together: game.
    game     listed_game NOT NULL,                               -- Name of the game.
    rank     UINTEGER    NOT NULL,                               -- Rank of the position in its game; position_text writes it out.
    value    TINYINT     NOT NULL CHECK (value BETWEEN -1 AND 1), -- 1, 0 or -1 if the player to move wins, draws or loses; for a puzzle 1, and -1 at the goal. Exact.
    distance UTINYINT    NOT NULL,                               -- Number of plies to the end when the winner hurries and the loser delays; for a draw the fewest plies to a drawn end, 255 if there is none; for a puzzle moves to the goal. Exact.
    moves    UINTEGER    NOT NULL                                -- Moves that keep the value, for a puzzle moves that come nearer to the goal, as a mask: bit l is the move with label l. Exact.
);

CREATE TABLE classes ( -- Classes of positions that symmetries of a game map to each other. Key: game, rank; together: game.
    game  listed_game NOT NULL,                      -- Name of the game.
    rank  UINTEGER    NOT NULL,                      -- Rank of the position.
    class UINTEGER    NOT NULL CHECK (class <= rank) -- The least rank among the symmetric images of the position; equal for all positions of a class.
);

CREATE VIEW boards AS
SELECT game, rank, value, distance, moves, class, list_aggregate(
    list_transform(range(9), lambda i: substr('.XO', 1 + rank // (3 ** i)::INTEGER % 3, 1)), 'string_agg', '') AS board
FROM positions JOIN classes USING (game, rank) 
WHERE game IN ('tictactoe', 'tictactoe-misere', 'tictactoe-wild', 'tictactoe-wild-misere');
COMMENT ON VIEW boards IS 'The positions of tic-tac-toe and its relatives on the same board, with the boards as text.';
COMMENT ON COLUMN boards.game     IS 'Name of the game: tictactoe, tictactoe-misere, tictactoe-wild, tictactoe-wild-misere.';
COMMENT ON COLUMN boards.rank     IS 'Rank of the position: fields are digits to the base 3, field i of weight 3^i; 0 empty, 1 X, 2 O.';
COMMENT ON COLUMN boards.value    IS '1, 0 or -1 if the player to move wins, draws or loses. Exact.';
COMMENT ON COLUMN boards.distance IS 'Number of plies to the end. Exact.';
COMMENT ON COLUMN boards.moves    IS 'Moves that keep the value, as a mask: bit i is field i; in the wild games bit 2 i is X, bit 2 i + 1 is O on field i. Exact.';
COMMENT ON COLUMN boards.class    IS 'The least rank among the symmetric images of the position.';
COMMENT ON COLUMN boards.board    IS 'The board row by row, a point for an empty field.';

CREATE TABLE look_ahead ( -- Choice of a search to a fixed depth in each position, with the evaluation of the game: own open lines minus the opponent's. Key: game, rank, depth; together: game.
    game   listed_game NOT NULL,                                -- Name of the game.
    rank   UINTEGER    NOT NULL,                                -- Rank of the position.
    depth  UTINYINT    NOT NULL CHECK (depth <= 9),             -- Search depth in moves, from 0 to the end of the game; with 0 the position itself is evaluated.
    value  TINYINT     NOT NULL CHECK (value BETWEEN -9 AND 9), -- Depth-limited value for the player to move: a number of lines, or 9 or -9 if the game is decided. Exact.
    every  BOOLEAN     NOT NULL,                                -- Whether all moves with the greatest depth-limited value keep the true value; true if there is nothing to choose. Exact.
    "some" BOOLEAN     NOT NULL,                                -- Whether at least one move with the greatest depth-limited value keeps the true value. Exact.
    CHECK ("some" OR NOT every)
);

CREATE TABLE node_counts ( -- Number of nodes that a search of the whole game visits; every visit counts, root and leaves included. Key: game, algorithm, move_order.
    game       listed_game      NOT NULL,                   -- Name of the game.
    algorithm  search_algorithm NOT NULL,                   -- Search algorithm; alpha-beta starts with a full window and cuts when alpha >= beta.
    move_order move_order_name  NOT NULL,                   -- Order in which moves are tried; for minimax it makes no difference.
    nodes      UBIGINT          NOT NULL CHECK (nodes >= 1) -- Number of nodes. Exact.
);

CREATE TABLE grundy ( -- Grundy values of heap games. A heap is lost for the player to move if its value is 0, a sum of heaps if the exclusive or of their values is 0. Key: game, heap.
    game  VARCHAR   NOT NULL, -- grundy (split a heap into two of different sizes), octal CODE, or subtraction SET.
    heap  UINTEGER  NOT NULL, -- Tokens of the heap.
    value USMALLINT NOT NULL  -- Grundy value. Exact.
);

CREATE TABLE periods ( -- Periods of Grundy values, and the heaps that prove them. Let e be the last exception, or 0 if there is none, and t the most tokens that a move takes. A period p that holds up to heap 2 e + 2 p + t holds for ever (Guy and Smith); e + p + t is enough if no move splits a heap. A game may have several rows, for searches of different length. Key: game, checked_to.
    game           VARCHAR NOT NULL,  -- The game, as in table grundy.
    period         UINTEGER,          -- The least p with g(n + p) = g(n) for all n beyond the last exception; NULL if no period is proved. Exact.
    last_exception BIGINT,            -- The greatest n with g(n + p) other than g(n), -1 if there is none; NULL if no period is proved. Exact.
    checked_to     UINTEGER NOT NULL, -- The largest heap whose value the proof needs; if no period is proved, the largest heap of the search.
    proved         BOOLEAN  NOT NULL, -- Whether the period is proved.
    CHECK (proved = (period IS NOT NULL) AND proved = (last_exception IS NOT NULL)),
    CHECK (period >= 1 AND last_exception >= -1)
);

CREATE TABLE sparse_periods ( -- Late periods of octal games, proved through a finite sparse space; the values are not stored. A value is common if it has an odd number of ones under the mask, see also alternating; otherwise it is rare. If finitely many heaps are rare, the common values of options of a heap come from splits with a rare part, and if every smaller rare value comes from a split with a part near the empty heap, reach heaps determine the next one. Let e be the last exception. A period p that holds for the heaps from e + 1 to e + reach holds for ever. Key: game.
    game           VARCHAR    NOT NULL,                     -- The game, as in table grundy.
    period         UINTEGER   NOT NULL CHECK (period >= 1), -- The least p with g(n + p) = g(n) for all n beyond the last exception. Exact.
    last_exception UINTEGER   NOT NULL,                     -- The greatest n with g(n + p) other than g(n). Exact.
    checked_to     UINTEGER   NOT NULL,                     -- The largest heap whose value the proof needs: last exception, period and reach together.
    reach          UINTEGER   NOT NULL CHECK (reach >= 1),  -- Number of heaps that determine the value of the next one: the most tokens taken together with the smaller part, in the splits that the proof needs.
    mask           USMALLINT  NOT NULL CHECK (mask >= 1),   -- Mask of the ones that are counted.
    alternating    BOOLEAN    NOT NULL,                     -- Whether common values alternate with the parity of the heap: those with an odd number of ones at odd heaps and an even number at even heaps if moves that leave two heaps take odd numbers of tokens, otherwise the other way round.
    rare_heaps     UINTEGER[] NOT NULL                      -- All heaps from 1 on with a rare value. Exact.
);

CREATE TABLE misere ( -- Single heaps under misere play: a player who cannot move wins. Key: game, heap.
    game  VARCHAR      NOT NULL,                               -- The game, as in table grundy.
    heap  UTINYINT     NOT NULL CHECK (heap BETWEEN 1 AND 60), -- Tokens of the heap.
    won   BOOLEAN      NOT NULL,                               -- Whether the player to move wins. Exact.
    moves UTINYINT[][] NOT NULL                                -- Winning moves, each as the heaps that it leaves: none, one, or two, the smaller first. Empty if the heap is lost, or is won because there is no move. Exact.
);

CREATE TABLE memory ( -- Memory (Concentration) under optimal play, before a card is turned; no pair has two known cards, and the previous turn was not a pass. Key: rule, objective, pairs, known, lead.
    rule      memory_rule      NOT NULL,                         -- pass: two known cards that do not match may be turned, and after two passes in a row the game ends. forced: every turn takes a pair or turns an unseen card; a match of an unseen card with a known one is taken, or declined by showing another known card, not an unseen one.
    objective memory_objective NOT NULL,                         -- gain: mean of the mover's pairs minus the opponent's, from here on. win: chance of more pairs at the end minus chance of fewer.
    pairs     UTINYINT         NOT NULL CHECK (pairs BETWEEN 1 AND if(objective = 'win', 30, 100)), -- Number of pairs left.
    known     UTINYINT         NOT NULL CHECK (known <= pairs),  -- Number of these pairs with one known card.
    lead      TINYINT          NOT NULL CHECK (abs(lead) <= if(objective = 'win', pairs, 0)), -- Pairs that the mover is ahead, for the chance to win; 0 for the gain.
    value_num VARCHAR          NOT NULL CHECK (regexp_full_match(value_num, '-?[0-9]+')), -- Value from the mover's side: numerator of the reduced fraction, in decimal digits. Exact.
    value_den VARCHAR          NOT NULL CHECK (regexp_full_match(value_den, '[1-9][0-9]*')), -- Its denominator, in decimal digits. Exact.
    value     DOUBLE           NOT NULL CHECK (abs(value) <= pairs), -- The value as the nearest double.
    actions   memory_turn[]    NOT NULL CHECK (len(actions) > 0) -- All best turns. After an unseen card that is new: unseen then known, unseen then unseen. After one that matches a known card: unseen then take, unseen then decline, unseen then unseen after a match; if none of these is listed, a match is taken.
);

CREATE TABLE memory_choices ( -- Value of every choice of a card in the positions of table memory, before the first card and after an unseen first one. Key: rule, objective, pairs, known, lead, turned, choice.
    rule      memory_rule      NOT NULL,                         -- As in memory.
    objective memory_objective NOT NULL,                         -- As in memory.
    pairs     UTINYINT         NOT NULL CHECK (pairs BETWEEN 1 AND if(objective = 'win', 30, 100)), -- Number of pairs left before the turn.
    known     UTINYINT         NOT NULL CHECK (known <= pairs),  -- Number of these pairs with one known card before the turn.
    lead      TINYINT          NOT NULL CHECK (abs(lead) <= if(objective = 'win', pairs, 0)), -- As in memory.
    turned    memory_card      NOT NULL,                         -- none: before the first card. new: the first card was unseen, and its pair had no known card. match: the first card was unseen, and matches a known card.
    choice    memory_choice    NOT NULL,                         -- unseen: an unseen card. known: a known card that does not match; as the first card it is followed by an unseen one. take: the matching card. decline: another known card, after a match. pass: two known cards.
    value_num VARCHAR          NOT NULL CHECK (regexp_full_match(value_num, '-?[0-9]+')), -- Value of the choice from the mover's side, with best play after it: numerator of the reduced fraction, in decimal digits. Exact.
    value_den VARCHAR          NOT NULL CHECK (regexp_full_match(value_den, '[1-9][0-9]*')), -- Its denominator, in decimal digits. Exact.
    value     DOUBLE           NOT NULL CHECK (abs(value) <= pairs) -- The value as the nearest double.
);

-- a stack of pancakes: the digits of its rank say how many smaller pancakes are left of each, and are undone from the last on
CREATE MACRO position_text(game, rank) AS CASE
    WHEN game::VARCHAR IN ('tictactoe', 'tictactoe-misere', 'tictactoe-wild', 'tictactoe-wild-misere') THEN
        array_to_string([substr('.XO', 1 + rank // (3 ** i)::INTEGER % 3, 1) FOR i IN range(9)], '')
    WHEN game::VARCHAR = 'notakto' OR starts_with(game::VARCHAR, 'notakto-') THEN array_to_string([
        array_to_string([substr('.X', 1 + (rank::UBIGINT >> (9 * board + i) & 1)::INTEGER, 1) FOR i IN range(9)], '')
        FOR board IN range(coalesce(try_cast(split_part(game::VARCHAR, '-', 2) AS INTEGER), 1))
    ], '/')
    WHEN game::VARCHAR = 'nim-passes' THEN (rank & 7) || ' ' || (rank >> 3 & 7) || ' ' || (rank >> 6 & 7) || ' '
        || substr('-p', 1 + (rank >> 9 & 1)::INTEGER, 1) || substr('-p', 1 + (rank >> 10 & 1)::INTEGER, 1)
    WHEN starts_with(game::VARCHAR, 'burnt-pancakes-') THEN list_transform(
        [{'n': try_cast(split_part(game::VARCHAR, '-', 3) AS INTEGER), 'rank': rank::BIGINT}],
        lambda w: list_transform(
            [list_reduce(
                [[((w.rank >> w.n) // factorial(k::INTEGER) % (k + 1))::INTEGER] FOR k IN range(w.n)],
                lambda rest, digit: digit || [one + (one >= digit[1])::INTEGER FOR one IN rest]
            )],
            lambda stack: array_to_string(
                [CASE WHEN w.rank >> i & 1 = 1 THEN '-' ELSE '' END || (stack[i + 1] + 1) FOR i IN range(w.n)], ' '
            )
        )[1]
    )[1]
END;
COMMENT ON MACRO position_text IS 'A position of a listed game as the program writes and reads it, from its rank; NULL for another game. Example: position_text(''tictactoe'', 163) is X...O.....';
