-- What a step hands to the function that folds notifications. Run once, by the migrator, as the owner. Reads nothing.
CREATE TYPE projection.told_event AS (
    effective_at timestamptz,
    occurred_at timestamptz,
    app integer,
    os integer,
    campaign integer,
    type log.event_type,
    installation_id uuid,
    id uuid,
    notification_id text COLLATE "C"
);
