-- Names of apps, systems and texts, and people who were asked.
INSERT INTO log.app (app, app_id) OVERRIDING SYSTEM VALUE VALUES (1, 'shop'), (2, 'game');
INSERT INTO log.os (os, os_name, major, minor, patch) OVERRIDING SYSTEM VALUE VALUES
    (1, 'iOS', 17, 4, 0),
    (2, 'iOS', 17, 5, 0),
    (3, 'Android', 14, 0, 0),
    (4, 'iOS', 9, 3, 0);
INSERT INTO log.word (word, text) OVERRIDING SYSTEM VALUE VALUES
    (1, '5.0'),
    (2, '5.10'),
    (3, 'home'),
    (4, 'control'),
    (5, 'blue'),
    (6, 'spring');

-- Returns the UUID of an event or installation.
CREATE FUNCTION pg_temp.id(n integer) RETURNS uuid
LANGUAGE sql IMMUTABLE
AS $$ SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid $$;

-- Journeys in the state: people asked in two weeks, from 8 to 14 March and the week before; four trials; three people
-- asked to open Settings. All except 10 belong to app 1.
INSERT INTO projection.journey (
    installation_id, app, prompt_at, decision, decision_at, prompt_os, prompt_app_version, prompt_placement,
    prompt_variant, latest_received_at, events, status_from, status, status_os
)
SELECT
    pg_temp.id(person.n), person.app, person.prompt_at, person.decision::log.event_type,
    person.prompt_at + person.seconds * interval '1 s', person.os, person.app_version, person.placement, person.variant,
    '2026-03-19 12:00Z', CASE WHEN person.decision IS NULL THEN 1 ELSE 2 END,
    array_remove(ARRAY[person.prompt_at, person.prompt_at + person.seconds * interval '1 s'], NULL),
    CASE person.decision
        WHEN 'prompt_granted' THEN '{unknown,authorized}'::log.authorization_status[]
        WHEN 'prompt_denied' THEN '{unknown,denied}'
        ELSE '{unknown}'
    END,
    CASE WHEN person.decision IS NULL THEN ARRAY[person.os] ELSE ARRAY[person.os, person.os] END
FROM (
    VALUES
        (1, 1, timestamptz '2026-03-08 10:00Z', 'prompt_granted', 2, 1, 1, 3, 4),
        (2, 1, '2026-03-08 11:00Z', 'prompt_denied', 4, 1, 1, 3, 4),
        (3, 1, '2026-03-09 10:00Z', 'prompt_granted', 20, 1, 2, 3, 5),
        (4, 1, '2026-03-10 10:00Z', NULL, NULL, 2, 2, 3, 5),
        (5, 1, '2026-03-14 10:00Z', 'prompt_granted', 8, 2, 2, 3, 5),
        (6, 1, '2026-03-14 12:00Z', 'prompt_denied', 100, 2, 1, NULL, NULL),
        (11, 1, '2026-03-14 13:00Z', NULL, NULL, 2, 2, 3, 5),
        (7, 1, '2026-03-02 10:00Z', 'prompt_granted', 1, 1, 1, 3, 4),
        (8, 1, '2026-03-03 10:00Z', 'prompt_denied', 3, 1, 1, 3, 4),
        (9, 1, '2026-03-03 11:00Z', 'prompt_denied', 3, 2, 1, 3, 4),
        (10, 2, '2026-03-10 10:00Z', 'prompt_granted', 5, 3, NULL, NULL, NULL)
) AS person (n, app, prompt_at, decision, seconds, os, app_version, placement, variant);
-- The first person opened a notification a day later; the third turned notifications off after ten days.
UPDATE projection.journey SET first_open_at = '2026-03-09 10:00Z' WHERE installation_id = pg_temp.id(1);
UPDATE projection.journey SET
    events = 3,
    status_from = status_from || timestamptz '2026-03-19 10:00:20Z',
    status = status || 'denied'::log.authorization_status,
    status_os = status_os || 1
WHERE installation_id = pg_temp.id(3);

INSERT INTO projection.journey (
    installation_id, app, trial_at, trial_os, outcome, asked_at, asked_os, settings_opened_at, has_returned,
    latest_received_at,
    events, status_from, status, status_os
)
SELECT
    pg_temp.id(person.n), 1, person.trial_at, person.os, person.outcome, person.asked_at, person.os,
    person.settings_opened_at,
    person.has_returned, '2026-03-19 12:00Z', 1, '{2026-03-08 10:00Z}', '{denied}', ARRAY[person.os]
FROM (
    VALUES
        (21, 1, timestamptz '2026-03-08 10:00Z', 'kept_prominent', NULL::timestamptz, NULL::timestamptz, NULL),
        (22, 1, '2026-03-08 10:00Z', 'turned_off', NULL, NULL, NULL),
        (23, 2, '2026-03-08 10:00Z', NULL, NULL, NULL, NULL),
        (24, 2, '2026-03-08 10:00Z', 'upgraded', NULL, NULL, NULL),
        (31, 1, NULL, NULL, '2026-03-09 10:00Z', '2026-03-09 11:00Z', true),
        (32, 1, NULL, NULL, '2026-03-09 10:00Z', '2026-03-09 11:00Z', false),
        (33, 2, NULL, NULL, '2026-03-09 10:00Z', NULL, false)
) AS person (n, os, trial_at, outcome, asked_at, settings_opened_at, has_returned);
