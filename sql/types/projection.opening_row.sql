-- An opening of a notification or the app; see projection.openings_between.
DROP TYPE IF EXISTS projection.opening_row;
CREATE TYPE projection.opening_row AS (
    at timestamptz,
    occurred_at timestamptz,
    app integer,
    os integer,
    type log.event_type,
    is_local boolean,
    installation_id uuid,
    id uuid
);
