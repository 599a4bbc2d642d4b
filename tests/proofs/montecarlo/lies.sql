-- Kinds of error in the book of kinds.py: `-- name`, or `-- name | condition on the rows that can be hit`, then statements.

-- esr_duels: of another game
UPDATE esr_duels SET s = 3 - s;

-- dsc_duels: a game gone
DELETE FROM dsc_duels WHERE n = 8;

-- subtraction_duels: one run | k = 3
UPDATE subtraction_duels SET first = 1 - first WHERE k = 3 AND rival = 6;

-- subtraction_duels: far playouts
UPDATE subtraction_duels SET first = first - 1e-12 WHERE k = 10 ** 12;

-- subtraction_duels: a heap gone
DELETE FROM subtraction_duels WHERE heap = 12 AND k = 3;

-- subtraction_duels: a heap too many
INSERT INTO subtraction_duels SELECT moves, overshoot, heap + 1, * EXCLUDE (moves, overshoot, heap)
    FROM subtraction_duels WHERE heap = 12 AND k = 3;

-- subtraction_duels: other rules
UPDATE subtraction_duels SET overshoot = 'loses' WHERE moves = '1,2';

-- subtraction_duels: no rules
UPDATE subtraction_duels SET moves = 'a,b' WHERE {rows};

-- esr_starts: no fraction
UPDATE esr_starts SET chance_num = NULL, chance_den = NULL WHERE {rows};

-- esr_starts: another fraction
UPDATE esr_starts SET chance_num = '7', chance_den = '11', chance = 7 / 11 WHERE {rows};

-- esr_starts: all gone
DELETE FROM esr_starts;

-- dsc_positions: a game gone
DELETE FROM dsc_positions;
DELETE FROM dsc_moves;

-- dsc_positions: a position gone
DELETE FROM dsc_positions WHERE own = 3 AND other = 2;
DELETE FROM dsc_moves WHERE own = 3 AND other = 2;

-- dsc_positions: not reduced
UPDATE dsc_positions SET chance_num = chance_num || '0', chance_den = chance_den || '0' WHERE {rows};

-- dsc_positions: alike in all that leads there
UPDATE dsc_positions SET chance_num = '1', chance_den = '3', chance = 1 / 3 WHERE own = 3 AND other = 2;
UPDATE dsc_moves SET chance_num = '2', chance_den = '3', chance = 2 / 3 WHERE own + step = 2 AND other = 3;

-- dsc_positions: won, and lost for all that leads there
UPDATE dsc_positions SET won = NOT won WHERE own = 3 AND other = 2;
UPDATE dsc_moves SET wins = NOT wins WHERE own + step = 2 AND other = 3;

-- dsr_positions: turned
UPDATE dsr_positions SET won = NOT won WHERE own = 3 AND other = 2;
UPDATE dsr_moves SET wins = NOT wins WHERE own + step = 2 AND other = 3;

-- dsr_moves: of the crash race
UPDATE dsr_moves SET wins = true WHERE own + step + other = 7;

-- dsc_moves: no number
UPDATE dsc_moves SET chance_num = 'many' WHERE {rows};

-- subtraction_positions: the last heaps gone
DELETE FROM subtraction_positions WHERE heap > 28;
DELETE FROM subtraction_moves WHERE heap > 28;

-- subtraction_moves: all best
UPDATE subtraction_moves SET best = true;

-- subtraction_games: no period
UPDATE subtraction_games SET period = NULL, preperiod = NULL WHERE {rows};

-- subtraction_games: half a period
UPDATE subtraction_games SET period = NULL WHERE {rows};

-- subtraction_games: period doubled
UPDATE subtraction_games SET period = 2 * period WHERE {rows};

-- subtraction_games: period later
UPDATE subtraction_games SET preperiod = preperiod + 1 WHERE {rows};

-- subtraction_games: endless period
UPDATE subtraction_games SET period = 10 ** 15 WHERE {rows};

-- subtraction_games: no blunder | blunder > 0
UPDATE subtraction_games SET blunder = NULL WHERE {rows};

-- subtraction_games: no blunder at all | blunder > 0
UPDATE subtraction_games SET blunder = NULL, blunder_with_ties = NULL, losing_choices = 0 WHERE {rows};

-- subtraction_games: a game gone
DELETE FROM subtraction_games WHERE moves = '2,5';

