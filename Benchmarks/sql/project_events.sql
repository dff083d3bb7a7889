-- Appends events :first to :last of a history or a night, in batches of 10,000, each with its row in the ledger.
--
-- Events of a history have numbers below 0, those of nights from 0 on, so that nights are the same after every history.
-- Forty numbers are a block: two permission events (5%) of a new installation, and 38 engagement events of those of
-- recent blocks, more often younger ones: 15 sends, 3 receipts, 2 opens, 18 app opens.
--   receipts, opens and a third of the app opens follow a send of this or an earlier block; a tenth of opens have none
--   nine sends in ten belong to a campaign, with one notification_id for 125 blocks; half have no OS
--   the share :late of the events reaches the log up to 30 days late; one in 256 has its clock corrected
-- Run once for the same numbers. Other parameters: origin and origin_at: a number and its time. step: seconds from one
-- number to the next. pool: how many blocks back installations are taken from. answer_blocks: the maximum number of
-- blocks between a send and what follows it.
CREATE TEMPORARY TABLE made AS
WITH number AS (
    SELECT
        n,
        floor(n / 40.0)::bigint AS block,
        (n - floor(n / 40.0) * 40)::integer AS place,
        (hashint8extended(n, 1) & 1048575) / 1048576.0::double precision AS chance_1,
        (hashint8extended(n, 2) & 1048575) / 1048576.0::double precision AS chance_2,
        (hashint8extended(n, 3) & 1048575) / 1048576.0::double precision AS chance_3
    FROM generate_series(:first::bigint, :last::bigint) AS numbers (n)
),

-- send: the number of the send that the event follows, in an earlier block or its own.
answering AS (
    SELECT
        number.*,
        CASE
            WHEN number.place BETWEEN 17 AND 27 THEN
                (number.block - floor(number.chance_1 * number.chance_1 * number.chance_1 * least(
                    :answer_blocks::bigint, CASE WHEN number.n >= 0 THEN number.block ELSE :answer_blocks::bigint END
                ))::bigint) * 40 + 2 + floor(number.chance_2 * 15)::bigint
        END AS send,
        (number.block % 20 + 20)::integer % 20 AS story
    FROM number
),

owned AS (
    SELECT
        answering.*,
        floor(coalesce(answering.send, answering.n) / 40.0)::bigint - floor(
            :pool::bigint * power((hashint8extended(coalesce(answering.send, answering.n), 4) & 1048575) / 1048576.0, 2)
        )::bigint AS younger_or_older
    FROM answering
),

told AS (
    SELECT
        owned.*,
        CASE
            WHEN owned.place = 0 OR owned.place = 1 AND owned.story IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18)
                THEN owned.block
            -- After a denial: asked to open Settings, opens them, and half of the time has changed the permission.
            WHEN owned.place = 1 AND owned.story = 19 THEN owned.block - 8
            WHEN owned.place = 1 AND owned.story = 15 THEN owned.block - 24
            WHEN owned.place = 1 AND owned.block % 40 = 16 THEN owned.block - 25
            ELSE owned.younger_or_older
        END AS installation,
        CASE
            WHEN owned.place = 0 AND owned.story <= 16 THEN 'prompt_shown'
            WHEN owned.place = 0 AND owned.story <= 18 THEN 'provisional_started'
            WHEN owned.place = 0 THEN 'status_observed'
            WHEN owned.place = 1 AND owned.story <= 10 THEN 'prompt_granted'
            WHEN owned.place = 1 AND owned.story <= 14 THEN 'prompt_denied'
            WHEN owned.place = 1 AND owned.story = 15 THEN 'settings_opened'
            WHEN owned.place = 1 AND owned.story = 16 THEN 'status_observed'
            WHEN owned.place = 1 AND owned.story = 17 THEN 'provisional_kept'
            WHEN owned.place = 1 AND owned.story = 18 THEN 'provisional_turned_off'
            WHEN owned.place = 1 THEN 'settings_prompt_shown'
            WHEN owned.place <= 16 THEN 'notification_sent'
            WHEN owned.place <= 19 THEN 'notification_received'
            WHEN owned.place <= 21 THEN 'notification_opened'
            ELSE 'app_opened'
        END::log.event_type AS type,
        :'origin_at'::timestamptz + (owned.n - :origin) * interval '1 s' * :step AS arrives_at
    FROM owned
)

SELECT
    told.n,
    told.type,
    :first_batch + (told.n - :first) / 10000 AS batch_id,
    told.story,
    told.block,
    told.send,
    told.chance_3 AS chance,
    timed.effective_at + CASE WHEN hashint8extended(told.n, 6) & 255 = 0 THEN interval '-26 hours' ELSE interval '0' END
        AS occurred_at,
    timed.effective_at,
    told.arrives_at + timed.answers_after + interval '2 s' AS received_at,
    md5('installation ' || told.installation)::uuid AS installation_id,
    md5('event ' || told.n)::uuid AS id,
    (ARRAY[1, 1, 1, 1, 1, 1, 1, 2, 2, 3])[(told.installation % 10 + 10) % 10 + 1] AS app,
    ((told.installation % 14 + 14) % 14 + 1)::integer AS os,
    ((told.installation % 7 + 7) % 7 + 1)::integer AS word,
    coalesce(told.send, told.n) AS named
