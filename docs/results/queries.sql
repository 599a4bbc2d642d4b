-- choosing: mastermind
WITH classes AS (
    SELECT game, coalesce(string_agg(code, ', ' ORDER BY class) FILTER (chance_num = '0'), '') AS never
    FROM mastermind.adversary_codes GROUP BY game
)
SELECT game, value_num || CASE value_den WHEN '1' THEN '' ELSE '/' || value_den END AS value, format('{:.6f}', value) AS rounded,
    CASE WHEN value_num::HUGEINT * s.codes = total_num::HUGEINT * value_den::HUGEINT THEN '0'
        ELSE format('{:.6f}', value - mean) END AS gain, never AS "never worth hiding"
FROM mastermind.adversaries a JOIN mastermind.strategies s USING (game) JOIN classes USING (game)
WHERE strategy = 'optimal' ORDER BY split_part(game, 'x', 1)::INTEGER, split_part(split_part(game, ' ', 1), 'x', 2)::INTEGER;

-- depths: mastermind
SELECT game, l.total_num AS "least total",
    CASE WHEN s.most < l.most THEN format('{}, or {} with {}', l.most, s.most, s.total_num) ELSE l.most::VARCHAR END AS "at most"
FROM mastermind.strategies l JOIN mastermind.strategies s USING (game)
WHERE l.strategy = 'optimal least-depth' AND s.strategy = 'optimal shallowest' ORDER BY game;

-- least-totals: mastermind
SELECT game, codes, total_num AS "least total", format('{:.4f}', mean) AS mean, most FROM mastermind.strategies
WHERE strategy = 'optimal' AND game IN ('6x3', '7x3', '8x3', '6x4', '5x6 distinct', '5x7 distinct', '5x8 distinct') ORDER BY game;

-- intervals: mastermind
SELECT game, codes, lower AS "lower bound", upper::BIGINT AS "upper bound", format('{:.4f}', mean_lower) AS "mean, from",
    format('{:.4f}', mean_upper) AS to, strategy FROM mastermind.intervals
WHERE game IN ('5x7', '6x5', '7x4', '6x7 distinct', '5x8') ORDER BY game;

-- query-limits: beams
SELECT strategy, sum((queries + wrong) * codes_num::BIGINT)::BIGINT AS total, format('{:.4f}', sum((queries + wrong) * codes) / sum(codes))
    AS mean, max(queries) AS most FROM beams.costs
WHERE variant = '3c6p' AND strategy IN ('optimal', 'optimal shallowest', 'optimal least-depth') GROUP BY strategy ORDER BY strategy;

-- query-limits-6c3p: beams
SELECT strategy, sum((queries + wrong) * codes_num::BIGINT)::BIGINT AS total, format('{:.4f}', sum((queries + wrong) * codes) / sum(codes))
    AS mean, max(queries) AS most, sum(codes_num::BIGINT)::BIGINT AS codes FROM beams.costs
WHERE variant = '6c3p' AND strategy IN ('h1', 'improved', 'improved shallowest') GROUP BY strategy ORDER BY strategy;

-- choosing-3c6p: beams
WITH classes AS (
    SELECT variant, count(*) AS classes, count(*) FILTER (chance > 0) AS chosen, count(*) FILTER (chance = 0) AS never,
        arg_min(code, class) FILTER (chance = 0) AS "never one", arg_max(code, codes * chance) AS "likeliest class",
        arg_max(codes, codes * chance) AS "its codes", format('{:.3f}', max(codes * chance)) AS "its chance",
        format('{:.0f}', max(codes * chance) / arg_max(codes, codes * chance) * sum(codes)) AS "times its share"
    FROM beams.adversary_codes GROUP BY variant
), least AS (
    SELECT variant, sum((queries + wrong) * codes_num::BIGINT) / sum(codes) AS mean, format('{}/{}', sum((queries + wrong)
        * codes_num::BIGINT)::BIGINT, sum(codes_num::BIGINT)::BIGINT) AS total
    FROM beams.costs WHERE strategy = 'optimal' GROUP BY variant
)
SELECT variant, codes, value_num || '/' || value_den AS value, format('{:.6f}', value) AS rounded, total AS "least mean",
    format('{:.6f}', mean) AS "least rounded", format('{:.6f}', value - mean) AS gain, format('{:.1f} %', 100 * (value / mean - 1))
    AS share, trees, classes.* EXCLUDE (variant)
