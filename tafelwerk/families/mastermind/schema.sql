CREATE TYPE search_goal AS ENUM ('name', 'identify');
CREATE TYPE score_rule AS ENUM ('mastermind', 'wordle', 'jotto', 'matrix', 'hangman');
CREATE TYPE tie_rule AS ENUM ('none', 'lex', 'mix');

CREATE TABLE games ( -- Deduction games: one of equally likely codes is found by queries. Exact. Key: game.
    game       VARCHAR     NOT NULL, -- Name: pegs x colours such as 4x6, "4x6 distinct" if no colour may repeat, or the name given to a word list or a table of answers.
    score      score_rule  NOT NULL, -- Rule of the answers: mastermind, wordle, jotto, hangman, or matrix (a table of answers). In hangman the queries are letters, and costs are counted in misses instead of queries.
    pegs       UTINYINT,             -- Pegs per code; NULL if codes are words.
    colors     USMALLINT,            -- Number of colours; NULL if codes are words.
    "distinct" BOOLEAN,              -- Whether no colour may repeat, in secrets and guesses; NULL if codes are words.
    codes      UINTEGER    NOT NULL, -- Number of codes.
    queries    UINTEGER    NOT NULL, -- Number of queries.
    answers    USMALLINT   NOT NULL, -- Number of different answers that occur.
    goal       search_goal NOT NULL  -- name: the game ends with the query that names the code, and this query counts. identify: the game ends when one code is left.
);

CREATE TABLE codes ( -- The codes of each game. Exact. Key: game, code.
    game VARCHAR  NOT NULL, -- Name of the game.
    code UINTEGER NOT NULL, -- Index of the code, from 0.
    text VARCHAR  NOT NULL  -- The code as text.
);

CREATE TABLE queries ( -- The queries of each game, in the order of the tie rule LEX. Exact. Key: game, query.
    game  VARCHAR  NOT NULL, -- Name of the game.
    query UINTEGER NOT NULL, -- Index of the query, from 0.
    text  VARCHAR  NOT NULL, -- The query as text.
    code  UINTEGER           -- Index of the code that the query names; NULL if it names none.
);

CREATE TABLE labels ( -- The answers of each game. Exact. Key: game, answer.
    game   VARCHAR   NOT NULL, -- Name of the game.
    answer USMALLINT NOT NULL, -- Index of the answer, from 0.
    text   VARCHAR   NOT NULL, -- The answer as text, such as 1,2: one right place, two right colours elsewhere.
    solved BOOLEAN   NOT NULL  -- Whether the answer ends the game.
);

CREATE TABLE answer_rows ( -- The matrix of answers, one row per query; the view answers has it as text. Exact. Key: game, query.
    game    VARCHAR     NOT NULL, -- Name of the game.
    query   UINTEGER    NOT NULL, -- Index of the query.
    answers USMALLINT[] NOT NULL  -- Index of the answer for each code, in the order of the codes.
);

CREATE VIEW answers AS
    SELECT r.game, q.text AS query, c.text AS code, l.text AS answer
    FROM (
        SELECT game, query, unnest(answers) AS answer, generate_subscripts(answers, 1) - 1 AS code FROM answer_rows
    ) r
    JOIN queries q ON q.game = r.game AND q.query = r.query
    JOIN codes c ON c.game = r.game AND c.code = r.code
    JOIN labels l ON l.game = r.game AND l.answer = r.answer;
COMMENT ON VIEW   answers        IS 'The answer to every query for every code, as text. Exact.';
COMMENT ON COLUMN answers.game   IS 'Name of the game.';
COMMENT ON COLUMN answers.query  IS 'The query as text.';
COMMENT ON COLUMN answers.code   IS 'The code as text.';
COMMENT ON COLUMN answers.answer IS 'The answer to the query for this code, as text.';

CREATE TABLE first_queries ( -- Classes of first queries that symmetries of the game map to each other or, if no symmetry is known, that have equal distributions of answers. Key: game, query.
    game    VARCHAR   NOT NULL, -- Name of the game.
    query   VARCHAR   NOT NULL, -- The first query of the class, in the order of the queries.
    alike   UINTEGER  NOT NULL, -- Number of queries in the class. Exact.
    answers USMALLINT NOT NULL, -- Number of possible answers: 2 to the power of the entropy H_0. Exact.
    largest UINTEGER  NOT NULL, -- Greatest number of codes left by an answer; determines the entropy H_inf. Exact.
    squares UBIGINT   NOT NULL, -- Sum of the squares of the numbers of codes left by the answers; determines the entropy H_2. Exact.
    shannon DOUBLE    NOT NULL  -- Shannon entropy H_1 of the answer, in bits, rounded to a double.
);

