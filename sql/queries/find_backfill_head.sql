-- Returns the position up to which all backfills read the log. $1: its head; $2: the projections that are read; $3: those that
-- are rebuilt.
SELECT least(
    $1::bigint,
    -- Projections that are read but not rebuilt are read from the live state.
    (
        SELECT min(coalesce(checkpoint.position, 0))
        FROM unnest($2::text[]) AS read_projection (name)
        LEFT JOIN projection.checkpoint ON checkpoint.name = read_projection.name
        WHERE read_projection.name <> ALL ($3::text[])
    ),
    -- If retention has dropped events, live state is copied, so it must be complete up to this position.
    (
        SELECT min(coalesce(checkpoint.position, 0))
        FROM unnest($3::text[]) AS rebuilt_projection (name)
        LEFT JOIN projection.checkpoint ON checkpoint.name = rebuilt_projection.name
        WHERE EXISTS (SELECT FROM log.intake_rules WHERE intake_rules.retained_from IS NOT NULL)
    )
)
