-- Returns whether the rebuild in projection_next is of these projections ($1: names; $2: hashes of their SQL) and of the
-- settings that are wanted.
SELECT
    (
        SELECT coalesce(array_agg(checkpoint.name ORDER BY checkpoint.name), '{}')
        FROM projection_next.checkpoint
    ) = (SELECT array_agg(program.name ORDER BY program.name) FROM unnest($1::text[]) AS program (name))
    AND (
        SELECT coalesce(bool_and(encode(checkpoint.sql_sha256, 'hex') = program.sha256), false)
        FROM projection_next.checkpoint
        INNER JOIN unnest($1::text[], $2::text[]) AS program (name, sha256)
            ON program.name = checkpoint.name
    )
    AND EXISTS (
        SELECT
        FROM projection_next.settings
        INNER JOIN projection.wanted_settings() AS wanted_settings
            ON (
                wanted_settings.time_zone, wanted_settings.conversion_window_seconds,
                wanted_settings.open_window_seconds, wanted_settings.influence_window_seconds
            ) = (
                settings.time_zone, settings.conversion_window_seconds, settings.open_window_seconds,
                settings.influence_window_seconds
            )
    )
