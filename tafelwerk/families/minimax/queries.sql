-- positions, node_counts join games
-- classes, look_ahead, boards join positions
-- memory_choices join memory

-- minimax-lost-heaps: Which heaps are lost?
SELECT upto, count(*) AS lost, max(heap) AS last FROM minimax.grundy, (VALUES (10), (100), (1000), (10000), (100000)) AS t(upto)
WHERE game = 'grundy' AND value = 0 AND heap BETWEEN 1 AND upto GROUP BY upto ORDER BY upto;

-- minimax-periods: How late does a period begin?
SELECT game, period, last_exception, checked_to FROM minimax.periods
WHERE proved AND starts_with(game, 'octal') AND period > 2 ORDER BY last_exception DESC LIMIT 6;

-- minimax-ordering: What does move ordering save?
SELECT move_order, nodes, round(100 * nodes / max(nodes) FILTER (algorithm = 'minimax') OVER (), 2) AS percent
FROM minimax.node_counts WHERE game = 'tictactoe' QUALIFY algorithm = 'alpha-beta' ORDER BY nodes;

-- minimax-depth: How far must one look ahead?
SELECT depth, count(*) FILTER (NOT "every") AS may_err, count(*) FILTER (NOT "some") AS must_err
FROM minimax.look_ahead WHERE depth BETWEEN 1 AND 7 GROUP BY depth ORDER BY depth;

-- minimax-memory-begin: What is it worth to begin in Memory?
SELECT pairs, round(max(value) FILTER (rule = 'pass' AND objective = 'gain'), 6) AS pass_gain,
    round(max(value) FILTER (rule = 'forced' AND objective = 'gain'), 6) AS forced_gain,
    round(max(value) FILTER (rule = 'pass' AND objective = 'win'), 6) AS pass_win,
    round(max(value) FILTER (rule = 'forced' AND objective = 'win'), 6) AS forced_win
FROM minimax.memory WHERE known = 0 AND lead = 0 AND pairs BETWEEN 5 AND 12 GROUP BY pairs ORDER BY pairs;

-- minimax-memory-decline: When is it better to decline a match?
SELECT pairs, known, value_num || '/' || value_den AS value, array_to_string(actions, '; ') AS actions
FROM minimax.memory WHERE rule = 'forced' AND objective = 'gain' AND list_contains(actions, 'unseen then decline') ORDER BY pairs, known LIMIT 4;

-- minimax-worst-stack: Which stack of burnt pancakes is worst?
SELECT game, minimax.position_text(game, rank) AS stack, distance FROM minimax.positions
WHERE game::VARCHAR BETWEEN 'burnt-pancakes-3' AND 'burnt-pancakes-6'
QUALIFY row_number() OVER (PARTITION BY game ORDER BY distance DESC, rank) = 1 ORDER BY game;
