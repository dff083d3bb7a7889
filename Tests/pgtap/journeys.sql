-- What a journey says of its events: the order, repeated assignments, the ask, experiments, levels, people who are
-- gone, and events without an OS. On events made by hand, folded without batches.
BEGIN;
SELECT no_plan();
SET LOCAL TimeZone = 'UTC';
SET LOCAL search_path = projection, log, public;

INSERT INTO log.app (app, app_id) OVERRIDING SYSTEM VALUE VALUES (1, 'shop');
INSERT INTO log.os (os, os_name, major, minor, patch) OVERRIDING SYSTEM VALUE VALUES
    (1, 'iOS', 17, 4, 0), (2, 'iOS', 18, 0, 0);
INSERT INTO log.word (word, text) OVERRIDING SYSTEM VALUE VALUES
    (1, 'primer'), (2, 'delay'), (3, 'control'), (4, 'treatment'), (5, 'home'), (6, 'A'), (7, 'B'), (8, 'C'), (9, 'D');

CREATE FUNCTION pg_temp.id(n integer) RETURNS uuid
LANGUAGE sql IMMUTABLE
AS $$ SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid $$;

-- Stores events of an installation. Each is: seconds since midnight of 1 March, type, and of these what it has:
-- sequence=n, os=n (none: no OS), status=s, answer=a, arm=experiment/variant, variant=n, placement=n, model=n,
-- settings=bits, delivery=d. Received when it happened.
CREATE FUNCTION pg_temp.sent(installation integer, VARIADIC events text[]) RETURNS void
LANGUAGE sql
AS $$
INSERT INTO log.permission_event (
    occurred_at, effective_at, received_at, sequence, batch_id, app, os, device_model, placement, variant, experiment,
    type, status, answer, settings, delivery, occurred_offset, installation_id, id
)
SELECT
    event.at, event.at, event.at,
    substring(event.text FROM 'sequence=(\d+)')::bigint, 1, 1,
    nullif(coalesce(substring(event.text FROM 'os=(\w+)'), '1'), 'none')::integer,
    substring(event.text FROM 'model=(\d+)')::integer,
    substring(event.text FROM 'placement=(\d+)')::integer,
    coalesce(substring(event.text FROM 'arm=\d+/(\d+)'), substring(event.text FROM 'variant=(\d+)'))::integer,
    substring(event.text FROM 'arm=(\d+)')::integer,
    split_part(event.text, ' ', 2)::log.event_type,
    substring(event.text FROM 'status=(\w+)')::log.authorization_status,
    substring(event.text FROM 'answer=(\w+)')::log.primer_answer,
    substring(event.text FROM 'settings=(\d+)')::smallint,
    substring(event.text FROM 'delivery=(\w+)')::log.kept_delivery,
    0, pg_temp.id(installation), pg_temp.id(event.n::integer)
FROM (
    SELECT
        given.n,
        given.text,
        timestamptz '2026-03-01Z' + split_part(given.text, ' ', 1)::double precision * interval '1 s' AS at
    FROM unnest(events) WITH ORDINALITY AS given (text, n)
) AS event
$$;

-- Tests an expression on the journey of an installation.
CREATE FUNCTION pg_temp.says(rule text, installation integer, expression text, answer text) RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
    found text;
BEGIN
    EXECUTE format(
        'SELECT (%s)::text FROM projection.fold_journeys(ARRAY[%L::uuid], 1, ''infinity'', 9) AS journey',
        expression, pg_temp.id(installation)
    ) INTO found;
    RETURN is(found, answer, 'fold_journeys: ' || rule);
END
$$;

-- Tests the types of the events of an installation in their order.
CREATE FUNCTION pg_temp.ordered(rule text, installation integer, VARIADIC types text[]) RETURNS text
LANGUAGE sql
AS $$
SELECT is(
    (
        SELECT array_agg(event.type::text ORDER BY event.n)
        FROM projection.ordered_permission_events(
            ARRAY[pg_temp.id(installation)], 1, 'infinity', 9223372036854775807
        ) AS event
    ),
    types, 'ordered_permission_events: ' || rule
)
$$;

