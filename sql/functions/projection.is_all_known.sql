-- Whether everything that a projection holds had been received by a moment: if so, its state answers for that horizon as
-- it is. Reads the ledger and the checkpoint.
CREATE OR REPLACE FUNCTION projection.is_all_known(projection_name text, known_by timestamptz) RETURNS boolean
LANGUAGE sql STABLE
AS $$
SELECT coalesce(max(batch.latest_received_at) <= known_by, true)
FROM log.batch
WHERE batch.position <= projection.held(projection_name)
$$;
COMMENT ON FUNCTION projection.is_all_known(text, timestamptz) IS
    'Whether the state of a projection is that of the horizon known_by.';

-- The position that a projection holds; 0 if it has not begun.
CREATE OR REPLACE FUNCTION projection.held(projection_name text) RETURNS bigint
LANGUAGE sql STABLE
AS $$
SELECT coalesce(max(checkpoint.position), 0)
FROM projection.checkpoint
WHERE checkpoint.name = projection_name
$$;
COMMENT ON FUNCTION projection.held(text) IS 'The position that a projection holds.';

-- Whether the state of a projection answers for a horizon and the days up to to_day: as it is or, where late_by is given and
-- all that it holds was received by then, once what happened after the horizon is taken back (opens_taken_back,
-- activity_taken_back). That is not done for the horizon's own day, part of which lies behind it.
CREATE OR REPLACE FUNCTION projection.answers(
    projection_name text, known_by timestamptz, late_by timestamptz, to_day date
) RETURNS boolean
LANGUAGE sql STABLE
AS $$
SELECT projection.is_all_known(projection_name, known_by)
    OR (
        late_by IS NOT NULL
        AND to_day < (SELECT analytics.day(known_by))
        AND projection.is_all_known(projection_name, late_by)
    )
$$;
COMMENT ON FUNCTION projection.answers(text, timestamptz, timestamptz, date) IS
    'Whether the state of a projection answers for a horizon, so that the log need not be read.';
