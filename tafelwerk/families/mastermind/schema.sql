CREATE TYPE search_goal AS ENUM ('name', 'identify');
CREATE TYPE score_rule AS ENUM ('mastermind', 'wordle', 'jotto', 'matrix', 'hangman');
CREATE TYPE tie_rule AS ENUM ('none', 'lex', 'mix');

CREATE TABLE games (
    game       VARCHAR     NOT NULL,
    score      score_rule  NOT NULL,
    pegs       UTINYINT,
    colors     USMALLINT,
    "distinct" BOOLEAN,
    codes      UINTEGER    NOT NULL,
    queries    UINTEGER    NOT NULL,
    answers    USMALLINT   NOT NULL,
    goal       search_goal NOT NULL
);
COMMENT ON TABLE  games            IS 'Deduction games: one of equally likely codes is found by queries. Exact. Key: game.';
COMMENT ON COLUMN games.game       IS 'Name: pegs x colours such as 4x6, "4x6 distinct" if no colour may repeat, or the name given to a word list or a table of answers.';
COMMENT ON COLUMN games.score      IS 'Rule of the answers: mastermind, wordle, jotto, hangman, or matrix (a table of answers). In hangman the queries are letters, and costs are counted in misses instead of queries.';
COMMENT ON COLUMN games.pegs       IS 'Pegs per code; NULL if codes are words.';
COMMENT ON COLUMN games.colors     IS 'Number of colours; NULL if codes are words.';
COMMENT ON COLUMN games."distinct" IS 'Whether no colour may repeat, in secrets and guesses; NULL if codes are words.';
COMMENT ON COLUMN games.codes      IS 'Number of codes.';
COMMENT ON COLUMN games.queries    IS 'Number of queries.';
COMMENT ON COLUMN games.answers    IS 'Number of different answers that occur.';
COMMENT ON COLUMN games.goal       IS 'name: the game ends with the query that names the code, and this query counts. identify: the game ends when one code is left.';

CREATE TABLE codes (
    game VARCHAR  NOT NULL,
    code UINTEGER NOT NULL,
    text VARCHAR  NOT NULL
);
COMMENT ON TABLE  codes      IS 'The codes of each game. Exact. Key: game, code.';
COMMENT ON COLUMN codes.game IS 'Name of the game.';
COMMENT ON COLUMN codes.code IS 'Index of the code, from 0.';
COMMENT ON COLUMN codes.text IS 'The code as text.';

CREATE TABLE queries (
    game  VARCHAR  NOT NULL,
    query UINTEGER NOT NULL,
    text  VARCHAR  NOT NULL,
    code  UINTEGER
);
COMMENT ON TABLE  queries       IS 'The queries of each game, in the order of the tie rule LEX. Exact. Key: game, query.';
COMMENT ON COLUMN queries.game  IS 'Name of the game.';
COMMENT ON COLUMN queries.query IS 'Index of the query, from 0.';
COMMENT ON COLUMN queries.text  IS 'The query as text.';
COMMENT ON COLUMN queries.code  IS 'Index of the code that the query names; NULL if it names none.';

CREATE TABLE labels (
    game   VARCHAR   NOT NULL,
    answer USMALLINT NOT NULL,
    text   VARCHAR   NOT NULL,
    solved BOOLEAN   NOT NULL
);
COMMENT ON TABLE  labels        IS 'The answers of each game. Exact. Key: game, answer.';
COMMENT ON COLUMN labels.game   IS 'Name of the game.';
COMMENT ON COLUMN labels.answer IS 'Index of the answer, from 0.';
COMMENT ON COLUMN labels.text   IS 'The answer as text, such as 1,2: one right place, two right colours elsewhere.';
COMMENT ON COLUMN labels.solved IS 'Whether the answer ends the game.';

