-- Kinds of error in the book of kinds.py: `-- name`, or `-- name | condition on the rows that can be hit`, then statements.

-- a codemaker who chooses uniformly
UPDATE adversary_codes SET chance = 1 / 9, chance_num = '1', chance_den = '9';

-- a codemaker who chooses uniformly, where the breaker finds all codes equally fast
UPDATE adversary_codes SET chance = 1 / 9, chance_num = '1', chance_den = '9' WHERE game = '2x3';

-- a value lowered by a millionth
UPDATE adversaries SET value = 7249997 / 3000000, value_num = '7249997', value_den = '3000000' WHERE game = '2x3';

-- a smaller value of the game in which the codemaker chooses
UPDATE adversaries SET value = 2, value_num = '2', value_den = '1';

-- lower bounds: all deleted
DELETE FROM lower_bounds;

-- a lower bound said to be attained that is not
UPDATE lower_bounds SET lower = lower - 1 WHERE exact AND codes > 2;

-- curves: totals
UPDATE curves SET total = total + 1, total_num = (total_num::HUGEINT + total_den::HUGEINT)::VARCHAR, mean = (total
    + 1) / 64 WHERE {rows};

-- curves: neighbours' points
UPDATE curves SET alpha_num = 5 - alpha_num WHERE alpha IN (2, 3);

-- curves: one deleted
DELETE FROM curves WHERE tie = 'mix';

-- curves: all deleted
DELETE FROM curves;

-- a strategy deleted everywhere
DELETE FROM strategies WHERE strategy = 'h1' AND tie = 'lex';
DELETE FROM histograms WHERE strategy = 'h1' AND tie = 'lex';
DELETE FROM trees WHERE strategy = 'h1' AND tie = 'lex';

-- a strategy beyond the builds
INSERT INTO strategies SELECT * REPLACE ('h7' AS strategy) FROM strategies WHERE strategy = 'h1' AND tie = 'mix';

-- a game deleted everywhere
DELETE FROM games WHERE game = 'signs';
DELETE FROM codes WHERE game = 'signs';
DELETE FROM queries WHERE game = 'signs';
DELETE FROM labels WHERE game = 'signs';
DELETE FROM answer_rows WHERE game = 'signs';
DELETE FROM first_queries WHERE game = 'signs';
DELETE FROM first_parts WHERE game = 'signs';

-- histograms: all deleted
DELETE FROM histograms;

-- trees: all deleted
DELETE FROM trees;

-- games: all deleted
DELETE FROM games;

-- first_parts: all deleted
DELETE FROM first_parts;

-- answers: all deleted
DELETE FROM answer_rows;

-- answers: two queries swapped
UPDATE answer_rows SET query = 13 - query WHERE game = '3x4' AND query IN (6, 7);

-- answers: one too many
UPDATE answer_rows SET answers = list_append(answers, 0) WHERE {rows};

-- answers of a table: one altered
UPDATE answer_rows SET answers = list_prepend(1, answers[2:]) WHERE game = 'weights' AND query = 0;

-- a word altered wherever it is
UPDATE codes SET text = 'dac' WHERE text = 'dab';
UPDATE queries SET text = 'dac' WHERE text = 'dab';

-- classes of first queries: sums kept
UPDATE first_queries SET alike = alike + CASE WHEN query = 'AAA' THEN 1 ELSE -1 END WHERE query IN ('AAA', 'AAB');

-- labels: another one ends the game
UPDATE labels SET solved = NOT solved WHERE game = '3x4' AND answer >= 8;

-- strategies.strategy: foreign
UPDATE strategies SET strategy = 'h-1' WHERE {rows};

-- histograms.strategy: foreign
UPDATE histograms SET strategy = 'h-1' WHERE {rows};

-- trees.strategy: foreign
UPDATE trees SET strategy = 'h-1' WHERE {rows};

-- totals that agree with each other
UPDATE strategies SET total = total + 1, total_num = (total_num::HUGEINT + total_den::HUGEINT)::VARCHAR,
    mean = (total + 1) / codes WHERE game = '3x4' AND strategy = 'h1' AND tie = 'mix';
UPDATE histograms SET codes = codes + CASE queries WHEN 3 THEN -1 ELSE 1 END,
    codes_num = (codes_num::HUGEINT + CASE queries WHEN 3 THEN -1 ELSE 1 END * codes_den::HUGEINT)::VARCHAR
    WHERE game = '3x4' AND strategy = 'h1' AND tie = 'mix' AND queries IN (3, 4);
UPDATE curves SET total = total + 1, total_num = (total_num::HUGEINT + total_den::HUGEINT)::VARCHAR,
    mean = (total + 1) / 64 WHERE game = '3x4' AND tie = 'mix' AND alpha = 1;

-- histograms: moved, the sum kept
UPDATE histograms SET codes = codes + CASE queries WHEN 3 THEN -2 ELSE 1 END,
    codes_num = (codes_num::HUGEINT + CASE queries WHEN 3 THEN -2 ELSE 1 END * codes_den::HUGEINT)::VARCHAR
    WHERE game = '3x4' AND strategy = 'h1' AND tie = 'mix' AND queries IN (2, 3, 4);

-- strategies of a mixture, the rarer one first
UPDATE adversary_trees SET tree = 1 - tree WHERE game = '2x3';
UPDATE adversary_nodes SET tree = 1 - tree WHERE game = '2x3';
