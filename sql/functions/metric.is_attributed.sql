-- The only definition of which app opens belong to a send. Metrics: Opens (influenced_opens). An app open belongs to the
-- latest send at or before it, within the influence window, but to none if a notification was opened near it.
-- projection.attributed_sends applies this to many sends at once, views/analytics.notifications.sql to a single one.

-- Returns whether an app open belongs to a send. app_open_at: the first app open from the send to the next send of the
-- installation, without those that have an opened notification near; null if there is none.
CREATE OR REPLACE FUNCTION metric.is_attributed(
    send_at timestamptz, app_open_at timestamptz, influence_window interval
) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(app_open_at < send_at + influence_window, false);

-- Returns the distance from which on times are no longer near each other.
CREATE OR REPLACE FUNCTION metric.near() RETURNS interval
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN interval '30 s';
