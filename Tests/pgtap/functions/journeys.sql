-- The fold of journeys, and journeys at earlier horizons.
\ir given_journeys.sql
SET LOCAL search_path = public, projection, log;

SELECT pg_temp.gives(
    $$projection.fold_journeys_v1(ARRAY[pg_temp.id(1)], 1, '2026-03-31Z')$$,
    ARRAY['("2026-03-01 10:00:00+00",prompt_denied,"2026-03-01 10:00:05+00","2026-03-05 09:00:00+00",'
        '"2026-03-05 09:00:10+00",t,"{unknown,denied,authorized}",5)'],
    'denied, asked to open Settings, went there and returned',
    'ROW(given.prompt_at, given.decision, given.decision_at, given.asked_at, given.went_at, given.has_returned,
        given.status, given.events)'
);
SELECT pg_temp.gives(
    $$projection.fold_journeys_v1(ARRAY[pg_temp.id(2)], 1, '2026-03-31Z')$$,
    ARRAY['("2026-03-01 08:00:00+00",2,kept_quiet,"2026-03-02 08:00:00+00",'
        '"{provisional,authorized,not_determined}","2026-03-10 08:00:00+00",)'],
    'a trial with its outcome, and an impossible change of status',
    'ROW(given.trial_at, given.trial_os, given.outcome, given.outcome_at, given.status, given.jump_at[1],
        given.prompt_at)'
);
SELECT pg_temp.gives(
    $$projection.fold_journeys_v1(ARRAY[pg_temp.id(3)], 1, '2026-03-31Z')$$,
    ARRAY['("2026-03-03 09:00:00+00",,"2026-03-11 09:00:00+00","2026-03-02 09:00:00+00",'
        '"{not_determined,authorized,denied}")'],
    'denied can mean never asked before iOS 10; an answer without a prompt; an answer after the window',
    'ROW(given.prompt_at, given.decision, given.late_answer_at, given.orphan_at[1], given.status)'
);
SELECT pg_temp.gives(
    $$projection.fold_journeys_v1(ARRAY[pg_temp.id(4)], 1, '2026-03-31Z')$$,
    ARRAY['(prompt_granted,"2026-03-10 09:00:00+00","2026-03-10 09:00:01+00")'],
    'the first open within 30 days after a grant; its receipt is included in latest_received_at',
    'ROW(given.decision, given.first_open_at, given.latest_received_at)'
);
SELECT pg_temp.gives(
    $$projection.fold_journeys_v1(ARRAY[pg_temp.id(1), pg_temp.id(4)], 1, '2026-03-02Z')$$,
    ARRAY['(prompt_denied,"{unknown,denied}",)', '(prompt_granted,"{unknown,authorized}",)'],
    'ignores events received later', 'ROW(given.decision, given.status, given.first_open_at)'
);
INSERT INTO happened (id, installation, batch, app, sequence, type, effective_at) VALUES
    (61, 6, 3, 2, 1, 'prompt_shown', '2026-03-01 10:00Z'),
    (62, 6, 3, 2, 2, 'prompt_granted', '2026-03-01 09:59:58Z');
SELECT pg_temp.store();
SELECT pg_temp.gives(
    $$projection.fold_journeys_v1(ARRAY[pg_temp.id(6)], 2, '2026-03-31Z')$$,
    ARRAY['(2,"2026-03-01 10:00:00+00",prompt_granted,"2026-03-01 09:59:58+00",,{authorized})'],
    'if every event has a sequence, it determines the order, not the clock',
    'ROW(given.app, given.prompt_at, given.decision, given.decision_at, given.orphan_at, given.status)'
);

CREATE TEMPORARY TABLE folded (LIKE projection.journey_v1) ON COMMIT DROP;
ALTER TABLE folded ADD CHECK (installation_id <> pg_temp.id(2));
SELECT pg_temp.leaves(
    'projection.fold_into_work_table(ARRAY[pg_temp.id(1), pg_temp.id(2), pg_temp.id(5)], 1)',
    $$SELECT right(folded.installation_id::text, 1), folded.decision::text FROM folded
    UNION ALL
    SELECT right(aside.installation_id::text, 1), aside.reason FROM projection.set_aside_v1 AS aside$$,
    '{"(1,prompt_denied)","(5,prompt_granted)","(2,fold_failed)"}',
    'sets aside the failing installation, and folds the others'
);
SELECT pg_temp.gives(
    $$projection.set_aside_at('2026-03-31Z')$$, '{"(1,2)"}', 'an installation whose fold failed is set aside at every horizon',
    'ROW(given.app, right(given.installation_id::text, 1))'
);

