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

CREATE TABLE games (
    game      listed_game NOT NULL,
    title     VARCHAR     NOT NULL,
    positions UINTEGER    NOT NULL CHECK (positions >= 1),
    classes   UINTEGER    NOT NULL CHECK (classes <= positions),
    start     UINTEGER    NOT NULL,
    value     TINYINT     NOT NULL CHECK (value BETWEEN -1 AND 1),
    distance  UTINYINT    NOT NULL,
    greatest  UTINYINT    NOT NULL
);
COMMENT ON TABLE  games           IS 'The games whose positions are stored. Key: game.';
COMMENT ON COLUMN games.game      IS 'Name of the game, as on the command line.';
COMMENT ON COLUMN games.title     IS 'Name of the game in sentences.';
COMMENT ON COLUMN games.positions IS 'Number of positions that can be reached from the start. Exact.';
COMMENT ON COLUMN games.classes   IS 'Number of classes of positions under the symmetries of the game; 0 if symmetries are not used. Exact.';
COMMENT ON COLUMN games.start     IS 'Rank of the first position; for a puzzle, of the goal.';
COMMENT ON COLUMN games.value     IS 'Value of the first position for the player who begins: 1 won, 0 drawn, -1 lost; for a puzzle -1, the value of the goal. Exact.';
COMMENT ON COLUMN games.distance  IS 'Number of plies of the game when the winner hurries and the loser delays; for a puzzle 0. Exact.';
COMMENT ON COLUMN games.greatest  IS 'Greatest distance of a position, in plies; draws without an end do not count. Exact.';

CREATE TABLE positions (
    game     listed_game NOT NULL,
    rank     UINTEGER    NOT NULL,
    value    TINYINT     NOT NULL CHECK (value BETWEEN -1 AND 1),
    distance UTINYINT    NOT NULL,
    moves    UINTEGER    NOT NULL
);
COMMENT ON TABLE  positions          IS 'One row per position that can be reached from the start. Key: game, rank; together: game.';
COMMENT ON COLUMN positions.game     IS 'Name of the game.';
COMMENT ON COLUMN positions.rank     IS 'Rank of the position in its game; position_text writes it out.';
COMMENT ON COLUMN positions.value    IS '1, 0 or -1 if the player to move wins, draws or loses; for a puzzle 1, and -1 at the goal. Exact.';
COMMENT ON COLUMN positions.distance IS 'Number of plies to the end when the winner hurries and the loser delays; for a draw the fewest plies to a drawn end, 255 if there is none; for a puzzle moves to the goal. Exact.';
COMMENT ON COLUMN positions.moves    IS 'Moves that keep the value, for a puzzle moves that come nearer to the goal, as a mask: bit l is the move with label l. Exact.';

CREATE TABLE classes (
    game  listed_game NOT NULL,
    rank  UINTEGER    NOT NULL,
    class UINTEGER    NOT NULL CHECK (class <= rank)
);
COMMENT ON TABLE  classes       IS 'Classes of positions that symmetries of a game map to each other. Key: game, rank; together: game.';
COMMENT ON COLUMN classes.game  IS 'Name of the game.';
COMMENT ON COLUMN classes.rank  IS 'Rank of the position.';
COMMENT ON COLUMN classes.class IS 'The least rank among the symmetric images of the position; equal for all positions of a class.';

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

CREATE TABLE look_ahead (
    game   listed_game NOT NULL,
    rank   UINTEGER    NOT NULL,
    depth  UTINYINT    NOT NULL CHECK (depth <= 9),
    value  TINYINT     NOT NULL CHECK (value BETWEEN -9 AND 9),
    every  BOOLEAN     NOT NULL,
    "some" BOOLEAN     NOT NULL,
    CHECK ("some" OR NOT every)
);
COMMENT ON TABLE  look_ahead        IS 'Choice of a search to a fixed depth in each position, with the evaluation of the game: own open lines minus the opponent''s. Key: game, rank, depth; together: game.';
COMMENT ON COLUMN look_ahead.game   IS 'Name of the game.';
COMMENT ON COLUMN look_ahead.rank   IS 'Rank of the position.';
COMMENT ON COLUMN look_ahead.depth  IS 'Search depth in moves, from 0 to the end of the game; with 0 the position itself is evaluated.';
COMMENT ON COLUMN look_ahead.value  IS 'Depth-limited value for the player to move: a number of lines, or 9 or -9 if the game is decided. Exact.';
COMMENT ON COLUMN look_ahead.every  IS 'Whether all moves with the greatest depth-limited value keep the true value; true if there is nothing to choose. Exact.';
COMMENT ON COLUMN look_ahead."some" IS 'Whether at least one move with the greatest depth-limited value keeps the true value. Exact.';