FROM told
CROSS JOIN LATERAL (
    -- An answer to the prompt takes 3 s to 10 minutes; late events happened up to 30 days earlier.
    SELECT
        moved.answers_after,
        told.arrives_at + moved.answers_after
            - CASE WHEN told.chance_3 < :late THEN interval '30 days' * (told.chance_3 / :late::double precision)
                ELSE interval '0' END AS effective_at
    FROM (
        SELECT CASE WHEN told.place = 1
            THEN interval '3 s' + interval '10 minutes' * power(told.chance_1, 4) ELSE interval '0'
        END AS answers_after
    ) AS moved
) AS timed;

SELECT log.make_partitions(array_agg(DISTINCT date_trunc('month', made.occurred_at AT TIME ZONE 'UTC')::date))
FROM made;

INSERT INTO log.engagement_event (
    occurred_at, effective_at, received_at, sent_at, batch_id, app, os, app_version, device_model, locale, campaign, type,
    app_state, trigger, occurred_offset, installation_id, id, notification_id
)
SELECT
    made.occurred_at, made.effective_at, made.received_at,
    CASE WHEN made.effective_at <> made.occurred_at THEN made.received_at - interval '26 hours' END,
    made.batch_id, made.app,
    CASE WHEN made.type > 'notification_sent' OR made.type = 'notification_sent' AND made.n % 2 = 0 THEN made.os END,
    CASE WHEN made.type > 'notification_sent' THEN made.word END,
    CASE WHEN made.type > 'notification_sent' THEN made.word + 10 END,
    CASE WHEN made.type > 'notification_sent' THEN made.word + 20 END,
    CASE WHEN named.is_campaign THEN ((made.named / 5000 % 200 + 200) % 200 + 50)::integer END,
    made.type,
    CASE WHEN made.type = 'notification_opened' THEN 'background' END::log.app_state,
    CASE WHEN made.type = 'notification_opened' THEN CASE WHEN made.chance > 0.95 THEN 'local' ELSE 'push' END
    END::log.open_trigger,
    0, made.installation_id, made.id,
    CASE
        WHEN made.type NOT BETWEEN 'notification_sent' AND 'notification_opened' THEN NULL
        WHEN made.type = 'notification_opened' AND made.chance BETWEEN 0.90 AND 0.95 THEN 'elsewhere-' || made.n
        WHEN named.is_campaign THEN 'n-' || made.named / 5000
        ELSE md5('message ' || made.named)
    END
FROM made
CROSS JOIN LATERAL (
    SELECT made.type BETWEEN 'notification_sent' AND 'notification_opened' AND hashint8extended(made.named, 5) % 10 <> 0
        AS is_campaign
) AS named
WHERE made.type >= 'notification_sent'
UNION ALL
SELECT
    made.occurred_at, made.effective_at, made.received_at, NULL, made.batch_id, made.app, NULL, NULL, NULL, NULL, NULL,
    made.type, NULL, NULL, 0, made.installation_id, made.id, NULL
FROM made
WHERE made.type <= 'settings_opened'
ORDER BY batch_id, occurred_at, installation_id, id;

INSERT INTO log.permission_event (
    occurred_at, effective_at, received_at, batch_id, app, os, app_version, device_model, locale, placement, variant,
    type, status, delivery, occurred_offset, installation_id, id
)
SELECT
    made.occurred_at, made.effective_at, made.received_at, made.batch_id, made.app, made.os, made.word,
    made.word + 10, made.word + 20,
    CASE WHEN made.type = 'prompt_shown' THEN 31 + made.word % 3 END,
    CASE WHEN made.type = 'prompt_shown' THEN 41 + made.word % 2 END,
    made.type,
    CASE WHEN made.type = 'status_observed' THEN CASE
        WHEN made.story = 19 THEN 'not_determined'
        WHEN made.block % 40 = 16 OR made.chance < 0.5 THEN 'authorized'
        ELSE 'denied'
    END END::log.authorization_status,
    CASE WHEN made.type = 'provisional_kept' AND made.chance < 0.9 THEN
        CASE WHEN made.chance < 0.5 THEN 'quiet' ELSE 'prominent' END
    END::log.kept_delivery,
    0, made.installation_id, made.id
FROM made
WHERE made.type <= 'settings_opened'
ORDER BY made.batch_id, made.installation_id, made.occurred_at, made.id;

INSERT INTO log.batch (
    batch_id, position, committed_at, latest_received_at, first_line, last_line, start_offset, end_offset, accepted,
    duplicates, rejected, is_last, source, engagement_months
)
SELECT
    made.batch_id, made.batch_id, max(made.received_at), max(made.received_at), 1, count(*), 0, count(*), count(*), 0, 0,
    false, 'made', array_agg(DISTINCT date_trunc('month', made.occurred_at AT TIME ZONE 'UTC')::date)
FROM made
GROUP BY made.batch_id
ORDER BY made.batch_id;

INSERT INTO log.delivery (batch_id, received_from, deliveries, outcome)
SELECT made.batch_id, date_bin('15 minutes', made.received_at, 'epoch'), count(*), 'accepted'
FROM made
GROUP BY made.batch_id, date_bin('15 minutes', made.received_at, 'epoch')
ORDER BY made.batch_id, date_bin('15 minutes', made.received_at, 'epoch');

DROP TABLE made;
