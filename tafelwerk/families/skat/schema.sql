-- Double-dummy Skat: deals, and their outcome under best play by all with all cards open.
-- Cards are bits 31 to 0: CJ SJ HJ DJ, then A T K Q 9 8 7 of clubs, spades, hearts and diamonds. A set of cards is a mask.

CREATE TYPE game AS ENUM ('clubs', 'spades', 'hearts', 'diamonds', 'grand', 'null');
CREATE TYPE seat AS ENUM ('forehand', 'middlehand', 'rearhand');
CREATE TYPE ladder_step AS ENUM (
    'minimax', 'ab', 'ab_tt', 'mtd_minus_inf', 'mtd_plus_inf', 'mtd_f', 'mtd_mo', 'fast_points',
    'mws', 'mws_tt', 'mws_equiv', 'mws_ss', 'mws_mo', 'fast_win',
    'null_tt', 'null_safe', 'null_mo', 'fast_null'
);
CREATE TYPE model_name AS ENUM ('hidden', 'open', 'thesis');

CREATE TABLE deals ( -- Deals: the hands when play begins, and the Skat after discarding; for rounds, also the deal before discarding. Key: deal.
    deal       UBIGINT  NOT NULL,                                -- Number of the deal, its place among all deals; deals of ten cards per hand come first.
    cards_each UTINYINT NOT NULL CHECK (cards_each BETWEEN 1 AND 10), -- Cards per hand.
    forehand   UINTEGER NOT NULL,                                -- Forehand's cards, a mask; forehand leads to the first trick.
    middlehand UINTEGER NOT NULL,                                -- Middlehand's cards, a mask.
    rearhand   UINTEGER NOT NULL,                                -- Rearhand's cards, a mask.
    skat       UINTEGER NOT NULL                                 -- The Skat, a mask; its points are the declarer's. 0 if there is none, which is possible with fewer than ten cards per hand.
);

CREATE TABLE samples ( -- Random deals of ten cards per hand: numbers 0, 1, ... of the sequence of a seed. Key: seed, number.
    seed   UINTEGER NOT NULL, -- Random seed.
    number UINTEGER NOT NULL, -- Place in its sequence, from 0.
    deal   UBIGINT  NOT NULL  -- Number of the deal.
);

CREATE TABLE results ( -- Outcome of a deal under best play by all. Exact. Key: deal, game, declarer.
    deal     UBIGINT    NOT NULL,            -- Number of the deal.
    game     game       NOT NULL,            -- The game.
    declarer seat       NOT NULL,            -- Seat of the declarer, who plays against the other two.
    points   UTINYINT CHECK (points <= 120), -- The declarer's final card points, including the Skat; NULL in Null, where points do not count. Exact.
    won      BOOLEAN    NOT NULL,            -- Whether the declarer makes at least 61 points; in Null, whether the declarer takes no trick. Exact.
    openings UTINYINT[] NOT NULL,            -- The same points after the lead of each of forehand's cards, from the highest bit down; in Null 1 if the declarer takes no trick, otherwise 0. Exact.
    sure     UTINYINT CHECK (sure <= 120)    -- Bound on the declarer's final points from the sure tricks of the side on lead, without search (Kupferschmid 2003, chapter 9, with a stricter second rule for the defenders): a lower bound if forehand declares, otherwise an upper bound; NULL in Null. Exact.
);

CREATE TABLE wins ( -- Random deals won or lost, for each declarer and game, under best play by all with all cards open. The deals are played as dealt: nobody takes up the Skat. Exact. Key: seed, number, declarer, game.
    seed     UINTEGER NOT NULL, -- Random seed.
    number   UINTEGER NOT NULL, -- Place of the deal in its sequence, from 0, as in samples.
    declarer seat     NOT NULL, -- Seat of the declarer, who plays against the other two.
    game     game     NOT NULL, -- The game.
    deal     UBIGINT  NOT NULL, -- Number of the deal.
    hand     UINTEGER NOT NULL, -- The declarer's ten cards, a mask.
    skat     UINTEGER NOT NULL, -- The Skat, a mask; its points are the declarer's.
    won      BOOLEAN  NOT NULL  -- Whether the declarer makes at least 61 points, including the Skat; in Null, whether the declarer takes no trick. Exact.
);

CREATE TABLE null_suits ( -- Holdings of the declarer in one suit of Null, against every distribution of the other cards. Exact. Key: holding.
    holding UTINYINT NOT NULL,                    -- The cards held, a mask: 1 for the 7, then 8 9 10 J Q K up to 128 for the ace.
    cards   UTINYINT NOT NULL CHECK (cards <= 8), -- Number of cards held.
    safe    BOOLEAN  NOT NULL,                    -- Whether no distribution gets a trick with this suit once a defender leads: at most k - 1 cards not held are below the k-th lowest card held, for every k. Exact.
    opens   BOOLEAN  NOT NULL                     -- Whether the declarer can lead the 7 of this suit and leave it safe, whatever the distribution. Exact.
);

