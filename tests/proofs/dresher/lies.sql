-- Kinds of error in the book of kinds.py: one statement each, or `-- name`, then statements.

UPDATE games SET n = 217 WHERE n = 9;
UPDATE games SET n = 8 WHERE n = 9;
UPDATE games SET n = 0 WHERE n = 9;
DELETE FROM games WHERE n = 9;
INSERT INTO games SELECT 21, COLUMNS(* EXCLUDE n) FROM games WHERE n = 20;
DELETE FROM hider WHERE n = 9;
DELETE FROM hider WHERE n = 9 AND number = 9;
DELETE FROM searcher WHERE n = 9;
DELETE FROM searcher WHERE n = 9 AND tree = 1;
UPDATE hider SET number = 10 WHERE n = 9 AND number = 9;
UPDATE hider SET number = 8 WHERE n = 9 AND number = 9;
UPDATE hider SET n = 10 WHERE n = 9 AND number = 9;
UPDATE searcher SET tree = 2 WHERE n = 9 AND tree = 1;
UPDATE searcher SET tree = tree - 1 WHERE n = 9;
UPDATE searcher SET n = 10 WHERE n = 9 AND tree = 1;
UPDATE games SET trees = trees + 1 WHERE n = 9;
UPDATE games SET value_num = '2' || value_num WHERE n = 9;
UPDATE games SET value_den = value_den || '1' WHERE n = 9;
UPDATE games SET value_num = '3' WHERE n = 4;
UPDATE games SET value_num = 'two' WHERE n = 4;
UPDATE games SET value_num = '9/5' WHERE n = 3;
UPDATE games SET value_num = '9/5', value_den = '1' WHERE n = 3;
UPDATE games SET value_num = '18', value_den = '10' WHERE n = 3;
UPDATE games SET value_den = '0' WHERE n = 3;
UPDATE games SET hider_total = '9' WHERE n = 9;
UPDATE games SET hider_total = '' WHERE n = 9;
UPDATE games SET searcher_total = '0' || searcher_total WHERE n = 9;
UPDATE hider SET weight = weight || '0' WHERE n = 9 AND number = 5;
UPDATE hider SET weight = '-1' WHERE n = 9 AND number = 5;
UPDATE hider SET weight = 'much' WHERE n = 9 AND number = 5;
UPDATE searcher SET weight = weight || '0' WHERE n = 9 AND tree = 1;
UPDATE searcher SET weight = '1.0' WHERE n = 9 AND tree = 1;
UPDATE searcher SET depths = depths[2:] WHERE n = 9 AND tree = 1;
UPDATE searcher SET depths = list_concat(depths[:8], [depths[9] + 1]) WHERE n = 9 AND tree = 1;
UPDATE searcher SET depths = list_concat(depths[:8], [NULL]) WHERE n = 9 AND tree = 1;
UPDATE searcher SET depths = [3, 3, 1, 3, 2, 3] WHERE n = 6 AND tree = 1;
UPDATE searcher SET depths = [] WHERE n = 9 AND tree = 1;
UPDATE searcher SET depths = list_reverse(depths) WHERE n = 9 AND tree = (SELECT max(tree) FROM searcher WHERE n = 9
    AND mirror <> tree);
