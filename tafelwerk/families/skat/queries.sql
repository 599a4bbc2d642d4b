-- samples, results, statistics, games join deals
-- positions, hands, openings join results
-- plays join games
-- decisions, costs, decided join plays
-- playouts join trials
-- playout_cards join playouts
-- models join validations

-- skat-programs: How much did each program give away, against best play with open cards?
SELECT program, CASE WHEN alone THEN 'declarer' ELSE 'defender' END AS side, count(*) AS cards, sum(cost) AS points,
  round(avg(cost), 2) AS per_card, round(100 * avg((cost = 0)::INTEGER), 1) AS best
FROM skat.decided JOIN skat.rounds USING (name) WHERE name LIKE 'match-%' AND game <> 'null' GROUP BY ALL ORDER BY ALL;

-- skat-dear-decisions: Which cards cost most, and how did their players rate them?
SELECT split_part(name, '-', 3)::INTEGER AS round, trick, player, card, round(100 * wins / worlds)::INTEGER AS percent, cost, better
FROM skat.decided WHERE name LIKE 'match-%' ORDER BY cost DESC, round, place LIMIT 5;

-- skat-expectations: Are the cards as good as the programs expect?
SELECT CASE WHEN alone THEN 'declarer' ELSE 'defender' END AS side, count(*) AS cards, round(100 * avg(wins / worlds), 1) AS expected,
  round(100 * avg((alone = (after >= 61))::INTEGER), 1) AS actual
FROM skat.decided JOIN skat.plays USING (name, place) JOIN skat.rounds USING (name)
WHERE name LIKE 'match-%' AND game <> 'null' GROUP BY side ORDER BY side;

-- skat-classifiers: How often do the classifiers predict the winner?
SELECT model, sum(true_positives) AS true_pos, sum(false_positives) AS false_pos, sum(false_negatives) AS false_neg,
  sum(true_negatives) AS true_neg, round(100 * sum(true_positives + true_negatives) / sum(games), 1) AS percent,
  round(sum(loss * games) / sum(games), 3) AS loss
FROM (SELECT *, true_positives + false_positives + false_negatives + true_negatives AS games FROM skat.validations)
WHERE seed = 1 AND deals = 1000 AND played = 30 GROUP BY model ORDER BY model;

-- skat-jack-weight: How much is a jack worth?
SELECT feature, round(avg(weight), 2) AS weight, round(exp(avg(weight)), 1) AS times FROM skat.models
WHERE model = 'open' AND seed = 1 AND deals = 1000 AND played = 30 AND game = 'clubs' AND feature IN
  ('CJ', 'SJ', 'HJ', 'DJ', 'CJ and SJ', 'trumps', 'trump A', 'suit A with no lower', 'suit T with one lower', 'points laid away')
GROUP BY feature ORDER BY avg(weight) DESC;

-- skat-null-suits: Which holdings of a suit are safe in Null?
SELECT cards, count(*) AS holdings, count(*) FILTER (safe) AS safe, count(*) FILTER (opens) AS opens
FROM skat.null_suits GROUP BY cards ORDER BY cards;

-- skat-random-deals: How often does a declarer win a random deal?
SELECT game, count(*) AS results, round(100 * avg(won::INTEGER), 1) AS percent, round(avg(points), 1) AS points
FROM skat.results JOIN skat.samples USING (deal) WHERE seed = 1 AND number < 30 GROUP BY game ORDER BY game;

-- skat-two-jacks: How often is a Grand with two jacks won?
SELECT skat.jacks(hand) AS jacks, count(*) AS grands, round(100 * avg(won::INTEGER), 1) AS percent, round(avg(points), 1) AS points
FROM skat.hands JOIN skat.samples USING (deal) WHERE seed = 1 AND number < 30 AND game = 'grand' GROUP BY jacks ORDER BY jacks;

-- skat-two-jacks-thousand: How often is a Grand with two jacks won, over a thousand deals?
SELECT skat.jacks(hand) AS jacks, count(*) AS grands, round(100 * avg(won::INTEGER), 2) AS percent
FROM skat.wins WHERE seed = 1 AND number < 1000 AND game = 'grand' GROUP BY jacks ORDER BY jacks;

-- skat-lead: How much is the lead worth to the declarer?
SELECT declarer, round(100 * avg(won::INTEGER), 1) AS percent, round(avg(points), 1) AS points
FROM skat.results JOIN skat.samples USING (deal) WHERE seed = 1 AND number < 30 AND game <> 'null' GROUP BY declarer ORDER BY declarer;

-- skat-openings: How much can a wrong opening card cost?
SELECT game, round(avg(list_max(openings) - list_min(openings)), 1) AS mean, max(list_max(openings) - list_min(openings)) AS most
FROM skat.results JOIN skat.samples USING (deal) WHERE seed = 1 AND number < 30 AND declarer = 'forehand' AND game <> 'null'
GROUP BY game ORDER BY game;

-- skat-costs: Which cards gave away most?
SELECT name, trick, player, card, cost, better FROM skat.costs WHERE name LIKE 'kupferschmid%' ORDER BY cost DESC, name LIMIT 5;

-- skat-no-more: In how many positions of a five-card deal can the declarer win no more points?
SELECT game, count(*) AS positions, round(100 * avg((lower = 0)::INTEGER), 1) AS nothing
FROM skat.positions JOIN skat.deals USING (deal) WHERE deals.cards_each = 5 GROUP BY game ORDER BY game;

-- skat-trick-starts: How many positions has a whole deal after each trick?
SELECT 10 - cards_each AS tricks, count(*) AS positions, round(avg(value), 1) AS points
FROM skat.trick_starts WHERE deal = (SELECT deal FROM skat.games WHERE name = 'kupferschmid-4') AND game = 'spades'
GROUP BY cards_each ORDER BY tricks;

-- skat-best-tricks: Which tricks are best play from a position?
SELECT lead, second, third, winner, points, "after" FROM skat.tricks WHERE position = 2166033903 AND best;

-- skat-grand-clubs: How does a Grand with both black jacks and the ace of clubs end?
SELECT skat.card_names(hand) AS hand, skat.card_points(hand) AS held, points FROM skat.hands WHERE game = 'grand'
AND skat.card_mask('CJ SJ CA') & hand = skat.card_mask('CJ SJ CA') ORDER BY points DESC LIMIT 3;

-- skat-ladder: How many positions does each step of the ladder search?
SELECT step, count(*) AS deals, round(avg(nodes))::BIGINT AS nodes, max(nodes) AS most, round(avg(entries))::BIGINT AS entries
FROM skat.statistics JOIN skat.deals USING (deal) WHERE cards_each = 10 AND game <> 'null' GROUP BY step HAVING deals >= 10
ORDER BY avg(nodes) DESC;

-- skat-sure-tricks: How far do sure tricks fall short of the value?
SELECT declarer, count(*) AS outcomes, round(avg(abs(points::INTEGER - sure)), 2) AS gap,
  round(100 * avg((points = sure)::INTEGER), 1) AS exact
FROM skat.results JOIN skat.deals USING (deal) WHERE cards_each = 10 AND sure IS NOT NULL GROUP BY declarer ORDER BY declarer;

-- skat-null-ladder: How many positions does each step search in Null?
SELECT step, count(*) AS deals, round(avg(nodes))::BIGINT AS nodes, max(nodes) AS most
FROM skat.statistics JOIN skat.deals USING (deal) WHERE cards_each = 10 AND game = 'null' GROUP BY step ORDER BY avg(nodes) DESC;
