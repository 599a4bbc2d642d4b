-- codes, labels, first_queries, strategies, adversaries, lower_bounds, answers, intervals join games
-- queries join codes
-- answer_rows join queries
-- first_parts, curves join first_queries
-- histograms, trees join strategies
-- adversary_codes, adversary_trees join adversaries
-- adversary_nodes join adversary_trees

-- mastermind-first-guesses: What are the first guesses?
SELECT query, alike, answers, largest, squares, round(shannon, 4) AS bits FROM mastermind.first_queries
WHERE game = '4x6' ORDER BY query;

-- mastermind-order-of-entropy: Which order of entropy plays best?
SELECT query, min(alpha) AS from_alpha, max(alpha) AS to_alpha, min(total) AS best FROM mastermind.curves
WHERE game = '4x6' AND tie = 'lex' AND opening = '' GROUP BY query ORDER BY query DESC;

-- mastermind-guesses: How are the codes distributed by number of guesses?
SELECT queries, max(codes) FILTER (strategy = 'optimal') AS optimal, max(codes) FILTER (strategy = 'h1') AS h1,
    max(codes) FILTER (strategy = 'hinf') AS hinf FROM mastermind.histograms
WHERE game = '4x6' AND tie <> 'mix' GROUP BY queries ORDER BY queries;

-- mastermind-impossible: When does perfect play ask a query that cannot be the code?
SELECT depth, count(*) AS asked, count(*) FILTER (NOT possible) AS impossible FROM mastermind.trees
WHERE game = '4x6' AND strategy = 'optimal' AND codes > 1 GROUP BY depth ORDER BY depth;

-- mastermind-codes-left: Which codes are left?
SELECT text FROM mastermind.codes WHERE game = '4x6' AND mastermind.feedback(text, 'AABC') = '3,0'
    AND mastermind.feedback(text, 'DABE') = '2,0' ORDER BY text;

-- mastermind-growth: How does H_1 grow with pegs and colours?
SELECT pegs, colors, codes, total::BIGINT AS total, round(mean, 3) AS mean, round(mean / colors, 3) AS per_colour
FROM mastermind.strategies JOIN mastermind.games USING (game, codes)
WHERE strategy = 'h1' AND tie = 'lex' AND score = 'mastermind' AND NOT "distinct" ORDER BY pegs, colors;

-- mastermind-fractions: Which totals are not integers?
SELECT game, strategy, tie, total_num || '/' || total_den AS total FROM mastermind.strategies
WHERE total_den <> '1' AND length(total_den) < 9 ORDER BY game, strategy;

-- mastermind-two-pairs: What does a first guess of two pairs reveal?
SELECT mastermind.feedback(text, 'AABB') AS answer, count(*) AS codes, mastermind.fraction(count(*), 1296) AS share
FROM mastermind.codes WHERE game = '4x6' GROUP BY answer ORDER BY codes DESC, answer LIMIT 4;