CREATE TABLE answer_rows (
    game    VARCHAR     NOT NULL,
    query   UINTEGER    NOT NULL,
    answers USMALLINT[] NOT NULL
);
COMMENT ON TABLE  answer_rows         IS 'The matrix of answers, one row per query; the view answers has it as text. Exact. Key: game, query.';
COMMENT ON COLUMN answer_rows.game    IS 'Name of the game.';
COMMENT ON COLUMN answer_rows.query   IS 'Index of the query.';
COMMENT ON COLUMN answer_rows.answers IS 'Index of the answer for each code, in the order of the codes.';

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

CREATE TABLE first_queries (
    game    VARCHAR   NOT NULL,
    query   VARCHAR   NOT NULL,
    alike   UINTEGER  NOT NULL,
    answers USMALLINT NOT NULL,
    largest UINTEGER  NOT NULL,
    squares UBIGINT   NOT NULL,
    shannon DOUBLE    NOT NULL
);
COMMENT ON TABLE  first_queries         IS 'Classes of first queries that symmetries of the game map to each other or, if no symmetry is known, that have equal distributions of answers. Key: game, query.';
COMMENT ON COLUMN first_queries.game    IS 'Name of the game.';
COMMENT ON COLUMN first_queries.query   IS 'The first query of the class, in the order of the queries.';
COMMENT ON COLUMN first_queries.alike   IS 'Number of queries in the class. Exact.';
COMMENT ON COLUMN first_queries.answers IS 'Number of possible answers: 2 to the power of the entropy H_0. Exact.';
COMMENT ON COLUMN first_queries.largest IS 'Greatest number of codes left by an answer; determines the entropy H_inf. Exact.';
COMMENT ON COLUMN first_queries.squares IS 'Sum of the squares of the numbers of codes left by the answers; determines the entropy H_2. Exact.';
COMMENT ON COLUMN first_queries.shannon IS 'Shannon entropy H_1 of the answer, in bits, rounded to a double.';

CREATE TABLE first_parts (
    game   VARCHAR  NOT NULL,
    query  VARCHAR  NOT NULL,
    answer VARCHAR  NOT NULL,
    codes  UINTEGER NOT NULL
);
COMMENT ON TABLE  first_parts        IS 'Codes left by each answer to the first query of each class in first_queries. Exact. Key: game, query, answer.';
COMMENT ON COLUMN first_parts.game   IS 'Name of the game.';
COMMENT ON COLUMN first_parts.query  IS 'The query, as in first_queries.';
COMMENT ON COLUMN first_parts.answer IS 'The answer as text.';
COMMENT ON COLUMN first_parts.codes  IS 'Number of codes left by the answer; at least 1.';

CREATE TABLE strategies (
    game      VARCHAR   NOT NULL,
    strategy  VARCHAR   NOT NULL,
    tie       tie_rule  NOT NULL,
    codes     UINTEGER  NOT NULL,
    total     DOUBLE    NOT NULL,
    total_num VARCHAR   NOT NULL,
    total_den VARCHAR   NOT NULL,
    mean      DOUBLE    NOT NULL,
    most      USMALLINT NOT NULL
);
COMMENT ON TABLE  strategies           IS 'Cost of each strategy over all codes of a game. Exact. Key: game, strategy, tie.';
COMMENT ON COLUMN strategies.game      IS 'Name of the game.';
COMMENT ON COLUMN strategies.strategy  IS 'optimal: least total. "optimal max-depth D": least total if no code may need more than D queries. "optimal least-depth": least maximum number of queries at the least total. "optimal within D": least total among those that find as many codes as possible with at most D queries. "optimal shallowest": least total among those with the least maximum number of queries. hA, such as h1, h0.5, hinf: greatest Renyi entropy of order A. letter: in hangman, the most frequent letter. "optimal hard", "h1 hard": the same among the queries allowed by the hard mode of Wordle.';
COMMENT ON COLUMN strategies.tie       IS 'Rule for queries of equal greatest entropy, after those that may be the code: lex asks the first; mix asks each with equal probability. none for optimal and letter.';
COMMENT ON COLUMN strategies.codes     IS 'Number of codes.';
COMMENT ON COLUMN strategies.total     IS 'Queries (in hangman misses) summed over all codes, rounded to a double; exactly total_num / total_den.';
COMMENT ON COLUMN strategies.total_num IS 'Numerator of the total, reduced, decimal digits. Exact.';
COMMENT ON COLUMN strategies.total_den IS 'Denominator of the total, reduced, decimal digits. Exact.';
COMMENT ON COLUMN strategies.mean      IS 'Expected number of queries, total / codes, rounded to a double.';
COMMENT ON COLUMN strategies.most      IS 'Greatest number of queries (in hangman misses) for any code. Exact.';

