-- Kinds of error in the book of kinds.py: `-- name`, or `-- name | condition on the rows that can be hit`, then statements.

-- statistics.nodes: minimax off by one | step = 'minimax'
UPDATE statistics SET nodes = nodes - 1 WHERE {rows};

-- statistics: all steps of a deal off by one | points IS NOT NULL AND points + 1 <> target
UPDATE statistics SET points = points + 1 WHERE (deal, points IS NULL) IN (SELECT (deal, false) FROM statistics
    WHERE {rows});

-- statistics: all steps of a deal agree on another winner
UPDATE statistics SET won = NOT won WHERE deal IN (SELECT deal FROM statistics WHERE {rows});

-- results: one opening, and the points fit | game <> 'null'
UPDATE results SET openings = list_transform(openings, lambda x, i: CASE WHEN i = 2 THEN x + 1 ELSE x END)
    WHERE {rows};
UPDATE results SET points = CASE WHEN declarer = 'forehand' THEN list_max(openings) ELSE list_min(openings) END, won
    = (CASE WHEN declarer = 'forehand' THEN list_max(openings) ELSE list_min(openings) END >= 61) WHERE game
    <> 'null';

-- results: a Null turned | game = 'null' AND len(list_distinct(openings)) = 1
UPDATE results SET openings = list_transform(openings, lambda x: 1 - x), won = NOT won WHERE {rows};

-- plays: a value and those around it | place < 28 AND name LIKE 'kupf%'
UPDATE plays SET "after" = "after" + 1 WHERE {rows};
UPDATE plays p SET "before" = q."after" FROM plays q WHERE p.name = q.name AND p.place = q.place + 1;

-- a game deleted
DELETE FROM games WHERE name = 'kupferschmid-3';
DELETE FROM plays WHERE name = 'kupferschmid-3';

-- decisions of a card deleted | name IN (SELECT name FROM rounds WHERE source = 'a match of programs')
DELETE FROM decisions WHERE (name, place) IN (SELECT (name, place) FROM decisions WHERE {rows});

-- playouts: a point less, and won fits | points IS NOT NULL
UPDATE playouts SET points = points - 1, won = points >= 62 WHERE {rows};

-- playouts: cards swapped | place = 28 AND game <> 'null'
UPDATE playout_cards c SET card = o.card FROM playout_cards o WHERE (c.seed, c.number) = (o.seed, o.number)
    AND c.place + o.place = 55 AND c.place IN (27, 28) AND c.number IN (SELECT number FROM playout_cards
    WHERE {rows});

-- a positions' game deleted
DELETE FROM positions WHERE game = 'null';

-- a weight in its last digit | model = 'open'
UPDATE models SET weight = round(weight + 1e-6, 6) WHERE {rows};

-- positions: a value off by one | game <> 'null'
UPDATE positions SET lower = lower + 1, upper = upper + 1 WHERE {rows};
