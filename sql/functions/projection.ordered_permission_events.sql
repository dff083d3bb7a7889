-- Returns the permission events of some installations of an app, in the order of the event format: by sequence if all
-- events of the installation have one, then by effective time, type, id and time of occurrence. This is its only
-- definition. n: place of the event in its installation, from 1. ordered_from: earliest receipt of one of its events
-- without a sequence (null if none); what was known before then may have another order.
-- installations: each once; as_of, up_to: only events received up to as_of, in batches up to this position.
-- Reads log.permission_event by a key range for each installation. The planner inlines it.
CREATE OR REPLACE FUNCTION projection.ordered_permission_events(
    installations uuid[], of_app integer, as_of timestamptz, up_to bigint
)
RETURNS TABLE (
    effective_at timestamptz,
    received_at timestamptz,
    n bigint,
    app integer,
    os integer,
    app_version integer,
    locale integer,
    placement integer,
    variant integer,
    device_model integer,
    occurred_offset smallint,
    type log.event_type,
    status log.authorization_status,
    delivery log.kept_delivery,
    installation_id uuid,
    ordered_from timestamptz
)
LANGUAGE sql STABLE
AS $$
SELECT
    event.effective_at,
    event.received_at,
    row_number() OVER (
        PARTITION BY event.installation_id, event.app
        ORDER BY
            CASE WHEN event.ordered_from IS NULL THEN event.sequence END,
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
    event.device_model,
    event.occurred_offset,
    event.type,
    event.status,
    event.delivery,
    event.installation_id,
    event.ordered_from
FROM (
    SELECT
        event.*,
        min(event.received_at) FILTER (WHERE event.sequence IS NULL) OVER (
            PARTITION BY event.installation_id, event.app
        ) AS ordered_from
    FROM permission_event AS event
    WHERE event.installation_id = ANY (installations)
        AND event.app = of_app
        AND event.received_at <= as_of
        AND NOT event.batch_id <@ (SELECT projection.batches(up_to))
) AS event
$$;