CREATE TABLE histograms (
    game      VARCHAR   NOT NULL,
    strategy  VARCHAR   NOT NULL,
    tie       tie_rule  NOT NULL,
    queries   USMALLINT NOT NULL,
    codes     DOUBLE    NOT NULL,
    codes_num VARCHAR   NOT NULL,
    codes_den VARCHAR   NOT NULL
);
COMMENT ON TABLE  histograms           IS 'Number of codes that each strategy finds with each number of queries. Exact. Key: game, strategy, tie, queries.';
COMMENT ON COLUMN histograms.game      IS 'Name of the game.';
COMMENT ON COLUMN histograms.strategy  IS 'The strategy, as in strategies.';
COMMENT ON COLUMN histograms.tie       IS 'The tie rule, as in strategies.';
COMMENT ON COLUMN histograms.queries   IS 'Number of queries (in hangman misses).';
COMMENT ON COLUMN histograms.codes     IS 'Codes found with this number of queries, under mix the expected number, rounded to a double; exactly codes_num / codes_den.';
COMMENT ON COLUMN histograms.codes_num IS 'Numerator, reduced, decimal digits. Exact.';
COMMENT ON COLUMN histograms.codes_den IS 'Denominator, reduced, decimal digits. Exact.';

CREATE TABLE trees (
    game     VARCHAR   NOT NULL,
    strategy VARCHAR   NOT NULL,
    tie      tie_rule  NOT NULL,
    node     UINTEGER  NOT NULL,
    parent   UINTEGER,
    answer   VARCHAR,
    depth    USMALLINT NOT NULL,
    query    VARCHAR   NOT NULL,
    possible BOOLEAN   NOT NULL,
    codes    UINTEGER  NOT NULL,
    total    UBIGINT   NOT NULL
);
COMMENT ON TABLE  trees          IS 'Strategies as trees, one node per set of codes at which a query is asked, in depth-first order; no trees for MIX. Exact. Key: game, strategy, tie, node.';
COMMENT ON COLUMN trees.game     IS 'Name of the game.';
COMMENT ON COLUMN trees.strategy IS 'The strategy, as in strategies.';
COMMENT ON COLUMN trees.tie      IS 'The tie rule, as in strategies.';
COMMENT ON COLUMN trees.node     IS 'Number of the node; the root is 0.';
COMMENT ON COLUMN trees.parent   IS 'Number of the parent node; NULL at the root.';
COMMENT ON COLUMN trees.answer   IS 'The answer to the query of the parent that leads to this node; NULL at the root.';
COMMENT ON COLUMN trees.depth    IS 'Number of the query within the game, from 1.';
COMMENT ON COLUMN trees.query    IS 'The query asked at this node.';
COMMENT ON COLUMN trees.possible IS 'Whether the query may be the code.';
COMMENT ON COLUMN trees.codes    IS 'Number of codes left.';
COMMENT ON COLUMN trees.total    IS 'Queries (in hangman misses) from this one on, summed over the codes left; total / codes is the expected number.';