-- The order
SELECT pg_temp.sent(
    1, '100 prompt_shown sequence=1', '50 prompt_denied sequence=2', '200 settings_opened sequence=3',
    '60 experiment_assigned arm=1/3 os=none', '300 settings_prompt_shown'
);
SELECT pg_temp.ordered(
    'an event without a sequence takes the greatest of its time, and leaves the others where their client has them', 1,
    'prompt_shown', 'prompt_denied', 'experiment_assigned', 'settings_opened', 'settings_prompt_shown'
);
SELECT pg_temp.sent(2, '100 prompt_shown sequence=4', '100 experiment_assigned arm=1/3', '99 prompt_dismissed');
SELECT pg_temp.ordered(
    'at one instant it comes after the event whose sequence it takes; before any it comes first', 2,
    'prompt_dismissed', 'prompt_shown', 'experiment_assigned'
);
SELECT pg_temp.sent(3, '10 prompt_denied', '10 primer_shown', '5 status_observed status=denied');
SELECT pg_temp.ordered(
    'without any sequence it is the time, then the type', 3, 'status_observed', 'primer_shown', 'prompt_denied'
);

-- Repeats
SELECT pg_temp.sent(
    4, '10 experiment_assigned arm=1/3', '20 experiment_assigned arm=1/3 os=2', '30 primer_shown os=1'
);
SELECT pg_temp.says(
    'a repeat is no event of the journey', 4, 'ROW(events, last_event_at)', '(2,"2026-03-01 00:00:30+00")'
);
SELECT pg_temp.says('a repeat changes no OS', 4, 'status_os', '{1}');
SELECT pg_temp.says('an assignment to the same arm is no other variant', 4, 'reassigned_at', NULL);
SELECT pg_temp.sent(
    5, '10 experiment_assigned arm=1/3', '20 experiment_assigned arm=2/4', '30 experiment_assigned arm=1/4',
    '40 experiment_assigned arm=1/3', '50 experiment_assigned arm=2/3'
);
SELECT pg_temp.says(
    'the first other variant of an experiment', 5, 'ROW(events, reassigned_at)', '(4,"2026-03-01 00:00:30+00")'
);
SELECT pg_temp.sent(
    6, '10 experiment_assigned arm=1/3 sequence=1', '15 experiment_assigned arm=1/3 sequence=9', '20 settings_opened',
    '30 prompt_shown sequence=5'
);
SELECT pg_temp.ordered(
    'nothing takes the sequence of a repeat', 6, 'experiment_assigned', 'settings_opened', 'prompt_shown'
);
INSERT INTO log.permission_event (
    occurred_at, effective_at, received_at, batch_id, app, variant, experiment, type, occurred_offset, installation_id,
    id
)
SELECT
    arrival.at, arrival.at, arrival.at, 1, 1, 3, 1, 'experiment_assigned', 0, pg_temp.id(7), pg_temp.id(arrival.n)
FROM (
    SELECT n, timestamptz '2026-03-01Z' + n * interval '1 s' AS at FROM generate_series(1, 10001) AS n
) AS arrival;
SELECT is(
    has_too_many, false, 'has_too_many_events: repeats are not counted'
)
FROM projection.has_too_many_events(pg_temp.id(7), 1, 'infinity', 9);
SELECT pg_temp.says(
    'ten thousand repeats are one event', 7, 'ROW(events, last_event_at)', '(1,"2026-03-01 00:00:01+00")'
);
INSERT INTO log.permission_event (
    occurred_at, effective_at, received_at, batch_id, app, os, type, occurred_offset, installation_id, id
)
SELECT
    arrival.at, arrival.at, arrival.at, 1, 1, 1, 'settings_opened', 0, pg_temp.id(7), pg_temp.id(arrival.n)
FROM (
    SELECT n, timestamptz '2026-04-01Z' + n * interval '1 s' AS at FROM generate_series(1, 10000) AS n
) AS arrival;
SELECT is(
    (SELECT has_too_many FROM projection.has_too_many_events(pg_temp.id(7), 1, until, 9)), answer,
    format('has_too_many_events: until %s', until)
)
FROM (
    VALUES (timestamptz '2026-04-01 02:46:39Z', false), ('2026-04-01 02:46:40Z', true), ('2026-03-15Z', false)
) AS counted (until, answer);

-- Events without an OS
SELECT pg_temp.sent(
    8, '10 experiment_assigned arm=1/3 os=none', '20 prompt_shown os=2', '30 experiment_assigned arm=2/3 os=none'
);
SELECT pg_temp.says('no OS until an event has one; then it stays', 8, 'ROW(status_os, status_from)',
    '("{NULL,2}","{""2026-03-01 00:00:10+00"",""2026-03-01 00:00:20+00""}")');

-- Dismissals
SELECT pg_temp.sent(9, '10 prompt_dismissed', '20 prompt_shown', '30 prompt_dismissed', '40 prompt_dismissed');
SELECT pg_temp.says('the first dismissal after the prompt', 9, 'dismissed_at', '2026-03-01 00:00:30+00');
SELECT pg_temp.says('a dismissal changes no status', 9, 'status', '{unknown}');

