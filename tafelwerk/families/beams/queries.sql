-- pieces, patterns, answers, costs, nodes, curves, bounds, query_bounds, adversaries, whole join variants
-- node_costs join nodes
-- adversary_codes, adversary_trees join adversaries
-- adversary_nodes join adversary_trees

-- beams-strategies: What does each strategy cost on 3c6p?
SELECT strategy, tie, round(sum((queries + wrong) * codes), 2) AS total,
    round(sum((queries + wrong) * codes) / sum(codes), 4) AS mean, max(queries + wrong) AS most
FROM beams.costs WHERE variant = '3c6p' AND strategy IN ('optimal', 'h0', 'h1', 'h2', 'hinf')
GROUP BY strategy, tie ORDER BY total, tie;

-- beams-boards: What does the best stored strategy cost on each board?
SELECT variant, fields, codes, strategy, tie, round(mean, 4) AS mean, most FROM beams.variants JOIN (
    SELECT variant, strategy, tie, sum((queries + wrong) * codes) / sum(codes) AS mean, max(queries + wrong) AS most
    FROM beams.costs JOIN beams.whole USING (variant, strategy, tie, parts) GROUP BY ALL
) USING (variant) QUALIFY mean = min(mean) OVER (PARTITION BY variant) ORDER BY codes;

-- beams-wrong-guesses: How often does a guess go wrong?
SELECT strategy, tie, sum((queries + wrong) * codes)::BIGINT AS total, sum(codes) FILTER (wrong > 0)::BIGINT AS guessed_wrong,
    max(queries) AS most_queries, max(queries + wrong) AS most
FROM beams.costs WHERE variant = '6c3p' AND tie <> 'mix' AND strategy IN ('h0', 'h1', 'h2', 'hinf')
GROUP BY strategy, tie ORDER BY strategy, tie;

-- beams-first-query: Which diagonals are good for a first query?
SELECT variant, diagonal, count(*) AS answers, max(bit_count(codes::BIT)) AS largest FROM beams.answers
WHERE colour = 1 AND diagonal <= 3 GROUP BY variant, diagonal ORDER BY variant, diagonal;

-- beams-codes-left: How many codes does a history leave?
SELECT b.hits AS answer, bit_count(a.codes::BIT & b.codes::BIT) AS left_over
FROM beams.answers a JOIN beams.answers b USING (variant)
WHERE variant = '6c3p' AND (a.colour, a.diagonal, a.hits) = (1, 2, '-') AND (b.colour, b.diagonal) = (1, 4)
    AND left_over > 0 ORDER BY left_over DESC, answer;

-- beams-second-query: What does perfect play ask second?
SELECT history, colour || '@' || diagonal AS query, codes FROM beams.nodes
WHERE variant = '3c6p' AND strategy = 'optimal' AND depth = 1 ORDER BY codes DESC, history;

-- beams-unused-pieces: How many pieces occur in no pattern?
SELECT v.variant, v.placed, count(DISTINCT piece) AS in_a_pattern, v.patterns FROM beams.variants v
JOIN (SELECT variant, unnest(pieces) AS piece FROM beams.patterns) USING (variant)
GROUP BY ALL ORDER BY v.placed;

-- beams-h1-second: What does H_1 ask after the first beam?
SELECT history, beams.query_text(colour, diagonal) AS next, codes FROM beams.nodes
WHERE variant = '6c3p' AND strategy = 'h1' AND tie = 'lex-c' AND depth = 1 ORDER BY codes DESC, history LIMIT 4;