CREATE TABLE curves (
    game      VARCHAR   NOT NULL,
    tie       tie_rule  NOT NULL,
    opening   VARCHAR   NOT NULL,
    alpha     DOUBLE    NOT NULL,
    alpha_num UBIGINT   NOT NULL,
    alpha_den UBIGINT   NOT NULL,
    query     VARCHAR   NOT NULL,
    total     DOUBLE    NOT NULL,
    total_num VARCHAR   NOT NULL,
    total_den VARCHAR   NOT NULL,
    mean      DOUBLE    NOT NULL,
    most      USMALLINT NOT NULL
);
COMMENT ON TABLE  curves           IS 'Strategies of greatest Renyi entropy, by the order alpha. Exact. Key: game, tie, opening, alpha, alpha_num, alpha_den.';
COMMENT ON COLUMN curves.game      IS 'Name of the game.';
COMMENT ON COLUMN curves.tie       IS 'The tie rule, as in strategies.';
COMMENT ON COLUMN curves.opening   IS 'First query, if it is the same for every alpha; otherwise empty.';
COMMENT ON COLUMN curves.alpha     IS 'The order alpha, rounded to a double.';
COMMENT ON COLUMN curves.alpha_num IS 'Numerator of alpha, reduced. Exact.';
COMMENT ON COLUMN curves.alpha_den IS 'Denominator of alpha, reduced. Exact.';
COMMENT ON COLUMN curves.query     IS 'The first query; under mix, the first of the tied queries.';
COMMENT ON COLUMN curves.total     IS 'Queries summed over all codes, rounded to a double; exactly total_num / total_den.';
COMMENT ON COLUMN curves.total_num IS 'Numerator of the total, reduced, decimal digits. Exact.';
COMMENT ON COLUMN curves.total_den IS 'Denominator of the total, reduced, decimal digits. Exact.';
COMMENT ON COLUMN curves.mean      IS 'Expected number of queries, total / codes, rounded to a double.';
COMMENT ON COLUMN curves.most      IS 'Greatest number of queries for any code. Exact.';

CREATE TABLE adversaries (
    game      VARCHAR  NOT NULL,
    codes     UINTEGER NOT NULL,
    value     DOUBLE   NOT NULL,
    value_num VARCHAR  NOT NULL,
    value_den VARCHAR  NOT NULL,
    trees     UINTEGER NOT NULL
);
COMMENT ON TABLE  adversaries           IS 'Zero-sum games in which the codemaker chooses a code and the breaker a strategy; the payoff is the number of queries. Exact. Key: game.';
COMMENT ON COLUMN adversaries.game      IS 'Name of the game.';
COMMENT ON COLUMN adversaries.codes     IS 'Number of codes.';
COMMENT ON COLUMN adversaries.value     IS 'Expected number of queries under best play of both sides, rounded to a double; exactly value_num / value_den.';
COMMENT ON COLUMN adversaries.value_num IS 'Numerator of the value, reduced, decimal digits. Exact.';
COMMENT ON COLUMN adversaries.value_den IS 'Denominator of the value, reduced, decimal digits. Exact.';
COMMENT ON COLUMN adversaries.trees     IS 'Number of strategies that the breaker mixes.';

CREATE TABLE adversary_codes (
    game       VARCHAR  NOT NULL,
    class      UINTEGER NOT NULL,
    code       VARCHAR  NOT NULL,
    codes      UINTEGER NOT NULL,
    chance     DOUBLE   NOT NULL,
    chance_num VARCHAR  NOT NULL,
    chance_den VARCHAR  NOT NULL
);
COMMENT ON TABLE  adversary_codes            IS 'An optimal choice of the codemaker: the chance of each code, by classes of codes that symmetries of the game map to each other. Exact. Key: game, class.';
COMMENT ON COLUMN adversary_codes.game       IS 'Name of the game.';
COMMENT ON COLUMN adversary_codes.class      IS 'Index of the class, in the order of the first codes, from 0.';
COMMENT ON COLUMN adversary_codes.code       IS 'First code of the class.';
COMMENT ON COLUMN adversary_codes.codes      IS 'Number of codes of the class; 1 if no symmetry is known.';
COMMENT ON COLUMN adversary_codes.chance     IS 'Chance of each code of the class, rounded to a double; exactly chance_num / chance_den. Times codes, the chances sum to 1.';
COMMENT ON COLUMN adversary_codes.chance_num IS 'Numerator of the chance, reduced, decimal digits. Exact.';
COMMENT ON COLUMN adversary_codes.chance_den IS 'Denominator of the chance, reduced, decimal digits. Exact.';