-- The ask
SELECT pg_temp.sent(
    20, '10 prompt_shown placement=5', '20 primer_shown', '30 primer_answered answer=accepted', '40 prompt_granted'
);
SELECT pg_temp.says('no other ask if the prompt is the first', 20, '(ask).at', NULL);
SELECT pg_temp.sent(
    21, '10 primer_shown placement=5 variant=4 os=2', '20 primer_answered answer=dismissed',
    '30 primer_answered answer=accepted', '40 prompt_shown', '50 prompt_granted', '60 prompt_denied'
);
SELECT pg_temp.says('a primer, its answer and what the dialog came to', 21, 'ask',
    '("2026-03-01 00:00:10+00",2,,5,4,primer_shown,accepted,prompt_granted)');
SELECT pg_temp.sent(
    22, '10 primer_shown', '20 primer_answered answer=dismissed', '30 primer_answered answer=declined',
    '604810 primer_answered answer=accepted', '604810 prompt_shown', '604811 prompt_granted'
);
SELECT pg_temp.says('nothing at the end of the window counts', 22, 'ask',
    '("2026-03-01 00:00:10+00",1,,,,primer_shown,declined,)');
SELECT pg_temp.sent(23, '10 primer_shown', '604809 prompt_shown', '604810 prompt_granted');
SELECT pg_temp.says('a prompt just within the window, an answer after it', 23, '(ask).result', 'prompt_shown');
SELECT pg_temp.sent(24, '10 primer_answered answer=accepted', '20 status_observed status=denied');
SELECT pg_temp.says('an answer without a primer is no ask', 24, 'ROW((ask).at, prompt_at)', '(,)');
SELECT pg_temp.sent(25, '10 prompt_blocked variant=4', '15 primer_answered answer=accepted', '20 primer_shown');
SELECT pg_temp.says('a blocked dialog, without the answers to a primer', 25, 'ask',
    '("2026-03-01 00:00:10+00",1,,,4,prompt_blocked,,prompt_blocked)');
SELECT pg_temp.sent(26, '10 prompt_blocked', '20 prompt_shown', '30 prompt_denied', '40 prompt_granted');
SELECT pg_temp.says('not blocked if a dialog follows; the first answer counts', 26, '(ask).result', 'prompt_denied');
SELECT pg_temp.sent(27, '10 primer_shown', '20 prompt_granted', '30 prompt_shown');
SELECT pg_temp.says('an answer before the dialog is none', 27, '(ask).result', 'prompt_shown');

-- Experiments
SELECT pg_temp.sent(
    40, '10 experiment_assigned arm=1/4', '20 prompt_shown', '30 prompt_granted', '40 experiment_assigned arm=2/3',
    '604810 status_observed status=denied'
);
SELECT pg_temp.says('who had answered before is not counted; the status at the end of the window', 40, 'arms',
    '{"(\"2026-03-01 00:00:10+00\",1,4,denied)"}');
SELECT pg_temp.sent(41, '10 experiment_assigned arm=1/4', '20 provisional_started', '30 experiment_assigned arm=2/3',
    '40 experiment_assigned arm=1/3', '604811 status_observed status=denied');
SELECT pg_temp.says('provisional ones count, in their first arm', 41, 'arms',
    '{"(\"2026-03-01 00:00:10+00\",1,4,provisional)","(\"2026-03-01 00:00:30+00\",2,3,denied)"}');
SELECT pg_temp.sent(42, '10 status_observed status=authorized', '20 experiment_assigned arm=1/4');
SELECT pg_temp.says('who was authorized before is not counted', 42, 'arms', NULL);
SELECT pg_temp.sent(43, '10 status_observed status=denied', '15 status_observed status=not_determined',
    '20 experiment_assigned arm=1/4');
SELECT pg_temp.says('not determined counts', 43, '(arms)[1].status', 'not_determined');
SELECT bag_eq(
    $$SELECT cell.dimension, cell.value, cell.within, cell.people, cell.allowed, cell.reachable
    FROM projection.fold_journeys(ARRAY[pg_temp.id(41)], 1, 'infinity', 9) AS journey
    CROSS JOIN LATERAL projection.prompt_counts(
        -1, journey.prompt_at, journey.decision, journey.decision_at, journey.prompt_os, journey.prompt_app_version,
        journey.prompt_placement, journey.prompt_variant, journey.arms, 'UTC'
    ) AS cell$$,
    $$VALUES ('arm', 4, 1, -1, 0, -1), ('arm', 3, 2, -1, 0, 0)$$, 'prompt_counts: each arm, with a weight'
);

