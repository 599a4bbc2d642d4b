-- edges, positions, pairings, rates join boards
-- openings, lines join edges
-- agents join positions

-- switching-heuristic: How often does the heuristic, moving first, beat itself?
SELECT m, round(100 * cut, 2) AS percent, losing, mixed, longest AS plies, round(-log10(gap), 1) AS digits
FROM switching.rates WHERE m IN (8, 9, 10, 12, 14, 16, 17, 18, 19, 20);

-- switching-losing: After which openings does it lose?
SELECT m, string_agg(name, ' ' ORDER BY edge) AS lost FROM switching.openings WHERE rate = 0 AND m <= 11 GROUP BY m ORDER BY m;

-- switching-errs: Where does the heuristic err at order 3?
SELECT to_move, count(*) AS open, count(*) FILTER (winner = to_move) AS won,
    count(*) FILTER (winner = to_move AND heuristic & moves <> heuristic) AS may_err,
    count(*) FILTER (winner = to_move AND heuristic & moves = 0) AS must_err
FROM switching.positions WHERE m = 3 AND NOT decided GROUP BY to_move ORDER BY to_move;

-- switching-playouts: How many playouts do best against it?
SELECT short, round(100 * chance, 4) AS percent FROM switching.pairings
WHERE m = 3 AND cut = 'heuristic' AND short LIKE 'mc:%' ORDER BY chance DESC LIMIT 5;

-- switching-perfect: What does perfect play gain as second player?
SELECT cut, round(100 * chance, 3) AS percent FROM switching.pairings WHERE m = 3 AND short = 'perfect' ORDER BY chance;

-- switching-temperature: Which temperature helps Short most?
SELECT m, short, round(100 * chance, 2) AS percent, certainty FROM switching.pairings
WHERE m > 2 AND cut = 'temperature:0.01' AND short LIKE 'temp%'
QUALIFY row_number() OVER (PARTITION BY m ORDER BY chance DESC) = 1 ORDER BY m;

-- switching-sweeps: How many sweeps help Short most against the heuristic?
SELECT m, short, round(100 * chance, 2) AS percent FROM switching.pairings
WHERE m > 3 AND cut = 'heuristic' AND regexp_full_match(short, 'gauss-seidel:[0-9]+:[0-9.]+')
QUALIFY row_number() OVER (PARTITION BY m ORDER BY chance DESC) = 1 ORDER BY m;

-- switching-thrown-away: Where does the heuristic throw a won game away?
SELECT switching.edge_names(m, moves) AS wins, switching.edge_names(m, heuristic) AS heuristic FROM switching.positions
WHERE m = 3 AND switching.edge_names(m, deleted) = 'C3 A5' AND switching.edge_names(m, marked) = 'A1 C5';
