-- Kinds of error in the book of kinds.py: `-- name`, or `-- name | condition on the rows that can be hit`, then statements.

-- variants: one gone
DELETE FROM variants WHERE variant = '6c10p';

-- pieces: all gone
DELETE FROM pieces;

-- pieces: swapped
UPDATE pieces SET piece = 13 - piece WHERE piece IN (6, 7);

-- patterns: all gone
DELETE FROM patterns;

-- patterns: the last gone, counts fit
DELETE FROM patterns WHERE pattern >= 298;
UPDATE variants SET patterns = 298, codes = 1788 WHERE patterns = 310;

-- patterns: one twice in the place of another
DELETE FROM patterns WHERE pattern = 201;
INSERT INTO patterns SELECT variant, 201, COLUMNS(* EXCLUDE (variant, pattern)) FROM patterns WHERE pattern = 200;

-- patterns: one piece more
UPDATE patterns SET pieces = list_append(pieces, 5) WHERE {rows};

-- patterns: numbers swapped
UPDATE patterns SET pattern = 401 - pattern WHERE pattern IN (200, 201);

-- patterns: pieces swapped
UPDATE patterns SET pieces = [pieces[2], pieces[1], pieces[3]] WHERE {rows};

-- answers: one bit
UPDATE answers SET codes = unhex(CASE WHEN hex(codes)[200] = '0' THEN hex(codes)[:199] || '1' || hex(codes)[201:]
    ELSE hex(codes)[:199] || '0' || hex(codes)[201:] END) WHERE {rows};

-- answers: longer
UPDATE answers SET codes = codes || '\x00'::BLOB WHERE {rows};

-- answers: a query gone
DELETE FROM answers WHERE colour = 2 AND diagonal = 3;

-- answers: colours swapped
UPDATE answers SET colour = 3 - colour WHERE colour IN (1, 2);

-- answers: one that no code gives
INSERT INTO answers VALUES ('3c6p', 1, 2, '1,2,3,4', '\x00');

-- costs: a strategy of no name
UPDATE costs SET strategy = 'foo' WHERE strategy = 'h1' AND tie = 'lex-c';

-- costs: a strategy gone
DELETE FROM costs WHERE strategy = 'h1' AND tie = 'lex-c';
DELETE FROM nodes WHERE strategy = 'h1';

-- costs: MIX gone
DELETE FROM costs WHERE tie = 'mix';

-- costs: ties swapped
UPDATE costs SET tie = CASE tie WHEN 'mix' THEN 'lex-c' ELSE 'mix' END WHERE strategy = 'h1';

-- costs: codes moved, the same sum
UPDATE costs SET codes_num = (codes_num::INTEGER + CASE queries WHEN 4 THEN -2 ELSE 1 END)::VARCHAR, codes = codes
    + CASE queries WHEN 4 THEN -2 ELSE 1 END WHERE strategy = 'h1' AND tie = 'lex-c' AND queries BETWEEN 3 AND 5;

-- costs: MIX moved, the same sum
UPDATE costs SET codes_num = (codes_num::INTEGER + CASE queries WHEN 4 THEN -2 ELSE 1 END *
    codes_den::INTEGER)::VARCHAR, codes = (codes_num::INTEGER + CASE queries WHEN 4 THEN -2 ELSE 1 END *
    codes_den::INTEGER)/ codes_den::INTEGER WHERE strategy = 'h1' AND tie = 'mix' AND queries BETWEEN 3 AND 5;

-- costs: fractions not reduced
UPDATE costs SET codes_num = (2 * codes_num::HUGEINT)::VARCHAR, codes_den = (2 * codes_den::HUGEINT)::VARCHAR
    WHERE {rows};

-- costs: another primes' multiple | codes_den = '1'
UPDATE costs SET codes_num = (codes_num::HUGEINT + 2147483647::HUGEINT * 2147483629)::VARCHAR, codes
    = (codes_num::HUGEINT + 2147483647::HUGEINT * 2147483629)::DOUBLE WHERE {rows};

-- costs: no fraction
UPDATE costs SET codes_den = '0' WHERE {rows};

-- costs: no number
UPDATE costs SET codes_num = 'x' WHERE {rows};

-- nodes: a level gone
DELETE FROM nodes WHERE depth = 3 AND codes = 2 AND strategy = 'h1' AND tie = 'lex-c';

-- nodes: no tree
DELETE FROM nodes WHERE strategy = 'optimal';

-- nodes: one twice
INSERT INTO nodes SELECT * FROM nodes WHERE {rows};

-- nodes: histories swapped | depth > 2
UPDATE nodes SET history = replace(history, '1@2', '2@1') WHERE {rows};

-- nodes: two lines
UPDATE nodes SET history = history || chr(10) WHERE {rows};

-- nodes: half a query | colour IS NOT NULL
UPDATE nodes SET colour = NULL WHERE {rows};

-- nodes: nothing asked | colour IS NOT NULL
UPDATE nodes SET colour = NULL, diagonal = NULL WHERE {rows};