-- Levels: alert is bit 0, the lock screen bit 1, the notification centre bit 2, the badge bit 4, the summary bit 5.
SELECT is(metric.level_of_settings(settings::smallint), letter, format('level_of_settings: %s', rule))
FROM (
    VALUES
        (1, 'p', 'an alert whose style is not known is seen'),
        (1 + (1 << 14), 'b', 'an alert without a style is not'),
        (1 - (2 << 14), 'p', 'a banner is'),
        (2 + (1 << 14), 'p', 'the lock screen is'),
        (1 + 32, 's', 'the summary waits'),
        (32 + 4, 'q', 'a summary of nothing that is seen does not'),
        (4 + 16, 'q', 'the notification centre is found'),
        (16, 'b', 'a badge is a badge'),
        (1 << 7, 'b', 'what is off is off'),
        (NULL, NULL, 'without settings there is none')
) AS case_ (settings, letter, rule);
SELECT is(
    metric.settings_object((1 + 2 + ((1 + 2 + 4) << 7) - (2 << 14))::smallint),
    '{"alert": true, "lock_screen": true, "notification_center": false, "alert_style": "banner"}',
    'settings_object: what is on and off, and the style'
);
SELECT is(metric.settings_object(NULL), NULL, 'settings_object: null for null');
SELECT pg_temp.sent(50, '10 status_observed status=authorized', '20 status_observed status=authorized settings=1',
    '30 status_observed status=authorized settings=1', '40 status_observed status=authorized settings=33');
SELECT pg_temp.says('the level changes with the settings, and is there only once', 50,
    'ROW(levels, cardinality(status))', '(ups,3)');
SELECT pg_temp.sent(51, '10 prompt_granted settings=1', '20 status_observed status=denied settings=1',
    '30 status_observed status=authorized', '40 status_observed status=authorized settings=1');
SELECT pg_temp.says('after a change of the status, what was said before counts no more', 51, 'levels', 'p-up');
SELECT pg_temp.sent(52, '10 provisional_started', '20 status_observed status=provisional settings=1',
    '30 provisional_kept delivery=prominent', '40 status_observed status=authorized');
SELECT pg_temp.says('provisional is quiet, whatever the settings; a choice counts until the next', 52, 'levels', 'qp');
SELECT pg_temp.sent(53, '10 provisional_kept delivery=prominent settings=4');
SELECT pg_temp.says('of an event with both, the settings count', 53, 'levels', 'q');
SELECT pg_temp.sent(54, '10 status_observed status=authorized', '20 provisional_kept');
SELECT pg_temp.says('without settings there are no levels', 54, 'levels', NULL);

-- People who are gone
SELECT pg_temp.sent(60, '10 status_observed status=authorized settings=1 sequence=1', '20 push_unregistered os=none',
    '25 push_unregistered os=none', '30 status_observed status=authorized sequence=2');
SELECT pg_temp.says('gone, until the next status', 60, 'ROW(status, levels)', '("{authorized,gone,authorized}",p-u)');
SELECT pg_temp.ordered('an unregistration stands at its time', 60, 'status_observed', 'push_unregistered',
    'push_unregistered', 'status_observed');
SELECT pg_temp.sent(61, '10 status_observed status=authorized', '20 push_unregistered',
    '30 status_observed status=denied', '40 push_unregistered', '50 status_observed status=not_determined');
SELECT pg_temp.says('nothing is turned off, and no change after it is impossible', 61,
    'ROW(turned_off_at, jump_times)', '(,)');
SELECT pg_temp.sent(62, '10 push_unregistered os=none');
SELECT pg_temp.says('an installation may be known by it alone', 62, 'ROW(status, status_os)', '({gone},{NULL})');
SELECT bag_eq(
    $$SELECT change.day, change.gone, change.gained, change.lost, change.level_prominent, change.level_unknown
    FROM projection.reach_changes(
        1, '{2026-03-01 10:00Z,2026-03-02 10:00Z,2026-03-03 10:00Z}', '{authorized,gone,authorized}', '{1,1,1}', 'p-u',
        'UTC'
    ) AS change$$,
    $$VALUES
        (date '2026-03-01', 0, 1, 0, 1, 0),
        ('2026-03-02', 1, 0, 1, 0, 0), ('2026-03-02', 0, 0, 0, -1, 0),
        ('2026-03-03', 0, 1, 0, 0, 1), ('2026-03-03', -1, 0, 0, 0, 0)$$,
    'reach_changes: people who leave are lost and gone, and come back without a level'
);

