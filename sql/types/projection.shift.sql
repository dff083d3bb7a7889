-- A lasting shift of the opt-in rate; see projection.grant_rate_shifts. Metrics: Read every day.
DROP TYPE IF EXISTS projection.shift;
CREATE TYPE projection.shift AS (
    app_id text COLLATE "C", -- null: an OS version over all apps
    dimension text COLLATE "C",
    name text COLLATE "C",
    told date,
    since date,
    events_before bigint,
    base_before bigint,
    events_after bigint,
    base_after bigint
);
