-- search-even-splits: Where do even splits lose most?
SELECT width, arg_max(codes, even / total) AS codes, round(max(even / total), 4) AS ratio FROM search.free_totals
WHERE codes > width AND width IN (3, 5, 10, 20, 100, 500) GROUP BY width ORDER BY width;

-- search-uneven: What are the smallest searches in which even splits are not optimal?
SELECT width, codes, total, even, search.parts_text(query) AS query FROM search.free_totals WHERE width <= 6 AND even > total
QUALIFY row_number() OVER (PARTITION BY width ORDER BY codes) = 1 ORDER BY width;

-- search-root-strategies: How good are the strategies of the root model up to 10 000 codes?
SELECT s.strategy, min(s.size) FILTER (s.total > o.total) AS size,
    count(*) FILTER (s.total > o.total) AS sizes, round(100 * max(s.total / o.total - 1), 2) AS percent
FROM search.root_totals s JOIN search.root_totals o ON o.strategy = 'optimal' AND o.size = s.size
WHERE s.size BETWEEN 2 AND 10000 AND s.strategy IN ('h1', 'h1.5', 'h2') GROUP BY s.strategy ORDER BY s.strategy;

-- search-root-entropy: Which order of entropy is best with 1000 codes?
SELECT strategy, total, round(total / size, 3) AS mean, rest || ' | ' || search.parts_text(small) AS query FROM search.root_totals
WHERE size = 1000 AND strategy IN ('optimal', 'h0.5', 'h1', 'h1.32', 'h1.36', 'h1.4', 'h1.5', 'h1.58', 'hinf') ORDER BY total, alpha;

-- search-root-limit-ratio: Does mean / sqrt(size) have a limit?
SELECT size, total, round(total / (size * sqrt(size)), 5) AS ratio, rest || ' | ' || search.parts_text(small) AS query FROM search.root_totals
WHERE strategy = 'optimal' AND size IN (100, 1000, 10000, 100000, 1000000) ORDER BY size;

-- search-root-order: Does H_3/2 approach perfect play, and does Shannon's entropy fall behind?
SELECT s.size, s.strategy, round(100 * (s.total / o.total - 1), 3) AS percent
FROM search.root_totals s JOIN search.root_totals o ON o.strategy = 'optimal' AND o.size = s.size
WHERE s.size IN (1000, 10000, 100000, 1000000) AND s.strategy IN ('h1', 'h1.5') ORDER BY s.strategy, s.size;

-- search-gamma: How much worse than the best can a single query of H_1 be, in the model with free queries?
SELECT width, round(min(total / (codes * log2(codes))), 4) AS gamma,
    round(max(total / (codes * log2(codes))), 4) AS upper, arg_max(codes, total / (codes * log2(codes))) AS upper_at
FROM search.free_totals WHERE codes BETWEEN 2 AND 1000 AND width IN (2, 3, 5, 10) GROUP BY width ORDER BY width;

-- search-gamma-root: How much worse than the best can a single query of H_1 be, in the root model?
SELECT decade, round(min(ratio), 4) AS gamma, round(max(ratio), 4) AS upper FROM (
    SELECT 10 ** floor(log10(size)) AS decade, total / (size * sqrt(size)) AS ratio FROM search.root_totals
    WHERE strategy = 'optimal' AND size BETWEEN 2 AND 9999) GROUP BY decade ORDER BY decade;

-- search-root-first: What does the root model ask first?
SELECT size, search.fraction(total, size) AS mean, search.parts_text(small) AS small_parts FROM search.root_totals
WHERE strategy = 'optimal' AND size IN (10, 50, 100) ORDER BY size;