CREATE TABLE null_hands ( -- Hands of ten cards whose Null no distribution of the other 22 cards beats, counted by the lengths of their suits. Exact. Key: longest, second, third, shortest.
    longest  UTINYINT NOT NULL,                                  -- Length of the longest suit.
    second   UTINYINT NOT NULL CHECK (second <= longest),        -- Length of the second suit.
    third    UTINYINT NOT NULL CHECK (third <= second),          -- Length of the third suit.
    shortest UTINYINT NOT NULL CHECK (shortest <= third AND longest + second + third + shortest = 10), -- Length of the shortest suit.
    hands    UINTEGER NOT NULL,                                  -- Number of hands with these lengths. Exact.
    defender UINTEGER NOT NULL CHECK (defender <= hands),        -- Number of them that no distribution beats if a defender leads. Exact.
    declarer UINTEGER NOT NULL CHECK (declarer <= defender)      -- Number of them that no distribution beats if the declarer leads. Exact.
);

CREATE TABLE null_deals ( -- Classes of hands with four safe suits whose Null is beaten if the declarer leads, each with a deal in which the defenders win; hands of one class differ by the order of the suits. Exact. Key: clubs, spades, hearts, diamonds.
    clubs    UTINYINT NOT NULL,                                -- Holding in clubs, the largest of the four; as in null_suits.
    spades   UTINYINT NOT NULL CHECK (spades <= clubs),        -- Holding in spades.
    hearts   UTINYINT NOT NULL CHECK (hearts <= spades),       -- Holding in hearts.
    diamonds UTINYINT NOT NULL CHECK (diamonds <= hearts),     -- Holding in diamonds, the smallest of the four.
    hands    UTINYINT NOT NULL CHECK (hands BETWEEN 1 AND 24), -- Number of hands in the class. Exact.
    after    UINTEGER NOT NULL,                                -- Cards of the defender who plays after the declarer, a mask.
    before   UINTEGER NOT NULL,                                -- Cards of the defender who plays before the declarer, a mask.
    skat     UINTEGER NOT NULL                                 -- The Skat, a mask.
);

CREATE TABLE positions ( -- All starts of tricks that play can reach in a deal, with the card points still to come. Exact. Key: deal, game, declarer, position.
    deal     UBIGINT  NOT NULL,                      -- Number of the deal.
    game     game     NOT NULL,                      -- The game.
    declarer seat     NOT NULL,                      -- Seat of the declarer.
    position UINTEGER NOT NULL,                      -- Mask of the cards still held, with the leader in the bits of the two cards of the Skat: 0 forehand, 1 middlehand, 2 rearhand, the higher bit being 2. Without a Skat, in the two highest bits that nobody holds.
    lower    UTINYINT NOT NULL,                      -- Lower bound on the card points that the declarer still makes under best play by all, without the Skat and tricks already won; in Null 1 if the declarer takes no further trick, otherwise 0. Exact: equal to upper.
    upper    UTINYINT NOT NULL CHECK (upper <= 120), -- Upper bound on the same.
    best     UTINYINT NOT NULL CHECK (best <= 31)    -- The highest card to lead that keeps the value, as a bit.
);

CREATE TABLE games ( -- Games that were played; their cards are in table plays. Exact. Key: name.
    name     VARCHAR  NOT NULL,                      -- Name of the game.
    deal     UBIGINT  NOT NULL,                      -- Number of the deal.
    game     game     NOT NULL,                      -- The game that was played.
    declarer seat     NOT NULL,                      -- Seat of the declarer.
    start    UTINYINT NOT NULL CHECK (start <= 120), -- The declarer's result under best play by all from the start: final points, including the Skat; in Null 1 if won, otherwise 0. Exact.
    points   UTINYINT CHECK (points <= 120),         -- The points that the declarer made, including the Skat; NULL in Null. Exact.
    won      BOOLEAN  NOT NULL,                      -- Whether the declarer made at least 61 points, or in Null took no trick; announcement and bid may require more, see rounds.won. Exact.
    source   VARCHAR  NOT NULL                       -- Source of the record.
);