-- nodes: cost unknown
UPDATE nodes SET cost = NULL WHERE {rows};

-- nodes: a query of equal entropy | strategy = 'h1' AND tie = 'lex-c' AND codes = 2
UPDATE nodes SET diagonal = CASE diagonal WHEN 15 THEN 14 ELSE diagonal + 1 END WHERE {rows};

-- nodes: costs up to the start
UPDATE nodes SET cost = cost + 1 WHERE strategy = 'optimal' AND history IN ('', (SELECT min(history) FROM nodes
    WHERE strategy = 'optimal' AND depth = 1));
UPDATE costs SET codes_num = (codes_num::INTEGER + CASE queries WHEN 4 THEN -1 ELSE 1 END)::VARCHAR, codes = codes
    + CASE queries WHEN 4 THEN -1 ELSE 1 END WHERE strategy = 'optimal' AND queries IN (4, 5);

-- nodes: a worse tree as the optimal one
DELETE FROM nodes WHERE strategy = 'optimal';
DELETE FROM costs WHERE strategy = 'optimal';
INSERT INTO nodes SELECT variant, 'optimal', 'none', COLUMNS(* EXCLUDE (variant, strategy, tie)) FROM nodes
    WHERE strategy = 'h1' AND tie = 'lex-c';
INSERT INTO costs SELECT variant, 'optimal', 'none', COLUMNS(* EXCLUDE (variant, strategy, tie)) FROM costs
    WHERE strategy = 'h1' AND tie = 'lex-c';

-- nodes: the optimal tree as the shallowest one
DELETE FROM nodes WHERE strategy = 'optimal shallowest';
DELETE FROM costs WHERE strategy = 'optimal shallowest';
INSERT INTO nodes SELECT variant, 'optimal shallowest', 'none', COLUMNS(* EXCLUDE (variant, strategy, tie))
    FROM nodes WHERE strategy = 'optimal';
INSERT INTO costs SELECT variant, 'optimal shallowest', 'none', COLUMNS(* EXCLUDE (variant, strategy, tie))
    FROM costs WHERE strategy = 'optimal';

-- nodes: the optimal tree as one within five queries
DELETE FROM nodes WHERE strategy = 'optimal max-depth 5';
DELETE FROM costs WHERE strategy = 'optimal max-depth 5';
INSERT INTO nodes SELECT variant, 'optimal max-depth 5', 'none', COLUMNS(* EXCLUDE (variant, strategy, tie))
    FROM nodes WHERE strategy = 'optimal';
INSERT INTO costs SELECT variant, 'optimal max-depth 5', 'none', COLUMNS(* EXCLUDE (variant, strategy, tie))
    FROM costs WHERE strategy = 'optimal';

-- nodes: the optimal tree as one that finds most codes within four queries
DELETE FROM nodes WHERE strategy = 'optimal within 4';
DELETE FROM costs WHERE strategy = 'optimal within 4';
INSERT INTO nodes SELECT variant, 'optimal within 4', 'none', COLUMNS(* EXCLUDE (variant, strategy, tie))
    FROM nodes WHERE strategy = 'optimal';
INSERT INTO costs SELECT variant, 'optimal within 4', 'none', COLUMNS(* EXCLUDE (variant, strategy, tie))
    FROM costs WHERE strategy = 'optimal';

-- nodes: the other tie rule's tree
UPDATE nodes SET tie = CASE tie WHEN 'lex-c' THEN 'lex-d' ELSE 'lex-c' END WHERE strategy = 'h0';

-- nodes: deeper than a top
INSERT INTO nodes SELECT variant, 'h2', tie, COLUMNS(* EXCLUDE (variant, strategy, tie)) FROM nodes WHERE strategy
    = 'h1' AND tie = 'lex-c' AND depth = 4 LIMIT 1;

-- curves: one gone
DELETE FROM curves WHERE tie = 'lex-d';

-- curves: totals and means
UPDATE curves SET total_num = (total_num::HUGEINT + total_den::HUGEINT)::VARCHAR, mean = (total_num::HUGEINT
    + total_den::HUGEINT)::DOUBLE / total_den::DOUBLE / codes WHERE {rows};

-- curves: a point too many
INSERT INTO curves SELECT variant, tie, 0.7, 'h0.7', COLUMNS(* EXCLUDE (variant, tie, alpha, strategy)) FROM curves
    WHERE strategy = 'h0.5' AND tie = 'lex-c';

-- curves: ties swapped
UPDATE curves SET tie = CASE tie WHEN 'mix' THEN 'lex-c' ELSE 'mix' END WHERE tie <> 'lex-d';

-- bounds: all gone
DELETE FROM bounds;

-- bounds: one more
UPDATE bounds SET total = total + 1 WHERE above = 100;

-- bounds: swapped
UPDATE bounds SET above = 600 - above;

-- query_bounds: all gone
DELETE FROM query_bounds;

-- query_bounds: as many as are enough
UPDATE query_bounds SET queries = 5;

-- query_bounds: one more
INSERT INTO query_bounds VALUES ('6c3p', 10);
