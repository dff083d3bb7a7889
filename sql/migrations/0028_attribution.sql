-- What the attribution of app opens to sends takes. Run once, by the migrator, as the owner. Reads nothing.
CREATE TYPE projection.span AS (
    from_time timestamptz,
    to_time timestamptz,
    app integer,
    installation_id uuid
);
COMMENT ON TYPE projection.span IS 'A span of time of one installation: from_time inclusive, to_time exclusive.';

-- Replaced by functions with other parameters.
DROP FUNCTION IF EXISTS
    projection.events_between(timestamptz, timestamptz, text),
    projection.known_engagement(timestamptz, bigint),
    projection.recomputed_opens(timestamptz, bigint, text, bigint, bigint),
    projection.recomputed_sends(timestamptz, bigint, text, bigint, bigint),
    projection.systems_over_time(uuid, integer);