-- subtraction_limits: turned
UPDATE subtraction_limits SET residue = 1 - residue WHERE modulus = 2;

-- subtraction_limits: a residue gone
DELETE FROM subtraction_limits WHERE residue = 1;

-- subtraction_limits: nearly
UPDATE subtraction_limits SET chance_num = '8000000000000000001', chance_den = '19000000000000000001'
    WHERE chance_num = '8';

-- subtraction_limits: others'
UPDATE subtraction_limits SET moves = '1,4' WHERE moves = '1,2';

-- lasting_blunders: all last
UPDATE lasting_blunders SET lasts = true WHERE {rows};

-- lasting_blunders: others'
UPDATE lasting_blunders SET moves = '1,4' WHERE moves = '1,2';

-- lasting_blunders: a game gone
DELETE FROM lasting_blunders WHERE moves = '1,3';

-- lasting_blunders: swapped
UPDATE lasting_blunders SET played = list_reverse(played) WHERE moves = '1,2,3';

-- agent_duels: turned
UPDATE agent_duels SET first = second, second = first WHERE first <> second;

-- agent_duels: an agent gone
DELETE FROM agent_duels WHERE first = 'careful';

-- agent_duels: a heap gone
DELETE FROM agent_duels WHERE heap = 25;

-- agent_duels: lost for won | len(chance_den) < 30 AND chance <> 0.5
UPDATE agent_duels SET chance = 1 - chance, chance_num = (chance_den::HUGEINT - chance_num::HUGEINT)::VARCHAR
    WHERE {rows};

-- asymmetry_scans: a scan gone
DELETE FROM asymmetry_scans WHERE epsilon < 0;
DELETE FROM asymmetry_bad_moves WHERE epsilon < 0;

-- asymmetry_scans: farther
UPDATE asymmetry_scans SET heaps = heaps + 100 WHERE {rows};

-- asymmetry_scans: without end
UPDATE asymmetry_scans SET heaps = 4000000000 WHERE {rows};

-- asymmetry_scans: the other bias
UPDATE asymmetry_scans SET epsilon = -epsilon, epsilon_num = -epsilon_num WHERE epsilon <> 0;
UPDATE asymmetry_bad_moves SET epsilon = -epsilon, epsilon_num = -epsilon_num WHERE epsilon <> 0;

-- asymmetry_bad_moves: the last gone
DELETE FROM asymmetry_bad_moves WHERE heap > 35;

-- asymmetry_bad_moves: all gone
DELETE FROM asymmetry_bad_moves;

-- asymmetry_bad_moves: beyond the scan
INSERT INTO asymmetry_bad_moves SELECT * REPLACE (heap + 1000 AS heap) FROM asymmetry_bad_moves WHERE heap = 17;

-- basins: one gone
DELETE FROM basins WHERE k = (SELECT max(k) FROM basins);

-- basins: all gone
DELETE FROM basins;

-- basins: nearby
UPDATE basins SET k = k + 1, k_low = k_low + 1, k_high = k_high + 1;

-- basins: wider to the left
UPDATE basins SET k_low = k_low - 1;

-- basins: wider to the right
UPDATE basins SET k_high = k_high + 1;

-- basins: one too many
INSERT INTO basins SELECT 'dsc 26', 2000, k, k, k, mean, error, build FROM dsc_duels WHERE n = 26 AND k = 50;

-- basins: not so far
UPDATE basins SET k_max = 1000;

-- basins: no game
UPDATE basins SET game = 'foo 3' WHERE {rows};

-- simulations: all gone
DELETE FROM simulations;

-- simulations: a heap gone
DELETE FROM simulations WHERE game LIKE 'subtraction 12 %';

-- simulations: lost for won
UPDATE simulations SET wins = games - wins WHERE abs(2 * wins::INTEGER - games::INTEGER) > games / 4;

-- simulations: a little more
UPDATE simulations SET wins = wins + games // 10 WHERE wins < games * 4 // 5;

-- simulations: other games
UPDATE simulations SET games = games + 1 WHERE {rows};

-- simulations: no game
UPDATE simulations SET game = 'foo 3' WHERE {rows};

-- simulations: no agent
UPDATE simulations SET first = 'nobody' WHERE {rows};

-- simulations: of agents that nothing proves
UPDATE simulations SET first = 'mc:3', second = 'random' WHERE {rows};
