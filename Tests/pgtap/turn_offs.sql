-- Turn-offs and the open curve where the reference fold has no numbers: the pages of campaigns, verdicts, rates of large
-- numbers, and what a minimum cell withholds. On rows made by hand, with results computed by hand.
BEGIN;
SELECT no_plan();
SET LOCAL TimeZone = 'UTC';

\ir given/gives.sql
\ir given/people.sql
INSERT INTO log.word (word, text) OVERRIDING SYSTEM VALUE VALUES (7, 'sale'), (8, 'digest');
-- Sends that were alone on 1 March: 1,000 of spring with 60 turn-offs, 2,000 of sale with 20, 99 of digest with 2.
INSERT INTO projection.lone_send (send_at, app, campaign, send_period, is_turned_off, installation_id)
SELECT
    timestamptz '2026-03-01 10:00Z', 1, list.campaign, projection.period('2026-03-01 10:00Z'), person.n <= list.turn_offs,
    pg_temp.id(10000 * list.campaign + person.n)
FROM (VALUES (6, 1000, 60), (7, 2000, 20), (8, 99, 2)) AS list (campaign, sends, turn_offs)
CROSS JOIN LATERAL generate_series(1, list.sends) AS person (n);
INSERT INTO projection.opens_cell (
    day, app, dimension, value, sent, received, direct_opens, influenced_opens, openers, active, opened_24h
)
VALUES
    ('2026-03-01', 1, 'campaign', 6, 1500, 0, 0, 0, 0, 0, 0), ('2026-03-01', 1, 'campaign', 7, 2500, 0, 0, 0, 0, 0, 0),
    ('2026-03-01', 1, 'campaign', 8, 120, 0, 0, 0, 0, 0, 0);
-- A turn-off after two sends, of which the second is out of range, and one after one.
INSERT INTO projection.turn_off (at, app, os, place, is_long_gap, installation_id, send_at, campaign) VALUES
    (
        '2026-03-10 10:00Z', 1, 1, 1, false, pg_temp.id(1), '{2026-03-01 10:00Z,2026-03-09 10:00Z}', '{6,6}'
    ),
    ('2026-03-10 11:00Z', 1, 1, 1, false, pg_temp.id(2), '{2026-03-01 11:00Z}', '{8}'),
    ('2026-03-10 12:00Z', 1, 2, 1, true, pg_temp.id(3), '{}', '{}');

SELECT pg_temp.gives(
    'a rate from 100 sends alone on; parts of sends of the range',
    $$analytics.turn_offs_by_campaign('2026-03-01', '2026-03-05', '2026-03-20 12:00Z')$$,
    'app_id, campaign, sent, turn_offs, alone, turn_offs_alone, turn_offs_per_1000, turn_offs_per_1000_low,
        turn_offs_per_1000_high',
    '(shop,spring,1500,0.500000,1000,60,60.000000,46.896473,76.471075)',
    '(shop,sale,2500,0.000000,2000,20,10.000000,6.482768,15.395938)', '(shop,digest,120,1.000000,99,2,,,)'
);
SELECT pg_temp.gives(
    'each turn-off is in one column',
    $$analytics.turn_offs_daily('2026-03-01', '2026-03-31', '2026-03-20 12:00Z')$$,
    'app_id, day, os_name, os_version, turn_offs, after_sends, without_sends, long_gap',
    '(shop,2026-03-10,iOS,17.4,2,2,0,0)', '(shop,2026-03-10,iOS,17.5,1,0,0,1)'
);
SELECT pg_temp.gives(
    'a row of few turn-offs takes the other one of its OS with it',
    $$analytics.turn_offs_daily('2026-03-01', '2026-03-31', '2026-03-20 12:00Z', 2)$$,
    'day, os_version, turn_offs', '(2026-03-10,17.4,)', '(2026-03-10,17.5,)'
);
SELECT pg_temp.gives(
    'a campaign that is clearly above the others rose; one of few sends has no verdict',
    $$projection.turn_off_verdicts('2026-03-01', '2026-03-05', '2026-03-20 12:00Z', 0)$$,
    'app_id, name, kind, part, base, part_before, base_before',
    '(shop,spring,rose,60,1000,22,2099)', '(shop,sale,held,20,2000,62,1099)'
);
-- Digest, of 99 people, is among the others of both.
SELECT pg_temp.gives(
    'a campaign is withheld if one of few people could be computed from it',
    $$projection.turn_off_verdicts('2026-03-01', '2026-03-05', '2026-03-20 12:00Z', 100)$$,
    'app_id, name, kind', '(shop,spring,)', '(shop,sale,held)'
);
SAVEPOINT alike;
UPDATE projection.lone_send SET is_turned_off = true
WHERE campaign = 8
    AND installation_id IN (
        SELECT installation_id FROM projection.lone_send WHERE campaign = 8 ORDER BY installation_id LIMIT 20
    );