FROM beams.adversaries JOIN classes USING (variant) JOIN least USING (variant) WHERE variant = '3c6p';

-- early-3c6p: beams
beams.adversary('3c6p', finish='early', compute=True);

-- asking-2x3c3: beams
beams.adversary('2x3c3', compute=True);

-- early-2x3c3: beams
beams.adversary('2x3c3', finish='early', compute=True);

-- asking-2x6c3: beams
beams.adversary('2x6c3', compute=True);

-- early-2x6c3: beams
beams.adversary('2x6c3', finish='early', compute=True);

-- asking-3x3c3: beams
beams.adversary('3x3c3', compute=True);

-- early-3x3c3: beams
beams.adversary('3x3c3', finish='early', compute=True);

-- asking-2x4c4: beams
beams.adversary('2x4c4', compute=True);

-- early-2x4c4: beams
beams.adversary('2x4c4', finish='early', compute=True);

-- within: beams
SELECT split_part(strategy, ' ', 3) AS within, (sum(codes_num::BIGINT) FILTER (queries <= split_part(strategy, ' ', 3)::INTEGER AND wrong = 0))
    ::BIGINT AS codes, format('{:.2f} %', 100 * (sum(codes) FILTER (queries <= split_part(strategy, ' ', 3)::INTEGER AND wrong = 0)) / sum(codes))
    AS share, sum((queries + wrong) * codes_num::BIGINT)::BIGINT AS total, format('{:.4f}', sum((queries + wrong) * codes) / sum(codes)) AS mean,
    max(queries) AS most
FROM beams.costs WHERE variant = '3c6p' AND strategy LIKE 'optimal within %' GROUP BY strategy ORDER BY strategy;

-- orders: beams
beams.curve('6c6p');

-- improved-6c6p: beams
beams.summary('6c6p', 'improved');

-- h1-6c6p: beams
beams.summary('6c6p', 'h1');

-- improved-hex30: beams
beams.summary('hex30', 'improved');

-- h1-hex30: beams
beams.summary('hex30', 'h1');

