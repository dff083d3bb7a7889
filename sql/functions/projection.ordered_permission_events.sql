-- Returns the permission events of some installations of an app, in the order of the event format: by sequence, where
-- an event without one takes the greatest of those that happened until then and comes after it, then by effective time,
-- type, id and time of occurrence. This is its only definition. n: place of the event in its installation, from 1.
-- with_repeats: also those assignments to arms that repeat an earlier one, of which an installation is as without them.
-- installations: each once; as_of, up_to: only events received up to as_of, in batches up to this position.
-- Reads log.permission_event by a key range for each installation. The planner inlines it. A FULL JOIN keeps the
-- planner from comparing every event with every repeat.
CREATE OR REPLACE FUNCTION projection.ordered_permission_events(
    installations uuid[], of_app integer, as_of timestamptz, up_to bigint, with_repeats boolean DEFAULT false
)
RETURNS TABLE (
    effective_at timestamptz,
    received_at timestamptz,
    occurred_at timestamptz,
    sequence bigint,
    n bigint,
    app integer,
    os integer,
    app_version integer,
    locale integer,
    placement integer,
    variant integer,
    experiment integer,
    device_model integer,
    occurred_offset smallint,
    type log.event_type,
    status log.authorization_status,
    delivery log.kept_delivery,
    answer log.primer_answer,
    settings smallint,
    installation_id uuid,
    id uuid
)
LANGUAGE sql STABLE
AS $$
SELECT
    event.effective_at,
    event.received_at,
    event.occurred_at,
    event.sequence,
    row_number() OVER (
        PARTITION BY event.installation_id, event.app
        ORDER BY
            coalesce(event.sequence, event.latest_sequence, -1),
            event.sequence IS NULL,
            event.effective_at,
            event.type,
            event.id,
            event.occurred_at
    ),
    event.app,
    event.os,
    event.app_version,
    event.locale,
    event.placement,
    event.variant,
    event.experiment,
    event.device_model,
    event.occurred_offset,
    event.type,
    event.status,
    event.delivery,
    event.answer,
    event.settings,
    event.installation_id,
    event.id
FROM (
    SELECT
        event.*,
        max(event.sequence) OVER (
            PARTITION BY event.installation_id, event.app ORDER BY event.effective_at
        ) AS latest_sequence
    FROM (
        SELECT event.*
        FROM permission_event AS event
        WHERE event.installation_id = ANY (installations)
            AND event.app = of_app
            AND event.received_at <= as_of
            AND NOT event.batch_id <@ (SELECT projection.batches(up_to))
    ) AS event
    FULL JOIN projection.repeated_assignments(
        (
            SELECT array_agg(installation.id)
            FROM unnest(installations) AS installation (id)
            CROSS JOIN LATERAL projection.repeats_since(installation.id, of_app)
            WHERE NOT with_repeats
        ), of_app, as_of, up_to
    ) AS repeat
        ON repeat.installation_id = event.installation_id
        AND repeat.occurred_at = event.occurred_at
        AND repeat.id = event.id
    WHERE repeat.id IS NULL
) AS event
$$;
