-- Returns the first day whose numbers can be computed at a horizon, by the rule of projection.carry_over_until; null: all
-- can. If state contains receipts after the horizon, the log is read, where retention dropped events that earlier days need.
-- That it dropped any is seen from the counts of their days.
CREATE OR REPLACE FUNCTION projection.computable_from(horizon timestamptz) RETURNS date
LANGUAGE sql STABLE
AS $$
SELECT stats.day(
    intake_rules.retained_from + interval '28 days' + make_interval(secs => settings.open_window_seconds)
)
FROM log.intake_rules
CROSS JOIN projection.settings
WHERE EXISTS (
        SELECT
        FROM projection.checkpoint
        -- These compute nothing again from engagement events.
        WHERE checkpoint.name NOT IN ('deliveries', 'journey')
            AND NOT projection.is_all_known(checkpoint.name, computable_from.horizon)
    )
    AND EXISTS (SELECT FROM projection.counts_before(stats.day(intake_rules.retained_from)))
$$;