CREATE TABLE node_counts (
    game       listed_game      NOT NULL,
    algorithm  search_algorithm NOT NULL,
    move_order move_order_name  NOT NULL,
    nodes      UBIGINT          NOT NULL CHECK (nodes >= 1)
);
COMMENT ON TABLE  node_counts            IS 'Number of nodes that a search of the whole game visits; every visit counts, root and leaves included. Key: game, algorithm, move_order.';
COMMENT ON COLUMN node_counts.game       IS 'Name of the game.';
COMMENT ON COLUMN node_counts.algorithm  IS 'Search algorithm; alpha-beta starts with a full window and cuts when alpha >= beta.';
COMMENT ON COLUMN node_counts.move_order IS 'Order in which moves are tried; for minimax it makes no difference.';
COMMENT ON COLUMN node_counts.nodes      IS 'Number of nodes. Exact.';

CREATE TABLE grundy (
    game  VARCHAR   NOT NULL,
    heap  UINTEGER  NOT NULL,
    value USMALLINT NOT NULL
);
COMMENT ON TABLE  grundy       IS 'Grundy values of heap games. A heap is lost for the player to move if its value is 0, a sum of heaps if the exclusive or of their values is 0. Key: game, heap.';
COMMENT ON COLUMN grundy.game  IS 'grundy (split a heap into two of different sizes), octal CODE, or subtraction SET.';
COMMENT ON COLUMN grundy.heap  IS 'Tokens of the heap.';
COMMENT ON COLUMN grundy.value IS 'Grundy value. Exact.';

CREATE TABLE periods (
    game           VARCHAR NOT NULL,
    period         UINTEGER,
    last_exception BIGINT,
    checked_to     UINTEGER NOT NULL,
    proved         BOOLEAN  NOT NULL,
    CHECK (proved = (period IS NOT NULL) AND proved = (last_exception IS NOT NULL)),
    CHECK (period >= 1 AND last_exception >= -1)
);
COMMENT ON TABLE  periods                IS 'Periods of Grundy values, and the heaps that prove them. Let e be the last exception, or 0 if there is none, and t the most tokens that a move takes. A period p that holds up to heap 2 e + 2 p + t holds for ever (Guy and Smith); e + p + t is enough if no move splits a heap. A game may have several rows, for searches of different length. Key: game, checked_to.';
COMMENT ON COLUMN periods.game           IS 'The game, as in table grundy.';
COMMENT ON COLUMN periods.period         IS 'The least p with g(n + p) = g(n) for all n beyond the last exception; NULL if no period is proved. Exact.';
COMMENT ON COLUMN periods.last_exception IS 'The greatest n with g(n + p) other than g(n), -1 if there is none; NULL if no period is proved. Exact.';
COMMENT ON COLUMN periods.checked_to     IS 'The largest heap whose value the proof needs; if no period is proved, the largest heap of the search.';
COMMENT ON COLUMN periods.proved         IS 'Whether the period is proved.';

CREATE TABLE sparse_periods (
    game           VARCHAR    NOT NULL,
    period         UINTEGER   NOT NULL CHECK (period >= 1),
    last_exception UINTEGER   NOT NULL,
    checked_to     UINTEGER   NOT NULL,
    reach          UINTEGER   NOT NULL CHECK (reach >= 1),
    mask           USMALLINT  NOT NULL CHECK (mask >= 1),
    alternating    BOOLEAN    NOT NULL,
    rare_heaps     UINTEGER[] NOT NULL
);
COMMENT ON TABLE  sparse_periods                IS 'Late periods of octal games, proved through a finite sparse space; the values are not stored. A value is common if it has an odd number of ones under the mask, see also alternating; otherwise it is rare. If finitely many heaps are rare, the common values of options of a heap come from splits with a rare part, and if every smaller rare value comes from a split with a part near the empty heap, reach heaps determine the next one. Let e be the last exception. A period p that holds for the heaps from e + 1 to e + reach holds for ever. Key: game.';
COMMENT ON COLUMN sparse_periods.game           IS 'The game, as in table grundy.';
COMMENT ON COLUMN sparse_periods.period         IS 'The least p with g(n + p) = g(n) for all n beyond the last exception. Exact.';
COMMENT ON COLUMN sparse_periods.last_exception IS 'The greatest n with g(n + p) other than g(n). Exact.';
COMMENT ON COLUMN sparse_periods.checked_to     IS 'The largest heap whose value the proof needs: last exception, period and reach together.';
COMMENT ON COLUMN sparse_periods.reach          IS 'Number of heaps that determine the value of the next one: the most tokens taken together with the smaller part, in the splits that the proof needs.';
COMMENT ON COLUMN sparse_periods.mask           IS 'Mask of the ones that are counted.';
COMMENT ON COLUMN sparse_periods.alternating    IS 'Whether common values alternate with the parity of the heap: those with an odd number of ones at odd heaps and an even number at even heaps if moves that leave two heaps take odd numbers of tokens, otherwise the other way round.';
COMMENT ON COLUMN sparse_periods.rare_heaps     IS 'All heaps from 1 on with a rare value. Exact.';