CREATE TABLE plays ( -- The cards of played games in order, with the value before and after each card. Exact. Key: name, place.
    name   VARCHAR  NOT NULL,                                -- Name of the game.
    place  UTINYINT NOT NULL CHECK (place BETWEEN 1 AND 30), -- Number of the card in the game, from 1; three cards make a trick.
    player seat     NOT NULL,                                -- Seat of its player.
    card   UTINYINT NOT NULL CHECK (card <= 31),             -- The card, as a bit.
    before UTINYINT NOT NULL CHECK (before <= 120),          -- Value of the game for the declarer before the card, under best play by all from there: final points, in Null 1 or 0. Exact.
    after  UTINYINT NOT NULL CHECK (after <= 120),           -- Value of the game after the card. Exact.
    best   UTINYINT NOT NULL CHECK (best <= 31)              -- The card itself if it kept the value, otherwise the highest card that would have, as a bit.
);

CREATE TABLE statistics ( -- Search effort of each step from minimax to the fast solver on random deals. Key: deal, game, declarer, step.
    deal         UBIGINT  NOT NULL,                              -- Number of the deal.
    game         game     NOT NULL,                              -- The game.
    declarer     seat     NOT NULL,                              -- Seat of the declarer.
    step         ladder_step NOT NULL,                           -- The step, by its short name in skat bench.
    target       UTINYINT NOT NULL CHECK (target <= 61),         -- Points that win: more than half of those in the deal, 61 of 120; 0 in Null.
    points       UTINYINT CHECK (points <= 120),                 -- The declarer's points under best play by all, NULL if the step finds only the winner, and in Null. Exact.
    won          BOOLEAN  NOT NULL,                              -- Whether the declarer makes the target; in Null, takes no trick. Exact.
    nodes        UBIGINT  NOT NULL CHECK (nodes >= 1),           -- Positions searched, card by card: for minimax the whole game tree, which is proved; for another step a property of the program that counted them. Measured.
    entries      UINTEGER,                                       -- Positions in the transposition table at the end, all of them starts of tricks; NULL for a step without a table, and for the fast solvers, whose tables also serve other deals. A property of the program that counted them. Measured.
    milliseconds DOUBLE   NOT NULL CHECK (milliseconds >= 0 AND isfinite(milliseconds)) -- Time on one core in milliseconds, without compilation. Measured.
);

CREATE TABLE rounds ( -- Rounds with hidden cards, from the deal to the score; the game of a round has the same name in table games. Exact. Key: name.
    name       VARCHAR   NOT NULL,                          -- Name of the round.
    dealt      UBIGINT   NOT NULL,                          -- Number of the deal as dealt; games.deal is the deal after discarding.
    bid        USMALLINT NOT NULL CHECK (bid <= 264),       -- The last bid made or held; 0 if all passed.
    declarer   seat,                                        -- Seat of the declarer; NULL, like all columns of the game, if all passed.
    game       game,                                        -- The game that was played.
    hand       BOOLEAN,                                     -- Whether it was a Hand game, with the Skat left untouched.
    schneider  BOOLEAN,                                     -- Whether Schneider was announced.
    schwarz    BOOLEAN,                                     -- Whether Schwarz was announced.
    ouvert     BOOLEAN,                                     -- Whether the declarer's cards lay open.
    matadors   TINYINT CHECK (matadors BETWEEN -11 AND 11), -- Trumps from the highest down that the declarer had (positive) or lacked (negative), including the Skat; 0 in Null. Exact.
    won        BOOLEAN,                                     -- Whether the declarer won, considering points, announcements and bid. Exact.
    overbid    BOOLEAN,                                     -- Whether the game was worth less than the bid and therefore lost. Exact.
    value      SMALLINT,                                    -- Value of the game; if overbid, the lowest multiple of its base value that reaches the bid. Exact.
    score      SMALLINT,                                    -- The declarer's score: the value, or minus twice the value. Exact.
    forehand   VARCHAR   NOT NULL,                          -- Name of the player at forehand, of a program or a person.
    middlehand VARCHAR   NOT NULL,                          -- Name of the player at middlehand.
    rearhand   VARCHAR   NOT NULL,                          -- Name of the player at rearhand.
    calls      VARCHAR,                                     -- Calls of the bidding; NULL if they are not known.
    seed       UBIGINT,                                     -- Random seed of the players; NULL if it is not known.
    source     VARCHAR   NOT NULL                           -- The program that played or recorded the round.
);

