-- Returns whether an event is the open of a notification that was sent, which makes an opener. One of trigger local is
-- not. Metrics: Opens. The planner inlines it.
CREATE OR REPLACE FUNCTION metric.is_remote_open(type log.event_type, is_local boolean) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT type = 'notification_opened' AND NOT is_local $$;