CREATE TABLE first_parts ( -- Codes left by each answer to the first query of each class in first_queries. Exact. Key: game, query, answer.
    game   VARCHAR  NOT NULL, -- Name of the game.
    query  VARCHAR  NOT NULL, -- The query, as in first_queries.
    answer VARCHAR  NOT NULL, -- The answer as text.
    codes  UINTEGER NOT NULL  -- Number of codes left by the answer; at least 1.
);

CREATE TABLE strategies ( -- Cost of each strategy over all codes of a game. Exact. Key: game, strategy, tie.
    game      VARCHAR   NOT NULL, -- Name of the game.
    strategy  VARCHAR   NOT NULL, -- optimal: least total. "optimal max-depth D": least total if no code may need more than D queries. "optimal least-depth": least maximum number of queries at the least total. "optimal within D": least total among those that find as many codes as possible with at most D queries. "optimal shallowest": least total among those with the least maximum number of queries. hA, such as h1, h0.5, hinf: greatest Renyi entropy of order A. letter: in hangman, the most frequent letter. "optimal hard", "h1 hard": the same among the queries allowed by the hard mode of Wordle.
    tie       tie_rule  NOT NULL, -- Rule for queries of equal greatest entropy, after those that may be the code: lex asks the first; mix asks each with equal probability. none for optimal and letter.
    codes     UINTEGER  NOT NULL, -- Number of codes.
    total     DOUBLE    NOT NULL, -- Queries (in hangman misses) summed over all codes, rounded to a double; exactly total_num / total_den.
    total_num VARCHAR   NOT NULL, -- Numerator of the total, reduced, decimal digits. Exact.
    total_den VARCHAR   NOT NULL, -- Denominator of the total, reduced, decimal digits. Exact.
    mean      DOUBLE    NOT NULL, -- Expected number of queries, total / codes, rounded to a double.
    most      USMALLINT NOT NULL  -- Greatest number of queries (in hangman misses) for any code. Exact.
);

CREATE TABLE histograms ( -- Number of codes that each strategy finds with each number of queries. Exact. Key: game, strategy, tie, queries.
    game      VARCHAR   NOT NULL, -- Name of the game.
    strategy  VARCHAR   NOT NULL, -- The strategy, as in strategies.
    tie       tie_rule  NOT NULL, -- The tie rule, as in strategies.
    queries   USMALLINT NOT NULL, -- Number of queries (in hangman misses).
    codes     DOUBLE    NOT NULL, -- Codes found with this number of queries, under mix the expected number, rounded to a double; exactly codes_num / codes_den.
    codes_num VARCHAR   NOT NULL, -- Numerator, reduced, decimal digits. Exact.
    codes_den VARCHAR   NOT NULL  -- Denominator, reduced, decimal digits. Exact.
);

CREATE TABLE trees ( -- Strategies as trees, one node per set of codes at which a query is asked, in depth-first order; no trees for MIX. Exact. Key: game, strategy, tie, node.
    game     VARCHAR   NOT NULL, -- Name of the game.
    strategy VARCHAR   NOT NULL, -- The strategy, as in strategies.
    tie      tie_rule  NOT NULL, -- The tie rule, as in strategies.
    node     UINTEGER  NOT NULL, -- Number of the node; the root is 0.
    parent   UINTEGER,           -- Number of the parent node; NULL at the root.
    answer   VARCHAR,            -- The answer to the query of the parent that leads to this node; NULL at the root.
    depth    USMALLINT NOT NULL, -- Number of the query within the game, from 1.
    query    VARCHAR   NOT NULL, -- The query asked at this node.
    possible BOOLEAN   NOT NULL, -- Whether the query may be the code.
    codes    UINTEGER  NOT NULL, -- Number of codes left.
    total    UBIGINT   NOT NULL  -- Queries (in hangman misses) from this one on, summed over the codes left; total / codes is the expected number.
);