CREATE TABLE decisions ( -- Evaluation behind each card played by a program: all legal cards, in worlds consistent with its knowledge. Sampled: the worlds are drawn, and their number is the sample size. Key: name, place, card; together: name.
    name          VARCHAR  NOT NULL,                             -- Name of the round.
    place         UTINYINT NOT NULL CHECK (place BETWEEN 1 AND 30), -- Number of the card in the game, as in plays.
    card          UTINYINT NOT NULL CHECK (card <= 31),          -- A legal card, as a bit.
    chosen        BOOLEAN  NOT NULL,                             -- Whether it was played.
    worlds        UINTEGER NOT NULL,                             -- Number of worlds examined for the card; fewer than for other cards once it could no longer come first.
    wins          UINTEGER NOT NULL CHECK (wins <= worlds),      -- Number of these in which the side to move wins after the card, with all cards open and best play by all. Sampled.
    points_worlds UINTEGER NOT NULL,                             -- Number of worlds in which its points were computed; 0 unless it tied for most wins.
    points        UINTEGER NOT NULL CHECK (points <= 120 * points_worlds) -- The declarer's final points, summed over these. Sampled.
);

CREATE TABLE trials ( -- Games to learn from: random deals in which the declarer, with the Skat taken up, has a fair prospect of a game; the discard is drawn from roughly good ones. Key: seed, number, game.
    seed     UINTEGER NOT NULL, -- Random seed of the deals.
    number   UINTEGER NOT NULL, -- Place in its sequence, from 0, of the deal before discarding.
    game     game     NOT NULL, -- The game.
    declarer seat     NOT NULL, -- Seat of the declarer; seats alternate from deal to deal.
    deal     UBIGINT  NOT NULL, -- Number of the deal after discarding.
    hand     UINTEGER NOT NULL, -- The declarer's ten cards, a mask.
    skat     UINTEGER NOT NULL, -- The cards discarded, a mask.
    won      BOOLEAN  NOT NULL  -- Whether the declarer wins under best play by all with all cards open: at least 61 points, in Null no trick. Exact.
);

CREATE TABLE playouts ( -- Trials played out once by programs that see only their own cards. Sampled: one game each. Key: seed, number, game, worlds.
    seed   UINTEGER  NOT NULL,                     -- As in trials.
    number UINTEGER  NOT NULL,                     -- As in trials.
    game   game      NOT NULL,                     -- As in trials.
    worlds USMALLINT NOT NULL CHECK (worlds >= 1), -- Worlds per card of the programs.
    won    BOOLEAN   NOT NULL,                     -- Whether the declarer won this game.
    points UTINYINT CHECK (points <= 120)          -- The declarer's points, including the Skat; NULL in Null.
);

CREATE TABLE playout_cards ( -- The cards of the playouts in order. Sampled: the worlds are drawn. Key: seed, number, game, worlds, place; together: seed, number, game, worlds.
    seed          UINTEGER  NOT NULL,                            -- As in trials.
    number        UINTEGER  NOT NULL,                            -- As in trials.
    game          game      NOT NULL,                            -- As in trials.
    worlds        USMALLINT NOT NULL,                            -- As in playouts.
    place         UTINYINT  NOT NULL CHECK (place BETWEEN 1 AND 30), -- Number of the card in the game, from 1; three cards make a trick.
    card          UTINYINT  NOT NULL CHECK (card <= 31),         -- The card, as a bit.
    points_worlds USMALLINT NOT NULL                             -- Number of worlds in which the points of tied cards were computed before it was played, which depends on the program's search effort; 0 if no cards tied. Measured.
);

CREATE TABLE models ( -- Classifiers of hands, one weight per feature. Key: model, seed, deals, played, game, declarer, place.
    model    model_name NOT NULL,                        -- thesis: least squares on the seven features of Kupferschmid 2003, section 13.1; open: logistic, chance to win with open cards; hidden: logistic on the log odds of open, with a weight shared by all seats of a kind of game, chance to win with hidden cards.
    seed     UINTEGER  NOT NULL,                         -- Random seed of the deals it was fitted to.
    deals    UINTEGER  NOT NULL,                         -- Number of deals, from number 0, whose trials it was fitted to; those with number // 3 % 5 equal to 4 were held out for validation.
    played   UINTEGER  NOT NULL,                         -- Number of deals, from number 0, whose playouts it was fitted to; held out likewise.
    game     game      NOT NULL,                         -- The game; the suit games share the weights of open and hidden.
    declarer seat      NOT NULL,                         -- Seat of the declarer.
    place    USMALLINT NOT NULL,                         -- Place of the feature, from 0.
    feature  VARCHAR   NOT NULL,                         -- Name of the feature.
    weight   DOUBLE    NOT NULL CHECK (isfinite(weight)) -- Its weight, rounded to six decimals. Fitted.
);