SELECT pg_temp.gives(
    'a campaign is compared with others by how much these differ among themselves',
    $$projection.turn_off_verdicts('2026-03-01', '2026-03-05', '2026-03-20 12:00Z', 0)$$,
    'app_id, name, kind, part, base, part_before, base_before',
    '(shop,spring,held,60,1000,40,2099)', '(shop,sale,held,20,2000,80,1099)'
);
ROLLBACK TO alike;
-- Two fifths more than the others are clear with so many turn-offs, but no news; three fifths more are.
UPDATE projection.lone_send SET is_turned_off = person.n <= (ARRAY[280, 400, 20])[lone_send.campaign - 5]
FROM (
    SELECT
        send.installation_id,
        row_number() OVER (PARTITION BY send.campaign ORDER BY send.installation_id) AS n
    FROM projection.lone_send AS send
) AS person
WHERE person.installation_id = lone_send.installation_id;
SELECT pg_temp.gives(
    'a campaign that is clearly above the others by less than half as much again held',
    $$projection.turn_off_verdicts('2026-03-01', '2026-03-05', '2026-03-20 12:00Z', 0)$$,
    'app_id, name, kind, part, base, part_before, base_before',
    '(shop,spring,held,280,1000,420,2099)', '(shop,sale,held,400,2000,300,1099)'
);
UPDATE projection.lone_send SET is_turned_off = true
WHERE campaign = 6
    AND installation_id IN (
        SELECT installation_id FROM projection.lone_send WHERE campaign = 6 ORDER BY installation_id LIMIT 320
    );
SELECT pg_temp.gives(
    'from half as much again on it rose',
    $$projection.turn_off_verdicts('2026-03-01', '2026-03-05', '2026-03-20 12:00Z', 0)$$,
    'app_id, name, kind, part, base, part_before, base_before',
    '(shop,spring,rose,320,1000,420,2099)', '(shop,sale,held,400,2000,340,1099)'
);
ROLLBACK TO alike;

-- Sends of spring by OS and speed: on 1 March 400 on iOS 17.4, of which 10 within a minute and 5 within an hour.
INSERT INTO projection.campaign_cell (sent, app, day, campaign, os, seconds) VALUES
    (385, 1, '2026-03-01', 6, 1, 0), (10, 1, '2026-03-01', 6, 1, 60), (5, 1, '2026-03-01', 6, 1, 3600),
    (100, 1, '2026-03-02', 6, 2, 0), (200, 1, '2026-03-02', 7, 2, 0);
SELECT pg_temp.gives(
    'days and versions of a campaign with 300 sends',
    $$projection.campaign_page('2026-03-01', '2026-03-05', '2026-03-20 12:00Z', 0)$$,
    'level, campaign, day, os_name, os_version, is_open, sent, sent_24h, opened_24h',
    '(day,spring,2026-03-01,,,f,400,400,15)', '(day,spring,2026-03-02,,,f,100,100,0)',
    '(major,spring,,iOS,17,,500,500,15)', '(version,spring,,iOS,17.4,,400,400,15)',
    '(version,spring,,iOS,17.5,,100,100,0)'
);
SELECT pg_temp.gives(
    'whole days count as old as they are; a send opened within a minute is opened within all',
    $$projection.open_curve('2026-03-01', '2026-03-05', '2026-03-20 12:00Z')$$,
    'campaign, seconds, sent, opened',
    '(6,60,500,10)', '(6,300,500,10)', '(6,900,500,10)', '(6,3600,500,15)', '(6,10800,500,15)', '(6,43200,500,15)',
    '(6,86400,500,15)', '(6,259200,500,15)', '(6,604800,500,15)', '(7,60,200,0)', '(7,300,200,0)', '(7,900,200,0)',
    '(7,3600,200,0)', '(7,10800,200,0)', '(7,43200,200,0)', '(7,86400,200,0)', '(7,259200,200,0)', '(7,604800,200,0)'
);
SELECT pg_temp.gives(
    'campaigns with 300 sends have a curve, with an interval',
    $$analytics.open_curve('2026-03-01', '2026-03-05', '2026-03-20 12:00Z') WHERE seconds = 3600$$,
    'app_id, dimension, name, sent, opened, opened_rate, opened_rate_low, opened_rate_high',
    '(shop,all,"",700,15,0.021429,0.013028,0.035053)', '(shop,campaign,spring,500,15,0.030000,0.018263,0.048904)',
    '(shop,campaign,sale,200,0,0.000000,0.000000,0.018845)'
);
SELECT is(
    metric.found_turn_off(given.at, ARRAY[timestamptz '2026-03-01 10:01:30Z']),
    given.found, format('metric.found_turn_off: an app open %s the turn-off', given.place)
)
FROM (
    VALUES
        (timestamptz '2026-03-01 10:00:30Z', false, '60 s before'),
        ('2026-03-01 10:00:30.000001Z', true, 'less than 60 s before'),
        ('2026-03-01 10:01:30Z', true, 'at'),
        ('2026-03-01 10:01:30.000001Z', false, 'after')
) AS given (at, found, place);

SELECT * FROM finish();
ROLLBACK;