-- rates: switching
SELECT m AS "order", format('{:.2f} %', 100 * cut) AS cut, CASE mixed WHEN 0 THEN format('{}/{}',
    round(cut * m * m)::INTEGER // gcd(round(cut * m * m)::INTEGER, m::INTEGER * m),
    m::INTEGER * m // gcd(round(cut * m * m)::INTEGER, m::INTEGER * m)) ELSE '' END AS fraction,
    format('{:.1e}', gap) AS gap, format('{:.0f}', seconds) AS seconds, format('{:.0f}', sum(seconds) OVER (ORDER BY m) / 60) AS minutes, after
FROM switching.rates JOIN (SELECT m, any_value(build) AS build, arg_min(name, gap) AS after FROM switching.openings GROUP BY m) USING (m)
    JOIN switching.meta.builds USING (build) WHERE m >= 20 QUALIFY row_number() OVER (ORDER BY m) = m - 19 ORDER BY m;

-- quarters: switching
WITH places AS (
    SELECT m, rate, abs(2 * (edge % (2 * m::INTEGER - 1)) - m + 1) AS across, abs(2 * (edge // (2 * m::INTEGER - 1)) - m + 1) AS down
    FROM switching.openings WHERE m >= 20
), counts AS (
    SELECT m, count(*) FILTER (across > down) AS moves, count(*) FILTER (across > down AND rate < 1) AS lost,
        count(*) FILTER (across < down AND rate > 0) AS won, max(abs(across - down)) FILTER ((across > down AND rate < 1)
            OR (across < down AND rate > 0)) // 2 AS farthest,
        count(*) FILTER (across = down) AS diagonal, count(*) FILTER (across = down AND rate = 1) AS "won there"
    FROM places GROUP BY m QUALIFY row_number() OVER (ORDER BY m) = m - 19
)
SELECT m AS "order", moves AS "first moves", lost AS "not won, left and right", won AS "not lost, top and bottom", farthest AS "farthest",
    max(farthest) OVER (ORDER BY m) AS "farthest yet", diagonal AS "on the diagonals", "won there"
FROM counts QUALIFY m % 4 = 0 ORDER BY m;

-- lasting: montecarlo
SELECT overshoot, count(*) AS sets, count(*) FILTER (lasts) AS lasting, count(*) FILTER (NOT lasts) AS others,
    min(share) FILTER (lasts) AS least, max(share) AS greatest
FROM montecarlo.lasting_blunders GROUP BY overshoot HAVING count(*) = 247 ORDER BY overshoot;

-- lasting-kinds: montecarlo
WITH kinds AS (
    SELECT *, CASE WHEN NOT lasts THEN 'every move wins' WHEN angle > 3.1415926 THEN 'real' ELSE 'complex' END AS kind
    FROM montecarlo.lasting_blunders WHERE overshoot = 'wins' QUALIFY count(*) OVER () = 247
)
SELECT kind, count(*) AS sets, string_agg(moves, '; ' ORDER BY length(moves), moves) AS moves FROM kinds GROUP BY kind ORDER BY kind;

-- lasting-sets: montecarlo
SELECT moves, format('{:.6f}', share) AS share, array_to_string([format('{:.6f}', part) FOR part IN played], ', ') AS played
FROM montecarlo.lasting_blunders WHERE overshoot = 'wins' AND moves IN ('1,2,3', '2,3,5', '7,8', '1,2,3,4,5,6,7,8') ORDER BY moves;

-- basins: montecarlo
SELECT split_part(game, '--moves ', 2) || ' ' || row_number() OVER (PARTITION BY game ORDER BY k) AS basin, k,
    format('{:.10f}', mean) AS mean, k_low AS "from", k_high AS "to" FROM montecarlo.basins WHERE k_max = 1000000000000000;

-- plateau-runs: dresher
SELECT first::VARCHAR AS first, first || '-' || last AS plateau FROM dresher.plateaus
WHERE last < (SELECT max(n) FROM dresher.games);

-- double-rule-fails: dresher
SELECT min(n)::VARCHAR AS first, min(n) || '-' || max(n) AS run
FROM (SELECT n, n - row_number() OVER (ORDER BY n) AS island FROM dresher.conjectures WHERE n > 4 AND NOT double_rule)
GROUP BY island HAVING max(n) < (SELECT max(n) FROM dresher.games);

-- open-wins: skat
WITH shares AS (
    SELECT declarer, game, game NOT IN ('grand', 'null') AS suit, count(*) FILTER (won) / 1000 AS percent FROM skat.wins
    WHERE seed = 1 AND number < 100000 GROUP BY ALL HAVING count(*) = 100000
)
SELECT declarer, format('{:.2f} to {:.2f} %', min(percent) FILTER (suit), max(percent) FILTER (suit)) AS suits,
    format('{:.2f} %', max(percent) FILTER (game = 'grand')) AS grand,
    format('{:.2f} %', max(percent) FILTER (game = 'null')) AS "null"
FROM shares GROUP BY declarer ORDER BY declarer;

-- open-wins-of-any: skat
SELECT 'any' AS game, format('{:.2f} %', 100 * avg(won::INTEGER)) AS share
FROM (SELECT bool_or(won) AS won FROM skat.wins WHERE seed = 1 AND number < 100000 GROUP BY number HAVING count(*) = 18)
HAVING count(*) = 100000;

-- open-points: skat
WITH means AS (
    SELECT declarer, game <> 'grand' AS suit, avg(points) AS mean FROM skat.results JOIN skat.samples USING (deal)
    WHERE seed = 1 AND number < 10000 AND points IS NOT NULL GROUP BY declarer, game HAVING count(*) = 10000
)
SELECT declarer, format('{:.1f} to {:.1f}', min(mean) FILTER (suit), max(mean) FILTER (suit)) AS suits,
    format('{:.1f}', max(mean) FILTER (NOT suit)) AS grand
FROM means GROUP BY declarer ORDER BY declarer;

-- schneider: skat
WITH shares AS (
    SELECT CASE declarer WHEN 'forehand' THEN 'lead' ELSE 'others' END AS seats, game <> 'grand' AS suit,
        100 * avg((points <= 30)::INTEGER) AS percent FROM skat.results JOIN skat.samples USING (deal)
    WHERE seed = 1 AND number < 10000 AND points IS NOT NULL GROUP BY declarer, game HAVING count(*) = 10000
)
SELECT seats, format('{:.0f} to {:.0f} %', min(percent) FILTER (suit), max(percent) FILTER (suit)) AS suits,
    CASE seats WHEN 'lead' THEN format('{:.0f} %', max(percent) FILTER (NOT suit))
        ELSE format('{:.0f} to {:.0f} %', min(percent) FILTER (NOT suit), max(percent) FILTER (NOT suit)) END AS grand
FROM shares GROUP BY seats ORDER BY seats;

-- all-points: skat
SELECT 'all' AS games, count(*) AS number, count(*) FILTER (points = 120) AS "all 120",
    (SELECT format('{:.1f} %', max(percent)) FROM (SELECT 100 * avg((points >= 90)::INTEGER) AS percent FROM skat.results
        JOIN skat.samples USING (deal) WHERE seed = 1 AND number < 10000 AND points IS NOT NULL GROUP BY declarer, game))
        AS "defenders schneider at most"
FROM skat.results JOIN skat.samples USING (deal) WHERE seed = 1 AND samples.number < 10000 AND points IS NOT NULL
HAVING count(*) = 150000;

-- hand-classes: skat
skat.hands(seed=2).classes having games = 15813 by kind, jacks, trumps, aces, excess;

-- ratings: skat
skat.hands(seed=2).ratings having games = 15813 by model, kind, least;

-- ratings-dealt: skat
skat.hands(seed=2, dealt=True).ratings having games = 36000 by model, kind, least;

-- skats-left: skat
skat.hands(seed=2, dealt=True).skats having games = 36000 by kind, trumps, aces;

-- contracts: skat
skat.contracts(deals=5020).shares;

-- contracts-bid: skat
skat.contracts(deals=5020);

-- null-hands: skat
SELECT 'hands' AS key, sum(hands)::BIGINT AS hands, sum(defender)::BIGINT AS defender, sum(declarer)::BIGINT AS declarer,
    (sum(defender) - sum(declarer))::BIGINT AS less, (SELECT count(*) FROM skat.null_deals) AS deals
FROM skat.null_hands HAVING sum(hands) = 64512240;

-- null-holdings: skat
WITH lengths AS (
    SELECT cards, count(*) FILTER (safe) AS safe, count(*) FILTER (opens) AS opens FROM skat.null_suits GROUP BY cards
)
SELECT 'holdings' AS key, string_agg(safe, ', ' ORDER BY cards) AS safe, string_agg(opens, ', ' ORDER BY cards) FILTER (opens > 0)
    AS opens, max(cards) FILTER (opens > 0) AS "longest that opens" FROM lengths HAVING sum(safe) > 0;

-- proving-heaps: minimax
SELECT replace(game::VARCHAR, 'octal ', '') AS game, checked_to AS heap, 2 * last_exception + 2 * period + length(split_part(game, '.', 2))
    AS "by the periodicity theorem" FROM minimax.sparse_periods WHERE game::VARCHAR IN ('octal 0.104', 'octal 0.16') ORDER BY game;

-- periods: minimax
SELECT replace(game::VARCHAR, 'octal ', '') AS game, period, last_exception AS "last exception",
    checked_to AS "proved by the values up to heap", len(rare_heaps)::VARCHAR AS "rare heaps",
    format('{:,}', list_max(rare_heaps)) AS "the last of them"
FROM minimax.sparse_periods UNION ALL
SELECT replace(game::VARCHAR, 'octal ', ''), period, last_exception, checked_to, '', '' FROM minimax.periods
WHERE proved AND game::VARCHAR IN ('octal 0.156', 'octal 0.644', 'octal 0.165', 'octal 0.356', 'octal 0.376')
ORDER BY "last exception";