CREATE TABLE validations ( -- Results of classifiers on held-out games. Key: model, seed, deals, played, game, declarer.
    model           model_name NOT NULL,     -- As in models; hidden is compared with playouts, the others with trials.
    seed            UINTEGER NOT NULL,       -- As in models.
    deals           UINTEGER NOT NULL,       -- As in models.
    played          UINTEGER NOT NULL,       -- As in models.
    game            game     NOT NULL,       -- The game.
    declarer        seat     NOT NULL,       -- Seat of the declarer.
    true_positives  UINTEGER NOT NULL,       -- Games won with a predicted chance of at least one half.
    false_positives UINTEGER NOT NULL,       -- Games lost with a predicted chance of at least one half.
    false_negatives UINTEGER NOT NULL,       -- Games won with a predicted chance below one half.
    true_negatives  UINTEGER NOT NULL,       -- Games lost with a predicted chance below one half.
    loss            DOUBLE CHECK (loss >= 0) -- Mean squared difference of chance and outcome, 1 for a game won, 0 for a game lost (Brier score); NULL if no game was held out.
);

CREATE MACRO card_name(card) AS (CASE WHEN card >= 28 THEN ['D', 'H', 'S', 'C'][card - 27] || 'J'
    ELSE ['D', 'H', 'S', 'C'][card // 7 + 1] || ['7', '8', '9', 'Q', 'K', 'T', 'A'][card % 7 + 1] END);
CREATE MACRO card_names(cards) AS (array_to_string(
    [CASE WHEN card >= 28 THEN ['D', 'H', 'S', 'C'][card - 27] || 'J'
     ELSE ['D', 'H', 'S', 'C'][card // 7 + 1] || ['7', '8', '9', 'Q', 'K', 'T', 'A'][card % 7 + 1] END
     FOR card IN list_reverse(range(32)) IF (cards::UBIGINT >> card) & 1 = 1], ' '));
CREATE MACRO jacks(cards) AS bit_count((cards::UBIGINT >> 28)::UTINYINT);
COMMENT ON MACRO card_name IS 'Name of a card as the program prints it, from its bit, 0 to 31. Example: card_name(31) is CJ.';
COMMENT ON MACRO card_names IS 'Names of the cards of a mask as the program prints them: jacks, then clubs, spades, hearts, diamonds, aces first. Example: card_names(2147483649) is CJ D7.';
COMMENT ON MACRO jacks IS 'Number of jacks in a mask. Example: jacks(2415919104) is 2.';

CREATE MACRO cards(mask) AS
    [CASE WHEN card >= 28 THEN ['D', 'H', 'S', 'C'][card - 27] || 'J'
     ELSE ['D', 'H', 'S', 'C'][card // 7 + 1] || ['7', '8', '9', 'Q', 'K', 'T', 'A'][card % 7 + 1] END
     FOR card IN list_reverse(range(32)) IF (mask::UBIGINT >> card) & 1 = 1];
COMMENT ON MACRO cards IS 'List of the names of the cards of a mask, in the order of card_names. Example: cards(2147483649) is [CJ, D7].';

CREATE MACRO card_mask(names) AS list_transform(
    [list_transform(
        list_filter(regexp_split_to_array(upper(names), '[\s,|]+'), lambda word: word <> ''),
        lambda word: list_position([
            'D7', 'D8', 'D9', 'DQ', 'DK', 'DT', 'DA', 'H7', 'H8', 'H9', 'HQ', 'HK', 'HT', 'HA', 'S7', 'S8', 'S9', 'SQ', 'SK', 'ST', 'SA',
            'C7', 'C8', 'C9', 'CQ', 'CK', 'CT', 'CA', 'DJ', 'HJ', 'SJ', 'CJ'
        ], word) - 1
    )],
    lambda found: CASE WHEN len(list_filter(found, lambda card: card IS NULL)) > 0 THEN NULL
        ELSE coalesce(list_sum([1::UBIGINT << card FOR card IN list_distinct(found)]), 0)::UINTEGER END
)[1];
COMMENT ON MACRO card_mask IS 'Mask of cards given by name; NULL if a name is unknown. Example: card_mask(''CJ D7'') is 2147483649.';

CREATE MACRO card_points(mask) AS (11 * bit_count(mask::UBIGINT & 135274560) + 10 * bit_count(mask::UBIGINT & 67637280)
    + 4 * bit_count(mask::UBIGINT & 33818640) + 3 * bit_count(mask::UBIGINT & 16909320)
    + 2 * bit_count(mask::UBIGINT & 4026531840))::UTINYINT;
COMMENT ON MACRO card_points IS 'Card points of a mask; 120 in the whole pack. Example: card_points(134238208) is 21.';

CREATE MACRO deal_text(forehand, middlehand, rearhand, skat) AS array_to_string([
    array_to_string(
        [CASE WHEN card >= 28 THEN ['D', 'H', 'S', 'C'][card - 27] || 'J'
         ELSE ['D', 'H', 'S', 'C'][card // 7 + 1] || ['7', '8', '9', 'Q', 'K', 'T', 'A'][card % 7 + 1] END
         FOR card IN list_reverse(range(32)) IF (mask::UBIGINT >> card) & 1 = 1], ' ')
    FOR mask IN [forehand, middlehand, rearhand, skat] IF mask <> 0
], ' | ');
COMMENT ON MACRO deal_text IS 'A deal as --deal reads it, from the masks of the hands and of the Skat. Example: deal_text(2147483648, 268435456, 1, 0) is CJ | DJ | D7.';

CREATE MACRO leader_cards(forehand, middlehand, rearhand, skat) AS list_reverse(list_filter(range(32), lambda card:
    ((CASE WHEN skat = 0 THEN ~(forehand | middlehand | rearhand)::UINTEGER ELSE skat END)::UBIGINT >> card) & 1 = 1))[1:2];
COMMENT ON MACRO leader_cards IS 'The two cards, as bits, that encode the leader in the number of a position: those of the Skat, or the two highest that nobody holds. Example: leader_cards(1, 2, 4, 40) is [5, 3].';

CREATE MACRO position_number(held, leader, cards) AS (held::UBIGINT | CASE leader WHEN 'forehand' THEN 0::UBIGINT
    WHEN 'middlehand' THEN 1::UBIGINT << cards[2] ELSE 1::UBIGINT << cards[1] END)::UINTEGER;
COMMENT ON MACRO position_number IS 'Number of the start of a trick, as in positions, from the mask of all cards still held, the seat that leads, and the deal''s leader_cards. Example: position_number(7, ''rearhand'', [5, 3]) is 39.';

CREATE VIEW openings AS
SELECT r.deal, r.game, r.declarer, card_name(card) AS card, r.openings[place] AS points
FROM results r JOIN deals d USING (deal), LATERAL (
    SELECT card, row_number() OVER (ORDER BY card DESC) AS place
    FROM (SELECT unnest(range(32)) AS card) WHERE (d.forehand::UBIGINT >> card) & 1 = 1);
COMMENT ON VIEW   openings          IS 'Value of each lead of forehand to the first trick.';
COMMENT ON COLUMN openings.deal     IS 'Number of the deal.';
COMMENT ON COLUMN openings.game     IS 'The game.';
COMMENT ON COLUMN openings.declarer IS 'Seat of the declarer.';
COMMENT ON COLUMN openings.card     IS 'The card led.';
COMMENT ON COLUMN openings.points   IS 'As in results.openings.';

CREATE VIEW hands AS
SELECT r.deal, r.game, r.declarer, r.points, r.won,
    CASE r.declarer WHEN 'forehand' THEN d.forehand WHEN 'middlehand' THEN d.middlehand ELSE d.rearhand END AS hand, d.skat
FROM results r JOIN deals d USING (deal);
COMMENT ON VIEW   hands          IS 'Results with the declarer''s hand, for questions about which hands win.';
COMMENT ON COLUMN hands.deal     IS 'Number of the deal.';
COMMENT ON COLUMN hands.game     IS 'The game.';
COMMENT ON COLUMN hands.declarer IS 'Seat of the declarer.';
COMMENT ON COLUMN hands.points   IS 'As in results.';
COMMENT ON COLUMN hands.won      IS 'As in results.';
COMMENT ON COLUMN hands.hand     IS 'The declarer''s ten cards, a mask; card_names(hand) gives their names.';
COMMENT ON COLUMN hands.skat     IS 'The Skat, a mask.';

CREATE VIEW trick_starts AS
SELECT p.deal, p.game, p.declarer, p.position, bit_count(p.position & d.forehand)::UTINYINT AS cards_each,
    CASE WHEN (p.position >> d.cards[1]) & 1 = 1 THEN 'rearhand' WHEN (p.position >> d.cards[2]) & 1 = 1 THEN 'middlehand'
        ELSE 'forehand' END::seat AS leader,
    p.position & d.forehand AS forehand, p.position & d.middlehand AS middlehand, p.position & d.rearhand AS rearhand,
    p.lower AS value, card_name(p.best) AS best
FROM positions p JOIN (
    SELECT deal, forehand, middlehand, rearhand, leader_cards(forehand, middlehand, rearhand, skat)::UINTEGER[] AS cards FROM deals
) d USING (deal);
COMMENT ON VIEW   trick_starts            IS 'Positions of deals stored whole, as hands and leader.';
COMMENT ON COLUMN trick_starts.deal       IS 'Number of the deal.';
COMMENT ON COLUMN trick_starts.game       IS 'The game.';
COMMENT ON COLUMN trick_starts.declarer   IS 'Seat of the declarer.';
COMMENT ON COLUMN trick_starts.position   IS 'Number of the position, as in positions; position_number gives it.';
COMMENT ON COLUMN trick_starts.cards_each IS 'Cards left in each hand.';
COMMENT ON COLUMN trick_starts.leader     IS 'Seat to lead.';
COMMENT ON COLUMN trick_starts.forehand   IS 'Cards left in forehand''s hand, a mask; card_names(forehand) gives their names.';
COMMENT ON COLUMN trick_starts.middlehand IS 'Cards left in middlehand''s hand, a mask.';
COMMENT ON COLUMN trick_starts.rearhand   IS 'Cards left in rearhand''s hand, a mask.';
COMMENT ON COLUMN trick_starts.value      IS 'Card points that the declarer still takes under best play by all; in Null 1 if no trick. Exact.';
COMMENT ON COLUMN trick_starts.best       IS 'The highest card to lead that keeps the value.';

CREATE VIEW tricks AS
WITH pack AS (
    SELECT game, card, CASE WHEN card >= 28 THEN card - 28 ELSE card // 7 END AS suit,
        game <> 'null' AND (card >= 28 OR card // 7 + 1 = coalesce(list_position(['diamonds', 'hearts', 'spades', 'clubs'], game::VARCHAR), 0)) AS trump,
        CASE WHEN game <> 'null' THEN card WHEN card >= 28 THEN 4 ELSE [0, 1, 2, 5, 6, 3, 7][card % 7 + 1] END AS rank
    FROM (SELECT unnest(enum_range(NULL::game)) AS game), (SELECT unnest(range(32)) AS card)),
kinds AS (
    SELECT a.game, a.card, a.suit, a.trump, a.rank, bit_or(1::UBIGINT << b.card)::UINTEGER AS follow
    FROM pack a JOIN pack b ON a.game = b.game AND a.trump = b.trump AND (a.trump OR a.suit = b.suit) GROUP BY ALL),
turns AS (
    SELECT t.*, forehand | middlehand | rearhand AS held,
        CASE leader WHEN 'forehand' THEN [forehand, middlehand, rearhand] WHEN 'middlehand' THEN [middlehand, rearhand, forehand]
            ELSE [rearhand, forehand, middlehand] END AS hands,
        CASE leader WHEN 'forehand' THEN ['forehand', 'middlehand', 'rearhand'] WHEN 'middlehand' THEN ['middlehand', 'rearhand', 'forehand']
            ELSE ['rearhand', 'forehand', 'middlehand'] END::seat[] AS seats
    FROM trick_starts t),
played AS (
    SELECT t.*, a.card AS lead, b.card AS second, c.card AS third,
        ((1::UBIGINT << a.card) | (1::UBIGINT << b.card) | (1::UBIGINT << c.card))::UINTEGER AS trick,
        [if(x.trump, 64, if(x.suit = a.suit, 32, 0)) + x.rank FOR x IN [a, b, c]] AS strengths
    FROM turns t
    JOIN kinds a ON a.game = t.game AND (t.hands[1] >> a.card) & 1 = 1
    JOIN kinds b ON b.game = t.game AND (t.hands[2] >> b.card) & 1 = 1 AND (t.hands[2] & a.follow = 0 OR (a.follow >> b.card) & 1 = 1)
    JOIN kinds c ON c.game = t.game AND (t.hands[3] >> c.card) & 1 = 1 AND (t.hands[3] & a.follow = 0 OR (a.follow >> c.card) & 1 = 1)),
taken AS (
    SELECT p.*, seats[list_position(strengths, list_max(strengths))] AS winner, position_number(
        held - trick, winner, leader_cards(d.forehand, d.middlehand, d.rearhand, d.skat)) AS after
    FROM played p JOIN deals d USING (deal)),
valued AS (
    SELECT k.*, CASE WHEN k.game = 'null' THEN if(k.winner = k.declarer, 0, if(held = trick, 1, n.lower))
        ELSE if(k.winner = k.declarer, card_points(trick), 0) + if(held = trick, 0, n.lower) END AS worth
    FROM taken k LEFT JOIN positions n ON n.deal = k.deal AND n.game = k.game AND n.declarer = k.declarer AND n.position = k.after),
replied AS (
    SELECT *, if(seats[3] = declarer, max(worth) OVER replies, min(worth) OVER replies) AS after_second FROM valued
    WINDOW replies AS (PARTITION BY deal, game, declarer, position, lead, second)),
answered AS (
    SELECT *, if(seats[2] = declarer, max(after_second) OVER leads, min(after_second) OVER leads) AS after_lead FROM replied
    WINDOW leads AS (PARTITION BY deal, game, declarer, position, lead))
SELECT deal, game, declarer, position, card_name(lead) AS lead, card_name(second) AS second, card_name(third) AS third, winner,
    card_points(trick) AS points, CASE WHEN held <> trick THEN after END AS after, after_lead::UTINYINT AS after_lead,
    after_second::UTINYINT AS after_second, worth::UTINYINT AS after_third,
    after_lead = value AND after_second = value AND worth = value AS best
FROM answered;
COMMENT ON VIEW   tricks              IS 'Every legal trick from positions of deals stored whole, with the value after each of its cards; for single positions.';
COMMENT ON COLUMN tricks.deal         IS 'Number of the deal.';
COMMENT ON COLUMN tricks.game         IS 'The game.';
COMMENT ON COLUMN tricks.declarer     IS 'Seat of the declarer.';
COMMENT ON COLUMN tricks.position     IS 'Number of the position before the trick.';
COMMENT ON COLUMN tricks.lead         IS 'The card led.';
COMMENT ON COLUMN tricks.second       IS 'The second card.';
COMMENT ON COLUMN tricks.third        IS 'The third card.';
COMMENT ON COLUMN tricks.winner       IS 'Seat that takes the trick.';
COMMENT ON COLUMN tricks.points       IS 'Its card points.';
COMMENT ON COLUMN tricks.after        IS 'Number of the position after it; NULL after the last trick.';
COMMENT ON COLUMN tricks.after_lead   IS 'Value of the position, as in trick_starts, once this card is led. Exact.';
COMMENT ON COLUMN tricks.after_second IS 'The same after the second card. Exact.';
COMMENT ON COLUMN tricks.after_third  IS 'The same after the third card: what the trick brings and the value of the position after it. Exact.';
COMMENT ON COLUMN tricks.best         IS 'Whether each of the three cards keeps the value.';

CREATE VIEW costs AS
SELECT p.name, (p.place - 1) // 3 + 1 AS trick, p.place, p.player, card_name(p.card) AS card, p.after,
    abs(p.before::INTEGER - p.after) AS cost, CASE WHEN p.best <> p.card THEN card_name(p.best) END AS better
FROM plays p;
COMMENT ON VIEW   costs        IS 'Played games card by card: the cost of each card, and a better card.';
COMMENT ON COLUMN costs.name   IS 'Name of the game.';
COMMENT ON COLUMN costs.trick  IS 'Number of the trick, from 1.';
COMMENT ON COLUMN costs.place  IS 'As in plays.';
COMMENT ON COLUMN costs.player IS 'Seat of its player.';
COMMENT ON COLUMN costs.card   IS 'Name of the card.';
COMMENT ON COLUMN costs.after  IS 'As in plays.';
COMMENT ON COLUMN costs.cost   IS 'Points given away; in Null 1 if the card gave the game away.';
COMMENT ON COLUMN costs.better IS 'The highest card that would have cost nothing; NULL if the card cost nothing.';

CREATE VIEW decided AS
SELECT p.name, p.trick, p.place, p.player,
    CASE p.player WHEN 'forehand' THEN r.forehand WHEN 'middlehand' THEN r.middlehand ELSE r.rearhand END AS program,
    p.player = r.declarer AS alone, p.card, d.worlds, d.wins, d.points / nullif(d.points_worlds, 0) AS points, p.cost, p.better
FROM decisions d JOIN costs p USING (name, place) JOIN rounds r USING (name) WHERE d.chosen;
COMMENT ON VIEW   decided         IS 'Cards chosen by programs: the evaluation behind each, and its cost with all cards open.';
COMMENT ON COLUMN decided.name    IS 'Name of the round.';
COMMENT ON COLUMN decided.trick   IS 'Number of the trick, from 1.';
COMMENT ON COLUMN decided.place   IS 'As in plays.';
COMMENT ON COLUMN decided.player  IS 'Seat of its player.';
COMMENT ON COLUMN decided.program IS 'Name of the program.';
COMMENT ON COLUMN decided.alone   IS 'Whether its player was the declarer.';
COMMENT ON COLUMN decided.card    IS 'Name of the card.';
COMMENT ON COLUMN decided.worlds  IS 'As in decisions.';
COMMENT ON COLUMN decided.wins    IS 'As in decisions.';
COMMENT ON COLUMN decided.points  IS 'The declarer''s final points, averaged over worlds; NULL if they were not computed.';
COMMENT ON COLUMN decided.cost    IS 'As in costs.';
COMMENT ON COLUMN decided.better  IS 'As in costs.';
