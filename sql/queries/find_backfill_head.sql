-- Returns the position up to which all backfills read the log. $1: its head; $2: the projections that are read; $3: those that
-- are rebuilt.
SELECT least(
    $1::bigint,
    -- Projections that are read but not rebuilt are read from the live state.
    (
        SELECT min(coalesce(live.position, 0))
        FROM unnest($2::text[]) AS other (name)
        LEFT JOIN projection.checkpoint AS live ON live.name = other.name
        WHERE other.name <> ALL ($3::text[])
    ),
    -- If retention has dropped events, live state is copied, so it must be complete up to this position.
    (
        SELECT min(coalesce(live.position, 0))
        FROM unnest($3::text[]) AS rebuilt (name)
        LEFT JOIN projection.checkpoint AS live ON live.name = rebuilt.name
        WHERE EXISTS (SELECT FROM log.intake_rules WHERE intake_rules.retained_from IS NOT NULL)
    )
)
