-- Kinds of error in the book of kinds.py: `-- name`, or `-- name | condition on the rows that can be hit`, then statements.

-- openings.rate, images alike | rate = 1
UPDATE openings SET rate_num = '80', rate_den = '81', rate = 80 / 81::DOUBLE WHERE (m, least) IN (SELECT m, least
    FROM openings WHERE {rows});

-- openings.rate from 0, images alike | rate = 0
UPDATE openings SET rate_num = '1', rate_den = '2', rate = 0.5 WHERE (m, least) IN (SELECT m, least FROM openings
    WHERE {rows});

-- openings.shortest, images alike
UPDATE openings SET shortest = shortest - 1 WHERE (m, least) IN (SELECT m, least FROM openings WHERE {rows});

-- openings.longest, images alike
UPDATE openings SET longest = longest + 1 WHERE (m, least) IN (SELECT m, least FROM openings WHERE {rows});

-- openings.positions, images alike
UPDATE openings SET positions = positions + 7 WHERE (m, least) IN (SELECT m, least FROM openings WHERE {rows});

-- openings.branches, images alike
UPDATE openings SET branches = branches + 7 WHERE (m, least) IN (SELECT m, least FROM openings WHERE {rows});

-- openings.gap of another decision, images alike | m = 4 AND least = 0
UPDATE openings SET {decision} WHERE (m, least) IN (SELECT m, least FROM openings WHERE {rows});

-- openings.gap smaller than any, images alike
UPDATE openings SET gap_num = '1', gap_den = '1000000007', gap = 1 / 1000000007::DOUBLE WHERE (m, least)
    IN (SELECT m, least FROM openings WHERE {rows});

-- openings.gap, its last digit, images alike | m = 2
UPDATE openings SET gap_num = '2', gap_den = '9', gap = 2 / 9::DOUBLE WHERE (m, least) IN (SELECT m, least
    FROM openings WHERE {rows});

-- openings: a class deleted
DELETE FROM openings WHERE (m, least) IN (SELECT m, least FROM openings WHERE {rows});

-- boards: an order deleted | m = 4
DELETE FROM boards WHERE m = 4;

-- edges: an order deleted | m = 4
DELETE FROM edges WHERE m = 4;

-- openings: an order deleted | m = 4
DELETE FROM openings WHERE m = 4;

-- positions: an order deleted
DELETE FROM positions WHERE m = 2;

-- lines: a game deleted
DELETE FROM lines WHERE (m, opening) IN (SELECT m, opening FROM lines WHERE {rows});

-- lines: the end of a game
DELETE FROM lines WHERE ply = 110;

-- agents: an agent deleted
DELETE FROM agents WHERE agent = 'perfect';

-- agents: another agent's rows
UPDATE agents SET agent = 'temperature:0.1' WHERE agent = 'mc:7';

-- agents: two chances exchanged
UPDATE agents a SET chance = b.chance FROM agents b WHERE a.agent = 'temperature:0.1' AND b.agent = a.agent
    AND a.deleted = 0 AND a.marked = 0 AND b.deleted = 0 AND b.marked = 0 AND (a.edge, b.edge) IN ((0, 2), (2, 0));

-- positions: another winner and its moves | NOT decided
UPDATE positions SET winner = CASE winner WHEN 'cut' THEN 'short' ELSE 'cut' END, moves = CASE WHEN moves = 0
    THEN heuristic ELSE 0 END WHERE {rows};

-- pairings: a sample and its error | certainty = 'sampled'
UPDATE pairings SET chance = chance + 0.25, error = sqrt(((chance + 0.25) * games + 1) / (games + 2) * (1 - ((chance
    + 0.25) * games + 1) / (games + 2)) / games) WHERE {rows};

-- pairings: samples exchanged
UPDATE pairings a SET chance = b.chance, error = b.error FROM pairings b WHERE a.m = 4 AND b.m = 4 AND a.short
    <> b.short;

-- pairings: other games | certainty = 'sampled'
UPDATE pairings SET games = games - 1, seed = seed + 1 WHERE {rows};

-- pairings: certified for sampled | certainty = 'sampled'
UPDATE pairings SET certainty = 'certified', games = NULL, seed = NULL WHERE {rows};

-- cut: 'foo'
UPDATE pairings SET cut = 'foo' WHERE {rows};

-- short: 'temperature:0.10' | short = 'temperature:0.1'
UPDATE pairings SET short = 'temperature:0.10' WHERE {rows};

-- chance: 'nan'::DOUBLE
UPDATE pairings SET chance = 'nan'::DOUBLE WHERE {rows};

-- error: 'nan'::DOUBLE
UPDATE pairings SET error = 'nan'::DOUBLE WHERE {rows};

-- error: -1
UPDATE pairings SET error = -1 WHERE {rows};

-- error: 0 | certainty = 'certified' AND error > 0 AND chance > 0
UPDATE pairings SET error = 0 WHERE {rows};

-- chance: 'nan'::DOUBLE
UPDATE agents SET chance = 'nan'::DOUBLE WHERE {rows};

-- rate_num: 'x'
UPDATE openings SET rate_num = 'x' WHERE {rows};

-- rate_num: repeat('9', 5000)
UPDATE openings SET rate_num = repeat('9', 5000) WHERE {rows};

-- gap_den: '0'
UPDATE openings SET gap_den = '0' WHERE {rows};

-- gap_states: []::UTINYINT[]
UPDATE openings SET gap_states = []::UTINYINT[] WHERE {rows};

-- m: 200
UPDATE openings SET m = 200 WHERE {rows};

-- m: 200
UPDATE lines SET m = 200 WHERE {rows};

-- m: 200
UPDATE positions SET m = 200 WHERE {rows};