-- The tables of these journeys
INSERT INTO projection.journey
SELECT journey.*
FROM projection.fold_journeys(ARRAY(SELECT pg_temp.id(n) FROM generate_series(20, 27) AS n), 1, 'infinity', 9) AS journey;
SELECT bag_eq(
    format(
        $$SELECT
            ROW(asked, primed, primer_accepted, primer_declined, prompted, blocked, granted, denied, open_window,
                settled, yield)::text
        FROM analytics.ask_by('2026-03-01', '2026-03-01', %L) WHERE dimension = 'all'$$, horizon
    ),
    ARRAY[answer], format('ask_by: %s', rule)
)
FROM (
    VALUES
        (
            timestamptz '2026-03-08 00:00:30Z', 'everyone who came to the ask, however they were asked',
            '(7,4,1,1,5,1,2,1,0,7,0.285714)'
        ),
        (
            -- Of two, an event came later.
            '2026-03-08 00:00:09Z', 'people who still have time are in no other number, whatever they did',
            '(5,0,0,0,0,0,0,0,5,0,)'
        )
) AS known (horizon, rule, answer);

-- 300 people were assigned to each arm on 2 March: 150 allow in the control, 105 in the other, which reaches 180.
INSERT INTO projection.prompt_cell (app, day, dimension, value, within, people, allowed, allowed_24h, reachable) VALUES
    (1, '2026-03-01', 'arm', 3, 1, 50, 25, 0, 25),
    (1, '2026-03-02', 'arm', 3, 1, 300, 150, 0, 150),
    (1, '2026-03-02', 'arm', 4, 1, 300, 105, 0, 180),
    (1, '2026-03-05', 'arm', 4, 1, 100, 100, 0, 100),
    (1, '2026-03-02', 'arm', 4, 2, 100, 50, 0, 50),
    (1, '2026-03-02', 'variant', 3, 1, 40, 20, 0, 0);
SELECT bag_eq(
    $$SELECT
        ROW(base, experiment, variant, outcome, control, started, reached, settled, reached_control, settled_control
        )::text
    FROM analytics.opt_in_experiments('2026-03-10Z')$$,
    ARRAY[
        '(assigned,primer,treatment,allowed,control,2026-03-02,105,300,150,300)',
        '(assigned,primer,treatment,reachable,control,2026-03-02,180,300,150,300)'
    ],
    'opt_in_experiments: an experiment with two arms, from the second on, while one with one arm has no row'
);
SELECT bag_eq(
    $$SELECT ROW(base, experiment, variant, outcome, started, reached, settled)::text
    FROM projection.past(NULL::projection.experiment_day, '2026-03-10Z') AS arm_day WHERE arm_day.others = 0$$,
    ARRAY[
        '(assigned,delay,treatment,allowed,,50,100)', '(assigned,delay,treatment,reachable,,50,100)',
        '(asked,primer,control,granted,,20,40)'
    ],
    'past_experiments: an experiment with one arm has its people, on all days'
);

-- 10,000 experiments of two arms, and one of 10,000 arms. A report shows the largest of each, and adds up the others.
INSERT INTO log.word (word, text) OVERRIDING SYSTEM VALUE
SELECT made.word, 'w' || made.word FROM generate_series(100, 10099) AS made (word);
INSERT INTO projection.prompt_cell (app, day, dimension, value, within, people, allowed, allowed_24h, reachable)
SELECT 1, date '2026-03-02', 'arm', arm.variant, made.word, 2, 1, 0, 1
FROM generate_series(100, 10099) AS made (word)
CROSS JOIN (VALUES (3), (4)) AS arm (variant)
UNION ALL
SELECT 1, date '2026-03-02', 'arm', made.word, 2, 2, 1, 0, 1
FROM generate_series(100, 10099) AS made (word);
SET LOCAL bellwether.values_shown = 100;
CREATE TEMPORARY TABLE shown ON COMMIT DROP AS
SELECT shown_row.* FROM analytics.opt_in_experiments('2026-03-10Z') AS shown_row WHERE shown_row.outcome = 'allowed';
SELECT is(
    (SELECT count(DISTINCT shown.experiment) FROM shown), 101::bigint,
    'opt_in_experiments: of 10,000 experiments as many as a report shows, and one row of the others'
);
SELECT cmp_ok(
    (SELECT count(*) FROM shown WHERE shown.experiment = 'delay'), '<=', 101::bigint,
    'opt_in_experiments: of 10,000 arms no more than a report shows, and one row of the others'
);
SELECT is(
    (SELECT shown.settled + shown.settled_control FROM shown WHERE shown.experiment = metric.rest()), 39608::bigint,
    'opt_in_experiments: nobody of the others is missing'
);

SELECT * FROM finish();
ROLLBACK;