CREATE TABLE adversary_trees (
    game       VARCHAR   NOT NULL,
    tree       UINTEGER  NOT NULL,
    chance     DOUBLE    NOT NULL,
    chance_num VARCHAR   NOT NULL,
    chance_den VARCHAR   NOT NULL,
    totals     UBIGINT[] NOT NULL
);
COMMENT ON TABLE  adversary_trees            IS 'An optimal mixture of the breaker: strategies and their chances. A random symmetry of the game is applied to the strategy drawn. Exact. Key: game, tree.';
COMMENT ON COLUMN adversary_trees.game       IS 'Name of the game.';
COMMENT ON COLUMN adversary_trees.tree       IS 'Index of the strategy, the most probable first, from 0.';
COMMENT ON COLUMN adversary_trees.chance     IS 'Chance of the strategy, rounded to a double; exactly chance_num / chance_den.';
COMMENT ON COLUMN adversary_trees.chance_num IS 'Numerator of the chance, reduced, decimal digits. Exact.';
COMMENT ON COLUMN adversary_trees.chance_den IS 'Denominator of the chance, reduced, decimal digits. Exact.';
COMMENT ON COLUMN adversary_trees.totals     IS 'Queries summed over the codes of each class, in the order of the classes.';

CREATE TABLE adversary_nodes (
    game   VARCHAR  NOT NULL,
    tree   UINTEGER NOT NULL,
    node   UINTEGER NOT NULL,
    parent UINTEGER,
    answer VARCHAR,
    query  VARCHAR  NOT NULL
);
COMMENT ON TABLE  adversary_nodes        IS 'The strategies of adversary_trees, one node per set of codes at which a query is asked, in depth-first order. Exact. Key: game, tree, node.';
COMMENT ON COLUMN adversary_nodes.game   IS 'Name of the game.';
COMMENT ON COLUMN adversary_nodes.tree   IS 'Index of the strategy.';
COMMENT ON COLUMN adversary_nodes.node   IS 'Number of the node; the root is 0.';
COMMENT ON COLUMN adversary_nodes.parent IS 'Number of the parent node; NULL at the root.';
COMMENT ON COLUMN adversary_nodes.answer IS 'The answer to the query of the parent that leads to this node; NULL at the root.';
COMMENT ON COLUMN adversary_nodes.query  IS 'The query asked at this node.';

CREATE TABLE lower_bounds (
    game   VARCHAR  NOT NULL,
    tries  UBIGINT  NOT NULL,
    query  VARCHAR  NOT NULL,
    answer VARCHAR  NOT NULL,
    codes  UINTEGER NOT NULL,
    lower  UBIGINT  NOT NULL,
    exact  BOOLEAN  NOT NULL
);
COMMENT ON TABLE  lower_bounds        IS 'Proved lower bounds of least totals: of the codes that an answer to a first query leaves. Exact. Key: game, tries, query, answer.';
COMMENT ON COLUMN lower_bounds.game   IS 'Name of the game.';
COMMENT ON COLUMN lower_bounds.tries  IS 'Number of queries after which the search for the bound ends, approximately.';
COMMENT ON COLUMN lower_bounds.query  IS 'The first query, the first of its class of queries that symmetries map to each other.';
COMMENT ON COLUMN lower_bounds.answer IS 'The answer as text; without the one that ends the game.';
COMMENT ON COLUMN lower_bounds.codes  IS 'Number of codes that the answer leaves.';
COMMENT ON COLUMN lower_bounds.lower  IS 'Lower bound of the queries that any strategy needs from there on, summed over the codes left.';
COMMENT ON COLUMN lower_bounds.exact  IS 'Whether the search proved that the bound is attained; false says nothing.';

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
