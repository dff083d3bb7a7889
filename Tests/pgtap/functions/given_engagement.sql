-- Sends of 1 March at 12:00 with receipts and opens, in two batches; the second begins on 5 March. Installation 1: "a"
-- of a campaign, received, opened directly, and denied on 5 March. 2: also "a", the app opened an hour later, the
-- notification on 5 March. 3: "b", received by a clock that is 30 s slow, a local open, and a direct open that arrives
-- on 5 March. 4: opens a notification that has no send, by a clock that is two months fast.
INSERT INTO happened (id, installation, batch, os, type, effective_at, campaign, notification_id) VALUES
    (11, 1, 1, NULL, 'notification_sent', '2026-03-01 12:00Z', 6, 'a'),
    (12, 1, 1, 1, 'notification_received', '2026-03-01 12:00:30Z', 6, 'a'),
    (13, 1, 1, 1, 'notification_opened', '2026-03-01 12:10Z', 6, 'a'),
    (14, 1, 1, 1, 'app_opened', '2026-03-01 12:10:05Z', NULL, NULL),
    (21, 2, 1, NULL, 'notification_sent', '2026-03-01 12:00Z', 6, 'a'),
    (22, 2, 1, 1, 'app_opened', '2026-03-01 13:00Z', NULL, NULL),
    (23, 2, 2, 1, 'notification_opened', '2026-03-05 12:00Z', 6, 'a'),
    (31, 3, 1, 2, 'notification_sent', '2026-03-01 12:00Z', NULL, 'b'),
    (32, 3, 1, 2, 'notification_received', '2026-03-01 11:59:30Z', NULL, 'b');
INSERT INTO happened (
    id, installation, batch, os, type, effective_at, received_at, occurred_at, trigger, notification_id
)
VALUES
    (33, 3, 1, 2, 'notification_opened', '2026-03-02 09:00Z', NULL, NULL, 'local', 'b'),
    (34, 3, 2, 2, 'notification_opened', '2026-03-01 18:00Z', '2026-03-05 12:00:10Z', NULL, NULL, 'b'),
    (41, 4, 1, 1, 'notification_opened', '2026-03-02 10:00Z', NULL, '2026-05-02 10:00Z', NULL, 'c');
INSERT INTO happened (id, installation, batch, os, type, status, effective_at) VALUES
    (15, 1, 1, 1, 'status_observed', 'authorized', '2026-02-28 10:00Z'),
    (16, 1, 2, 1, 'status_observed', 'denied', '2026-03-05 08:00Z'),
    (24, 2, 1, 1, 'status_observed', 'authorized', '2026-02-28 10:00Z'),
    (25, 2, 1, 2, 'status_observed', 'authorized', '2026-03-01 12:00:01Z');
SELECT pg_temp.store();

-- The state that the projections compute from these events.
INSERT INTO projection.checkpoint (position, version, name, sql_sha256)
SELECT 2, 1, name, ''
FROM unnest(ARRAY['journey', 'opens', 'activity', 'deliveries', 'quality', 'states']) AS name;
INSERT INTO projection.notification (
    app, installation_id, notification_id, send_at, send_occurred_at, send_id, send_period, own_os, os, campaign,
    received, opened
)
VALUES
    (
        1, pg_temp.id(1), 'a', '2026-03-01 12:00Z', '2026-03-01 12:00Z', pg_temp.id(11), 683, NULL, 1, 6,
        '{2026-03-01 12:00:30Z}', '{2026-03-01 12:10Z}'
    ),
    (
        1, pg_temp.id(2), 'a', '2026-03-01 12:00Z', '2026-03-01 12:00Z', pg_temp.id(21), 683, NULL, 1, 6,
        NULL, '{2026-03-05 12:00Z}'
    ),
    (
        1, pg_temp.id(3), 'b', '2026-03-01 12:00Z', '2026-03-01 12:00Z', pg_temp.id(31), 683, 2, 2, NULL,
        '{2026-03-01 11:59:30Z}', '{2026-03-01 18:00Z}'
    );
INSERT INTO projection.opens_cell (
    app, day, dimension, value, sent, received, direct_opens, influenced_opens, openers, active, opened_24h
) VALUES
    (1, '2026-03-01', 'os', 1, 2, 1, 2, 0, 1, 2, 1),
    (1, '2026-03-01', 'os', 2, 1, 1, 1, 0, 1, 1, 1),
    (1, '2026-03-02', 'os', 1, 0, 0, 0, 0, 1, 1, 0),
    (1, '2026-03-02', 'os', 2, 0, 0, 0, 0, 0, 1, 0),
    (1, '2026-03-05', 'os', 1, 0, 0, 0, 0, 1, 1, 0),
    (1, '2026-03-01', 'campaign', 6, 2, 1, 2, 0, 0, 0, 1),
    (1, '2026-03-01', 'campaign', 0, 1, 1, 1, 0, 0, 0, 1),
    (1, '2026-03-01', 'hour', 156, 3, 2, 3, 0, 0, 0, 2);
INSERT INTO projection.unsent_cell (app, day, opens) VALUES (1, '2026-03-02', 1);

INSERT INTO projection.journey (
    latest_received_at, app, events, installation_id, status_from, status, status_os
)
VALUES
    (
        '2026-03-05 08:00:01Z', 1, 2, pg_temp.id(1), '{2026-02-28 10:00Z,2026-03-05 08:00Z}', '{authorized,denied}',
        '{1,1}'
    ),
    (
        '2026-03-01 12:00:02Z', 1, 2, pg_temp.id(2), '{2026-02-28 10:00Z,2026-03-01 12:00:01Z}',
        '{authorized,authorized}', '{1,2}'
    );
INSERT INTO projection.reach_step (
    app, day, os_name, os_major, os_minor, authorized, provisional, ephemeral, denied, not_determined, unknown, gained,
    lost
)
VALUES
    (1, '2026-02-28', 'iOS', 17, 4, 2, 0, 0, 0, 0, 0, 2, 0),
    (1, '2026-03-01', 'iOS', 17, 4, -1, 0, 0, 0, 0, 0, 0, 0),
    (1, '2026-03-01', 'iOS', 17, 5, 1, 0, 0, 0, 0, 0, 0, 0),
    (1, '2026-03-05', 'iOS', 17, 4, -1, 0, 0, 1, 0, 0, 0, 1);
INSERT INTO projection.installation_activity (app, installation_id, active_28d, openers_28d, reachable) VALUES
    (
        1, pg_temp.id(1), '{[2026-03-01,2026-03-29)}', '{[2026-03-01,2026-03-29)}', '{[2026-02-28,2026-03-05)}'
    ),
    (1, pg_temp.id(2), '{[2026-03-01,2026-04-02)}', '{[2026-03-05,2026-04-02)}', '{[2026-02-28,)}'),
    (1, pg_temp.id(3), '{[2026-03-01,2026-03-30)}', '{[2026-03-01,2026-03-29)}', '{}'),
    (1, pg_temp.id(4), '{[2026-03-02,2026-03-30)}', '{[2026-03-02,2026-03-30)}', '{}');
INSERT INTO projection.activity_step (app, day, active_28d, openers_28d, reachable_28d, reachable) VALUES
    (1, '2026-02-28', 0, 0, 0, 2),
    (1, '2026-03-01', 3, 2, 2, 0),
    (1, '2026-03-02', 1, 1, 0, 0),
    (1, '2026-03-05', 0, 1, -1, -1),
    (1, '2026-03-29', -1, -2, 0, 0),
    (1, '2026-03-30', -2, -1, 0, 0),
    (1, '2026-04-02', -1, -1, -1, 0);
