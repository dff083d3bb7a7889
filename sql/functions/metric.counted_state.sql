-- Returns what a receipt or open counts as in notification_states_daily: its day, its trigger (of opens only) and the
-- state of the app, empty if not said. Metrics: Opens. zone: the time zone of the days.
CREATE OR REPLACE FUNCTION metric.counted_state(
    type log.event_type, effective_at timestamptz, trigger log.open_trigger, app_state log.app_state, zone text
)
RETURNS TABLE (day date, trigger text, app_state text)
LANGUAGE sql STABLE
AS $$
SELECT
    (effective_at AT TIME ZONE zone)::date,
    CASE WHEN type = 'notification_opened' THEN coalesce(trigger::text, '') ELSE '' END,
    coalesce(app_state::text, '')
$$;
