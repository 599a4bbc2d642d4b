-- Kinds of error in the book of kinds.py: `-- name`, or `-- name | condition on the rows that can be hit`, then statements.

-- games: titles swapped
UPDATE games SET title = 'Nim with passes' WHERE game = 'tictactoe';

-- games: all gone
DELETE FROM games;

-- positions: a game gone
DELETE FROM positions WHERE game = 'nim-passes';
DELETE FROM games WHERE game = 'nim-passes';

-- positions: one too many
INSERT INTO positions VALUES ('tictactoe', 2, 1, 1, 1);

-- positions: a game too many
INSERT INTO positions SELECT 'tictactoe-misere', COLUMNS(* EXCLUDE game) FROM positions WHERE game = 'tictactoe';

-- positions: images alike
UPDATE positions SET distance = distance + 2 WHERE game = 'tictactoe' AND rank IN (SELECT rank FROM classes
    WHERE game = 'tictactoe' AND class = (SELECT max(class) FROM classes WHERE game = 'tictactoe' AND class < 100));

-- positions: the start is won
UPDATE positions SET value = 1 WHERE game = 'tictactoe' AND rank = 0;
UPDATE games SET value = 1 WHERE game = 'tictactoe';

-- positions: a best move is not said | moves > 0
UPDATE positions SET moves = moves & (moves - 1) WHERE {rows};

-- positions: farther from the goal
UPDATE positions SET distance = distance + 1 WHERE game = 'burnt-pancakes-4' AND rank <> 0;

-- classes: all by themselves
UPDATE classes SET class = rank WHERE game = 'tictactoe';
UPDATE games SET classes = 5478 WHERE game = 'tictactoe';

-- classes: swapped
UPDATE classes SET class = 28 - class WHERE class IN (27, 1);

-- look_ahead: all gone
DELETE FROM look_ahead;

-- look_ahead: a depth gone
DELETE FROM look_ahead WHERE depth = 9;

-- look_ahead: depths swapped
UPDATE look_ahead SET depth = 9 - depth WHERE {rows};

-- node_counts: orders swapped
UPDATE node_counts SET nodes = CASE move_order WHEN 'natural' THEN 7275 ELSE 18297 END WHERE algorithm
    = 'alpha-beta' AND move_order IN ('natural', 'centre first');

-- node_counts: minimax
UPDATE node_counts SET nodes = 549945 WHERE algorithm = 'minimax';

-- grundy: a game gone
DELETE FROM grundy WHERE game = 'octal 0.77';
DELETE FROM periods WHERE game = 'octal 0.77';

-- grundy: the last heaps gone
DELETE FROM grundy WHERE game = 'grundy' AND heap > 250;

-- grundy: more heaps
INSERT INTO grundy VALUES ('grundy', 301, 0);

-- grundy: heap 0
UPDATE grundy SET value = 1 WHERE heap = 0;

-- grundy: a cycle in all of a period
UPDATE grundy SET value = 9 WHERE game = 'octal 0.77' AND heap % 12 = 5;

-- periods: doubled
UPDATE periods SET period = 24, checked_to = 190 WHERE game = 'octal 0.77';

-- periods: a later exception
UPDATE periods SET last_exception = 71, checked_to = 168 WHERE game = 'octal 0.77';

-- periods: an earlier exception
UPDATE periods SET last_exception = 69, checked_to = 164 WHERE game = 'octal 0.77';

-- periods: not found
UPDATE periods SET period = NULL, last_exception = NULL, proved = false WHERE game = 'octal 0.77';

-- periods: of Grundy's game
INSERT INTO periods VALUES ('grundy', NULL, NULL, 300, false);

-- sparse_periods: gone
DELETE FROM sparse_periods;

-- sparse_periods: doubled
UPDATE sparse_periods SET period = 2 * period, checked_to = checked_to + period;

-- sparse_periods: an earlier exception
UPDATE sparse_periods SET last_exception = last_exception - 1, checked_to = checked_to - 1;

-- sparse_periods: a later exception
UPDATE sparse_periods SET last_exception = last_exception + 1, checked_to = checked_to + 1;

-- sparse_periods: a rare heap more
UPDATE sparse_periods SET rare_heaps = list_append(rare_heaps, 500);

-- sparse_periods: a rare heap gone
UPDATE sparse_periods SET rare_heaps = rare_heaps[2:];

-- sparse_periods: another mask
UPDATE sparse_periods SET mask = 3;

-- sparse_periods: alternating
UPDATE sparse_periods SET alternating = NOT alternating;

-- sparse_periods: a short reach
UPDATE sparse_periods SET reach = 30, checked_to = last_exception + period + 30;

-- sparse_periods: a reach that shows too few splits
UPDATE sparse_periods SET reach = 361, checked_to = last_exception + period + 361 WHERE game = 'octal 0.156';

-- sparse_periods: another game
UPDATE sparse_periods SET game = 'octal 0.56';

-- sparse_periods: huge
UPDATE sparse_periods SET rare_heaps = [4000000000];

-- misere: turned
UPDATE misere SET won = NOT won, moves = CASE WHEN won THEN [] ELSE [[1]] END WHERE {rows};

-- misere: a move is not said | len(moves) > 1
UPDATE misere SET moves = moves[2:] WHERE {rows};

-- misere: a game gone
DELETE FROM misere WHERE game = 'grundy';

-- memory: fractions not reduced | length(value_den) < 30
UPDATE memory SET value_num = (2 * value_num::HUGEINT)::VARCHAR, value_den = (2 * value_den::HUGEINT)::VARCHAR
    WHERE {rows};

-- memory: fraction and double
UPDATE memory SET value_num = '1', value_den = '97', value = 1 / 97 WHERE {rows};

-- memory: a turn is not said | len(actions) > 1
UPDATE memory SET actions = actions[2:] WHERE {rows};

-- memory: a turn twice
UPDATE memory SET actions = actions || actions WHERE {rows};

-- misere: a huge heap
UPDATE misere SET heap = 255 WHERE heap = 1;

-- misere: a huge game
UPDATE misere SET game = 'subtraction 99999999999' WHERE game = 'grundy';

-- memory: many pairs
UPDATE memory SET pairs = 255 WHERE {rows};

-- grundy: a huge heap
UPDATE grundy SET heap = 4000000000 WHERE heap = 300;

-- grundy: a foreign game
UPDATE grundy SET game = 'nim' WHERE game = 'grundy';

-- periods: huge
UPDATE periods SET period = 4000000000, last_exception = 4000000000 WHERE proved;

-- memory: rules swapped
UPDATE memory SET rule = CASE rule WHEN 'pass' THEN 'forced' ELSE 'pass' END;

-- memory: choices of new cards gone
DELETE FROM memory_choices WHERE turned = 'new';

-- memory: a choice worth another
UPDATE memory_choices SET value_num = '1', value_den = '97', value = 1 / 97 WHERE {rows};

-- memory_choices: none of the choices | turned = 'new' AND choice = 'unseen'
UPDATE memory_choices SET choice = 'pass' WHERE {rows};

-- memory: all chances gone
DELETE FROM memory WHERE objective = 'win';