UPDATE games SET value = value + 1e-15 WHERE n = 9;
UPDATE games SET value = 'nan' WHERE n = 9;
UPDATE games SET bound_num = bound_num + 1 WHERE n = 9;
UPDATE games SET bound_den = bound_den + 1 WHERE n = 9;
UPDATE games SET bound = bound - 1e-15 WHERE n = 9;
UPDATE games SET bound_met = NOT bound_met WHERE n = 9;
UPDATE games SET bound_met = NOT bound_met WHERE n = 5;
UPDATE games SET sum_rule = NOT sum_rule WHERE n = 9;
UPDATE games SET sum_rule = NULL WHERE n = 9;
UPDATE games SET sum_rule = true WHERE n = 4;
UPDATE games SET double_rule = NOT double_rule WHERE n = 9;
UPDATE games SET double_rule = NULL WHERE n = 5;
UPDATE games SET ends_largest = NOT ends_largest WHERE n = 9;
UPDATE games SET ends_largest = false WHERE n = 1;
UPDATE games SET depth = depth + 1 WHERE n = 9;
UPDATE games SET rounds = 0 WHERE n = 9;
UPDATE games SET candidates = 1 WHERE n = 9;
UPDATE games SET seconds = -1 WHERE n = 9;
UPDATE games SET seconds = 'inf' WHERE n = 9;
UPDATE games SET seconds = 'nan' WHERE n = 9;
UPDATE games SET hider_unique = NOT hider_unique WHERE n = 5;
UPDATE games SET hider_unique = NOT hider_unique WHERE n = 4;
UPDATE hider SET probability = probability + 1e-17 WHERE n = 9 AND number = 5;
UPDATE hider SET probability = 'nan' WHERE n = 9 AND number = 5;
UPDATE searcher SET probability = probability * 1.0000000000000002 WHERE n = 9 AND tree = 1;
UPDATE searcher SET root = root + 1 WHERE n = 9 AND tree = 1;
UPDATE searcher SET depth = depth - 1 WHERE n = 9 AND tree = 1;
UPDATE searcher SET mirror = mirror + 1 WHERE n = 9 AND tree = 1;
UPDATE searcher SET tree = (SELECT trees FROM games WHERE games.n = searcher.n) + 1 - tree WHERE n = 9;
UPDATE runs SET method = 'plain' WHERE n = 9;
DELETE FROM runs WHERE n = 9 AND method = 'plain';
UPDATE runs SET n = 217 WHERE n = 9 AND method = 'plain';
UPDATE runs SET n = 0 WHERE n = 9;
UPDATE runs SET rounds = 0 WHERE n = 9 AND method = 'plain';
UPDATE runs SET candidates = 0 WHERE n = 9 AND method = 'plain';
UPDATE runs SET pivots = 0 WHERE n = 9 AND method = 'plain';
UPDATE runs SET seconds = 'nan' WHERE n = 9 AND method = 'plain';
UPDATE runs SET rounds = rounds + 1 WHERE n = 11 AND method = 'plain';
DELETE FROM runs WHERE n = 11;
DELETE FROM bounds WHERE round = 2 AND method = 'plain';
UPDATE bounds SET round = 7777 WHERE round = 2 AND method = 'plain';
UPDATE bounds SET n = 12 WHERE round = 2 AND method = 'plain';
UPDATE bounds SET upper = upper - 1 WHERE round = 2;
UPDATE bounds SET upper = upper + 9 WHERE round = 2;
UPDATE bounds SET lower = lower + 1 WHERE round = 2;
UPDATE bounds SET lower = 'nan' WHERE round = 2;
UPDATE bounds SET lower = 1 WHERE lower > 3.016;
DELETE FROM bounds;
UPDATE runs SET method = CASE method WHEN 'plain' THEN 'centred' ELSE 'plain' END;

-- the games of a section gone
DELETE FROM games WHERE n >= 65;
DELETE FROM hider WHERE n >= 65;
DELETE FROM searcher WHERE n >= 65;

-- a game gone
DELETE FROM games WHERE n = 12;
DELETE FROM hider WHERE n = 12;
DELETE FROM searcher WHERE n = 12;

-- a run gone
DELETE FROM bounds WHERE method = 'plain';
DELETE FROM runs WHERE method = 'plain' AND n = 11;

-- twice the weights of the hider, the same strategy
UPDATE hider SET weight = (2 * weight::INTEGER)::VARCHAR WHERE n = 9;
UPDATE games SET hider_total = (2 * hider_total::INTEGER)::VARCHAR WHERE n = 9;

-- a tree twice
UPDATE searcher SET mirror = 2, probability = 0.5 WHERE n = 1;
INSERT INTO searcher SELECT * REPLACE (2 AS tree) FROM searcher WHERE n = 1;
UPDATE games SET trees = 2, searcher_total = '2', candidates = 2 WHERE n = 1;

-- twice the weights of the trees, the same strategy
UPDATE searcher SET weight = (2 * weight::INTEGER)::VARCHAR WHERE n = 9;
UPDATE games SET searcher_total = (2 * searcher_total::INTEGER)::VARCHAR WHERE n = 9;