CREATE TABLE curves ( -- Strategies of greatest Renyi entropy, by the order alpha. Exact. Key: game, tie, opening, alpha, alpha_num, alpha_den.
    game      VARCHAR   NOT NULL, -- Name of the game.
    tie       tie_rule  NOT NULL, -- The tie rule, as in strategies.
    opening   VARCHAR   NOT NULL, -- First query, if it is the same for every alpha; otherwise empty.
    alpha     DOUBLE    NOT NULL, -- The order alpha, rounded to a double.
    alpha_num UBIGINT   NOT NULL, -- Numerator of alpha, reduced. Exact.
    alpha_den UBIGINT   NOT NULL, -- Denominator of alpha, reduced. Exact.
    query     VARCHAR   NOT NULL, -- The first query; under mix, the first of the tied queries.
    total     DOUBLE    NOT NULL, -- Queries summed over all codes, rounded to a double; exactly total_num / total_den.
    total_num VARCHAR   NOT NULL, -- Numerator of the total, reduced, decimal digits. Exact.
    total_den VARCHAR   NOT NULL, -- Denominator of the total, reduced, decimal digits. Exact.
    mean      DOUBLE    NOT NULL, -- Expected number of queries, total / codes, rounded to a double.
    most      USMALLINT NOT NULL  -- Greatest number of queries for any code. Exact.
);

CREATE TABLE adversaries ( -- Zero-sum games in which the codemaker chooses a code and the breaker a strategy; the payoff is the number of queries. Exact. Key: game.
    game      VARCHAR  NOT NULL, -- Name of the game.
    codes     UINTEGER NOT NULL, -- Number of codes.
    value     DOUBLE   NOT NULL, -- Expected number of queries under best play of both sides, rounded to a double; exactly value_num / value_den.
    value_num VARCHAR  NOT NULL, -- Numerator of the value, reduced, decimal digits. Exact.
    value_den VARCHAR  NOT NULL, -- Denominator of the value, reduced, decimal digits. Exact.
    trees     UINTEGER NOT NULL  -- Number of strategies that the breaker mixes.
);

CREATE TABLE adversary_codes ( -- An optimal choice of the codemaker: the chance of each code, by classes of codes that symmetries of the game map to each other. Exact. Key: game, class.
    game       VARCHAR  NOT NULL, -- Name of the game.
    class      UINTEGER NOT NULL, -- Index of the class, in the order of the first codes, from 0.
    code       VARCHAR  NOT NULL, -- First code of the class.
    codes      UINTEGER NOT NULL, -- Number of codes of the class; 1 if no symmetry is known.
    chance     DOUBLE   NOT NULL, -- Chance of each code of the class, rounded to a double; exactly chance_num / chance_den. Times codes, the chances sum to 1.
    chance_num VARCHAR  NOT NULL, -- Numerator of the chance, reduced, decimal digits. Exact.
    chance_den VARCHAR  NOT NULL  -- Denominator of the chance, reduced, decimal digits. Exact.
);

CREATE TABLE adversary_trees ( -- An optimal mixture of the breaker: strategies and their chances. A random symmetry of the game is applied to the strategy drawn. Exact. Key: game, tree.
    game       VARCHAR   NOT NULL, -- Name of the game.
    tree       UINTEGER  NOT NULL, -- Index of the strategy, the most probable first, from 0.
    chance     DOUBLE    NOT NULL, -- Chance of the strategy, rounded to a double; exactly chance_num / chance_den.
    chance_num VARCHAR   NOT NULL, -- Numerator of the chance, reduced, decimal digits. Exact.
    chance_den VARCHAR   NOT NULL, -- Denominator of the chance, reduced, decimal digits. Exact.
    totals     UBIGINT[] NOT NULL  -- Queries summed over the codes of each class, in the order of the classes.
);

CREATE TABLE adversary_nodes ( -- The strategies of adversary_trees, one node per set of codes at which a query is asked, in depth-first order. Exact. Key: game, tree, node.
    game   VARCHAR  NOT NULL, -- Name of the game.
    tree   UINTEGER NOT NULL, -- Index of the strategy.
    node   UINTEGER NOT NULL, -- Number of the node; the root is 0.
    parent UINTEGER,          -- Number of the parent node; NULL at the root.
    answer VARCHAR,           -- The answer to the query of the parent that leads to this node; NULL at the root.
    query  VARCHAR  NOT NULL  -- The query asked at this node.
);

