-- Permission events of five installations of one app, in two batches (the second begins on 10 March), and an open of
-- the fourth. 1: denied, asked to open Settings, and authorized again. 2: a trial kept quietly; then its status jumps.
-- 3: on iOS 9, an answer without a prompt, then a late answer. 4: granted, and opened a notification 9 days later. 5: a
-- grant that arrived late, later denied.
INSERT INTO happened (id, installation, batch, os, type, status, effective_at) VALUES
    (11, 1, 1, 1, 'prompt_shown', NULL, '2026-03-01 10:00Z'),
    (12, 1, 1, 1, 'prompt_denied', NULL, '2026-03-01 10:00:05Z'),
    (13, 1, 1, 1, 'settings_prompt_shown', NULL, '2026-03-05 09:00Z'),
    (14, 1, 1, 1, 'settings_opened', NULL, '2026-03-05 09:00:10Z'),
    (15, 1, 1, 1, 'status_observed', 'authorized', '2026-03-05 09:01Z'),
    (21, 2, 1, 2, 'provisional_started', NULL, '2026-03-01 08:00Z'),
    (23, 2, 2, 2, 'status_observed', 'not_determined', '2026-03-10 08:00Z'),
    (31, 3, 1, 4, 'status_observed', 'denied', '2026-03-01 09:00Z'),
    (32, 3, 1, 4, 'prompt_granted', NULL, '2026-03-02 09:00Z'),
    (33, 3, 1, 4, 'prompt_shown', NULL, '2026-03-03 09:00Z'),
    (34, 3, 2, 4, 'prompt_denied', NULL, '2026-03-11 09:00Z'),
    (41, 4, 1, 1, 'prompt_shown', NULL, '2026-03-01 10:00Z'),
    (42, 4, 1, 1, 'prompt_granted', NULL, '2026-03-01 10:00:02Z'),
    (43, 4, 2, 1, 'notification_opened', NULL, '2026-03-10 09:00Z'),
    (51, 5, 1, 1, 'prompt_shown', NULL, '2026-03-01 10:00Z'),
    (53, 5, 2, 1, 'status_observed', 'denied', '2026-03-21 09:00Z');
INSERT INTO happened (id, installation, batch, os, type, delivery, effective_at, received_at) VALUES
    (22, 2, 1, 2, 'provisional_kept', 'quiet', '2026-03-02 08:00Z', NULL),
    (52, 5, 2, 1, 'prompt_granted', NULL, '2026-03-01 10:00:10Z', '2026-03-20 09:00Z');
SELECT pg_temp.store();
INSERT INTO projection.notification_open (effective_at, received_at, app, installation_id)
VALUES ('2026-03-10 09:00Z', '2026-03-10 09:00:01Z', 1, pg_temp.id(4));

-- The state when all events are known.
SET LOCAL search_path = public, projection, log;
INSERT INTO projection.journey
SELECT fold.*
FROM projection.fold_journeys(ARRAY(SELECT pg_temp.id(n) FROM generate_series(1, 5) AS n), 1, '2026-03-31Z') AS fold;
SET LOCAL search_path = public;