CREATE TABLE misere (
    game  VARCHAR      NOT NULL,
    heap  UTINYINT     NOT NULL CHECK (heap BETWEEN 1 AND 60),
    won   BOOLEAN      NOT NULL,
    moves UTINYINT[][] NOT NULL
);
COMMENT ON TABLE  misere       IS 'Single heaps under misere play: a player who cannot move wins. Key: game, heap.';
COMMENT ON COLUMN misere.game  IS 'The game, as in table grundy.';
COMMENT ON COLUMN misere.heap  IS 'Tokens of the heap.';
COMMENT ON COLUMN misere.won   IS 'Whether the player to move wins. Exact.';
COMMENT ON COLUMN misere.moves IS 'Winning moves, each as the heaps that it leaves: none, one, or two, the smaller first. Empty if the heap is lost, or is won because there is no move. Exact.';

CREATE TABLE memory (
    rule      memory_rule      NOT NULL,
    objective memory_objective NOT NULL,
    pairs     UTINYINT         NOT NULL CHECK (pairs BETWEEN 1 AND if(objective = 'win', 30, 100)),
    known     UTINYINT         NOT NULL CHECK (known <= pairs),
    lead      TINYINT          NOT NULL CHECK (abs(lead) <= if(objective = 'win', pairs, 0)),
    value_num VARCHAR          NOT NULL CHECK (regexp_full_match(value_num, '-?[0-9]+')),
    value_den VARCHAR          NOT NULL CHECK (regexp_full_match(value_den, '[1-9][0-9]*')),
    value     DOUBLE           NOT NULL CHECK (abs(value) <= pairs),
    actions   memory_turn[]    NOT NULL CHECK (len(actions) > 0)
);
COMMENT ON TABLE  memory           IS 'Memory (Concentration) under optimal play, before a card is turned; no pair has two known cards, and the previous turn was not a pass. Key: rule, objective, pairs, known, lead.';
COMMENT ON COLUMN memory.rule      IS 'pass: two known cards that do not match may be turned, and after two passes in a row the game ends. forced: every turn takes a pair or turns an unseen card; a match of an unseen card with a known one is taken, or declined by showing another known card, not an unseen one.';
COMMENT ON COLUMN memory.objective IS 'gain: mean of the mover''s pairs minus the opponent''s, from here on. win: chance of more pairs at the end minus chance of fewer.';
COMMENT ON COLUMN memory.pairs     IS 'Number of pairs left.';
COMMENT ON COLUMN memory.known     IS 'Number of these pairs with one known card.';
COMMENT ON COLUMN memory.lead      IS 'Pairs that the mover is ahead, for the chance to win; 0 for the gain.';
COMMENT ON COLUMN memory.value_num IS 'Value from the mover''s side: numerator of the reduced fraction, in decimal digits. Exact.';
COMMENT ON COLUMN memory.value_den IS 'Its denominator, in decimal digits. Exact.';
COMMENT ON COLUMN memory.value     IS 'The value as the nearest double.';
COMMENT ON COLUMN memory.actions   IS 'All best turns. After an unseen card that is new: unseen then known, unseen then unseen. After one that matches a known card: unseen then take, unseen then decline, unseen then unseen after a match; if none of these is listed, a match is taken.';

CREATE TABLE memory_choices (
    rule      memory_rule      NOT NULL,
    objective memory_objective NOT NULL,
    pairs     UTINYINT         NOT NULL CHECK (pairs BETWEEN 1 AND if(objective = 'win', 30, 100)),
    known     UTINYINT         NOT NULL CHECK (known <= pairs),
    lead      TINYINT          NOT NULL CHECK (abs(lead) <= if(objective = 'win', pairs, 0)),
    turned    memory_card      NOT NULL,
    choice    memory_choice    NOT NULL,
    value_num VARCHAR          NOT NULL CHECK (regexp_full_match(value_num, '-?[0-9]+')),
    value_den VARCHAR          NOT NULL CHECK (regexp_full_match(value_den, '[1-9][0-9]*')),
    value     DOUBLE           NOT NULL CHECK (abs(value) <= pairs)
);
COMMENT ON TABLE  memory_choices           IS 'Value of every choice of a card in the positions of table memory, before the first card and after an unseen first one. Key: rule, objective, pairs, known, lead, turned, choice.';
COMMENT ON COLUMN memory_choices.rule      IS 'As in memory.';
COMMENT ON COLUMN memory_choices.objective IS 'As in memory.';
COMMENT ON COLUMN memory_choices.pairs     IS 'Number of pairs left before the turn.';
COMMENT ON COLUMN memory_choices.known     IS 'Number of these pairs with one known card before the turn.';
COMMENT ON COLUMN memory_choices.lead      IS 'As in memory.';
COMMENT ON COLUMN memory_choices.turned    IS 'none: before the first card. new: the first card was unseen, and its pair had no known card. match: the first card was unseen, and matches a known card.';
COMMENT ON COLUMN memory_choices.choice    IS 'unseen: an unseen card. known: a known card that does not match; as the first card it is followed by an unseen one. take: the matching card. decline: another known card, after a match. pass: two known cards.';
COMMENT ON COLUMN memory_choices.value_num IS 'Value of the choice from the mover''s side, with best play after it: numerator of the reduced fraction, in decimal digits. Exact.';
COMMENT ON COLUMN memory_choices.value_den IS 'Its denominator, in decimal digits. Exact.';
COMMENT ON COLUMN memory_choices.value     IS 'The value as the nearest double.';

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
