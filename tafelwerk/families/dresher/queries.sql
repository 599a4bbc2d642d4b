-- hider, searcher, runs, conjectures join games
-- bounds join runs

-- dresher-values: What are the values?
SELECT n, value_num || '/' || value_den AS value, round(value, 6) AS guesses, trees, depth FROM dresher.games
WHERE n IN (3, 4, 11, 30, 100, 128, 200) ORDER BY n;

-- dresher-plateaus: Where are the weights 2, 1, ..., 1, 2 optimal?
SELECT first, last, round(first / 2 ** floor(log2(last)), 4) AS from_power, round(last / 2 ** floor(log2(last)), 4) AS to_power
FROM dresher.plateaus WHERE last > 4;

-- dresher-even: What does it cost the hider to pick evenly?
SELECT min(n) AS first, max(n) AS last, round(max(value - even_total / n), 6) AS most, arg_max(n, value - even_total / n) AS most_at,
    round(min(value - even_total / n), 6) AS least, arg_min(n, value - even_total / n) AS least_at FROM dresher.games
WHERE n BETWEEN 4 AND 226 GROUP BY floor(log2(n)) ORDER BY first;

-- dresher-conjectures-held: Do the conjectures hold?
SELECT count(*) AS games, count(*) FILTER (sum_rule) AS sum_rule, count(*) FILTER (double_rule) AS double_rule,
    count(*) FILTER (ends_largest) AS ends_largest, count(*) FILTER (hider_unique) AS unique_hider FROM dresher.conjectures
WHERE n <= 226;

-- dresher-double-rule: Where does a1 = 2 a2 fail?
SELECT min(n) AS first, max(n) AS last, count(*) AS games
FROM (SELECT n, n - row_number() OVER (ORDER BY n) AS run FROM dresher.conjectures WHERE NOT double_rule AND n <= 226)
GROUP BY run ORDER BY first;

-- dresher-depth: How many guesses may the searcher need?
SELECT depth, min(n) AS first, max(n) AS last FROM dresher.games WHERE n <= 226 GROUP BY depth ORDER BY depth;

-- dresher-avoided: Which numbers does the hider avoid near powers of two?
SELECT n, number AS rarest, round(probability * (n + 2), 3) AS weight FROM dresher.hider
WHERE n IN (31, 62, 63, 127, 128, 135, 145) AND 2 * number <= n + 1
QUALIFY row_number() OVER (PARTITION BY n ORDER BY probability, number) = 1 ORDER BY n;

-- dresher-double: What does it cost to double N?
SELECT g.n, t.n AS twice, round(g.value, 4) AS guesses, round(t.value - g.value, 4) AS more
FROM dresher.games g JOIN dresher.games t ON t.n = 2 * g.n + 1 WHERE g.n IN (5, 10, 15, 22, 31, 45, 63, 90, 112) ORDER BY g.n;

-- dresher-centring: What does centring save?
SELECT n // 25 * 25 AS from_n, round(sum(rounds) FILTER (method = 'plain') / sum(rounds) FILTER (method = 'centred')) AS times
FROM dresher.runs WHERE n >= 25 AND n < 65 GROUP BY from_n ORDER BY from_n;

-- dresher-searcher: Which trees does the searcher mix?
SELECT tree, dresher.fraction(weight, searcher_total) AS chance, dresher.tree_text(depths) AS guesses
FROM dresher.searcher JOIN dresher.games USING (n) WHERE n = 5 ORDER BY tree;

-- dresher-evidence: How is each value known?
SELECT n, value, certainty, evidence FROM dresher.games JOIN meta.builds USING (build);
