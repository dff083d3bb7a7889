-- A lasting shift of the opt-in rate; see projection.past_shifts and docs/decisions/0015-read-every-night.md.
DROP TYPE IF EXISTS projection.shift;
CREATE TYPE projection.shift AS (
    app_id text COLLATE "C", -- null: an OS version over all apps
    dimension text COLLATE "C",
    name text COLLATE "C",
    told date, -- last day (to_day) of the first report that tells it
    since date,
    events_before bigint, -- of base_before, those that allowed within 24 hours; events_after likewise
    base_before bigint, -- everyone asked
    events_after bigint,
    base_after bigint
);