CREATE TABLE lower_bounds ( -- Proved lower bounds of least totals: of the codes that an answer to a first query leaves. Exact. Key: game, tries, query, answer.
    game   VARCHAR  NOT NULL, -- Name of the game.
    tries  UBIGINT  NOT NULL, -- Number of queries after which the search for the bound ends, approximately.
    query  VARCHAR  NOT NULL, -- The first query, the first of its class of queries that symmetries map to each other.
    answer VARCHAR  NOT NULL, -- The answer as text; without the one that ends the game.
    codes  UINTEGER NOT NULL, -- Number of codes that the answer leaves.
    lower  UBIGINT  NOT NULL, -- Lower bound of the queries that any strategy needs from there on, summed over the codes left.
    exact  BOOLEAN  NOT NULL  -- Whether the search proved that the bound is attained; false says nothing.
);

CREATE VIEW intervals AS
    WITH parts AS (
        SELECT game, query, answer, any_value(codes) AS codes, max(lower) AS lower
        FROM lower_bounds GROUP BY game, query, answer
    ), openings AS (
        SELECT game, query, sum(codes) + 1 AS codes, sum(codes + lower) + 1 AS lower FROM parts GROUP BY game, query
    ), bounds AS (
        SELECT game, any_value(codes)::UINTEGER AS codes, min(lower)::UBIGINT AS lower FROM openings GROUP BY game
    ), best AS (
        SELECT game, min(total) AS upper, arg_min(strategy, total) AS strategy FROM strategies GROUP BY game
    )
    SELECT b.game, b.codes, b.lower, s.upper, b.lower / b.codes AS mean_lower, s.upper / b.codes AS mean_upper, s.strategy
    FROM bounds b LEFT JOIN best s ON s.game = b.game;
COMMENT ON VIEW   intervals            IS 'Proved intervals of least totals: the best lower bounds of all first queries, and the best stored strategy. Exact.';
COMMENT ON COLUMN intervals.game       IS 'Name of the game.';
COMMENT ON COLUMN intervals.codes      IS 'Number of codes.';
COMMENT ON COLUMN intervals.lower      IS 'No strategy has a smaller total: the least sum of bounds of any first query.';
COMMENT ON COLUMN intervals.upper      IS 'Total of the best stored strategy; NULL if none is stored.';
COMMENT ON COLUMN intervals.mean_lower IS 'The lower bound divided by the number of codes.';
COMMENT ON COLUMN intervals.mean_upper IS 'The upper bound divided by the number of codes.';
COMMENT ON COLUMN intervals.strategy   IS 'The best stored strategy, as in strategies.';

-- right places, and right colours elsewhere; NULL if a word is NULL or empty or the words differ in length
CREATE MACRO feedback(code, guess) AS list_transform(
    [{
        'code': string_split(code, CASE WHEN contains(code, '.') THEN '.' ELSE '' END),
        'guess': string_split(guess, CASE WHEN contains(guess, '.') THEN '.' ELSE '' END)
    }],
    lambda w: CASE WHEN code <> '' AND len(w.code) = len(w.guess) THEN
        len(list_filter(range(1, len(w.guess) + 1), lambda i: w.code[i] = w.guess[i])) || ',' || (
            list_sum(list_transform(list_distinct(w.guess), lambda s: least(
                len(list_filter(w.code, lambda t: t = s)), len(list_filter(w.guess, lambda t: t = s)))))
            - len(list_filter(range(1, len(w.guess) + 1), lambda i: w.code[i] = w.guess[i])))::BIGINT
    END
)[1];
COMMENT ON MACRO feedback IS 'The answer to a guess in Mastermind, as the program prints it: right places, and right colours elsewhere. Symmetric in guess and code; NULL if one of them is NULL or empty, or if their lengths differ. Example: feedback(''ABDE'', ''AABC'') is 1,1.';

CREATE MACRO colours(code) AS list_sort(list_distinct(string_split(code, CASE WHEN contains(code, '.') THEN '.' ELSE '' END)));
COMMENT ON MACRO colours IS 'The different colours of a code, or letters of a word, in ascending order. Example: colours(''CABA'') is [A, B, C].';
