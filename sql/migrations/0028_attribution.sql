-- What the attribution of app opens to sends takes, and what is opened within 24 hours. Run once, by the migrator, as the owner. Reads
-- nothing. The tables of opens are to be computed again (`bellwether project --rebuild`).
CREATE TYPE projection.span AS (
    from_time timestamptz,
    to_time timestamptz,
    app integer,
    installation_id uuid
);
COMMENT ON TYPE projection.span IS 'A span of time of one installation: from_time inclusive, to_time exclusive.';

-- Metrics: opened_24h, of all sends of the cell; the default is for rows that a rebuild replaces.
ALTER TABLE projection.opens_cell ADD COLUMN opened_24h bigint NOT NULL DEFAULT 0;
ALTER TABLE projection.campaign_cell ADD COLUMN opened_24h bigint NOT NULL DEFAULT 0;
-- The sends whose first 24 hours are not over are read by it: rows lie about in the order of their sends.
CREATE INDEX notification_send_at ON projection.notification USING brin (send_at) WITH (pages_per_range = 32);

-- Replaced by functions with other parameters.
DROP FUNCTION IF EXISTS
    projection.events_between(timestamptz, timestamptz, text),
    projection.is_answered(timestamptz[], timestamptz),
    projection.known_engagement(timestamptz, bigint),
    projection.recomputed_opens(timestamptz, bigint, text, bigint, bigint),
    projection.recomputed_sends(timestamptz, bigint, text, bigint, bigint),
    projection.systems_over_time(uuid, integer);

-- Recreated with the counts of 24 hours, and the views of their names with them.
DROP FUNCTION IF EXISTS
    analytics.opens_by_campaign(date, date, timestamptz, integer),
    analytics.opens_daily(date, date, timestamptz, integer),
    projection.campaign_opens(date, date, timestamptz),
    projection.opens(date, date, timestamptz)
CASCADE;