SET LOCAL search_path = public;
SELECT pg_temp.gives(
    $$projection.journeys_after('2026-03-06Z')$$, '{2,3,4,5}', 'journeys that include events or opens received later',
    'right(given.installation_id::text, 1)'
);
SELECT pg_temp.gives(
    $$projection.journeys_after('2026-03-31Z')$$, '{}', 'none if everything is known',
    'right(given.installation_id::text, 1)'
);
SELECT pg_temp.gives(
    $$projection.past_journeys('2026-03-06Z')$$,
    ARRAY[
        '(2,,"{provisional,authorized}",)', '(3,,"{not_determined,authorized}",)',
        '(4,prompt_granted,"{unknown,authorized}",)', '(5,,{unknown},)'
    ],
    'these journeys, without what was received later',
    'ROW(right(given.installation_id::text, 1), given.decision, given.status, given.first_open_at)'
);
SELECT pg_temp.gives(
    $$projection.journeys_refolded('2026-03-06Z')$$,
    ARRAY[
        '(2,,"{provisional,authorized}",)', '(3,,"{not_determined,authorized}",)',
        '(4,prompt_granted,"{unknown,authorized}",)', '(5,,{unknown},)'
    ],
    'the same, whether computed or kept',
    'ROW(right(given.installation_id::text, 1), given.decision, given.status, given.first_open_at)'
);
SELECT pg_temp.gives($$projection.journeys_refolded('2026-03-31Z')$$, '{}', 'none if everything is known');
SELECT pg_temp.gives(
    $$projection.journeys_known_by('2026-03-06Z')$$,
    '{"(1,prompt_denied,)","(2,,)","(3,,)","(4,prompt_granted,)","(5,,)"}',
    'the others unchanged, and these computed again',
    'ROW(right(given.installation_id::text, 1), given.decision, given.first_open_at)'
);

SELECT pg_temp.gives(
    $$metric.status_spans(
        '{2026-03-01Z,2026-03-02Z,2026-03-03Z,2026-03-04Z}', '{unknown,denied,denied,denied}', '{1,1,1,2}'
    )$$,
    ARRAY[
        '("2026-03-01 00:00:00+00","2026-03-02 00:00:00+00",unknown,1,)',
        '("2026-03-02 00:00:00+00","2026-03-04 00:00:00+00",denied,1,unknown)',
        '("2026-03-04 00:00:00+00",,denied,2,denied)'
    ],
    'a span for each status and OS version'
);
SELECT pg_temp.gives(
    $$analytics.status_at('2026-03-05 09:00:59Z')$$,
    '{"(1,denied,f)","(2,authorized,t)","(3,authorized,t)","(4,authorized,t)","(5,authorized,t)"}',
    'the status after the last event up to the time',
    'ROW(right(given.installation_id::text, 1), given.status, given.is_reachable)'
);
SELECT pg_temp.gives(
    $$analytics.status_at('2026-03-01 09:00Z')$$, '{"(2,provisional,17.5)","(3,not_determined,9.3)"}',
    'without installations that have no event by then',
    'ROW(right(given.installation_id::text, 1), given.status, given.os_version)'
);

SELECT pg_temp.gives(
    $$projection.permission_quality('2026-03-01', '2026-03-31', '2026-03-31Z')$$,
    '{"(1,1,1,1)"}', 'one of each kind'
);
SELECT pg_temp.gives(
    $$projection.permission_quality('2026-03-01', '2026-03-31', '2026-03-06Z')$$, '{"(1,1,0,0)"}',
    'ignores what is not known yet'
);
SELECT pg_temp.gives(
    $$projection.permission_quality('2026-03-03', '2026-03-10', '2026-03-31Z')$$, '{"(1,0,0,1)"}',
    'by the day of the counted event'
);

-- The ids of batches, and the permission events of some batches.
SET LOCAL search_path = public, log;
SELECT pg_temp.gives('projection.batches(0, 2)', ARRAY['{[1,3)}'], 'neighbouring ids form one range');
SELECT pg_temp.gives('projection.batches(1, 2)', ARRAY['{[2,3)}'], 'after one position up to and including another');
SELECT pg_temp.gives('projection.batches(3)', ARRAY['{}'], 'the empty set if there are none');
SELECT pg_temp.gives(
    $$projection.gaps('{[1,2),[4,6),[9,10)}')$$, ARRAY['{[2,4),[6,9)}'], 'the ids between that are missing'
);
SELECT pg_temp.gives(
    'projection.permission_events(1, 2)', '{23,34,52,53}', 'the events of the batches between two positions',
    'ltrim(right(given.id::text, 2), ''0'')'
);
SET LOCAL search_path = public;
