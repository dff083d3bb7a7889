-- Returns the start of the month that was some months before a time, but never less than the cutoff that there is: it
-- does not move back. So a time after the server's own counts as that: the caller's clock may be ahead, and what it would
-- drop does not come back. now: microseconds since 1970.
CREATE OR REPLACE FUNCTION log.retention_cutoff(months integer, now bigint) RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
SELECT greatest(
    intake_rules.retained_from,
    date_trunc(
        'month',
        least(timestamptz 'epoch' + now * interval '1 microsecond', statement_timestamp()) AT TIME ZONE 'UTC'
            - make_interval(months => months)
    ) AT TIME ZONE 'UTC'
)
FROM log.intake_rules
$$;
REVOKE ALL ON FUNCTION log.retention_cutoff(integer, bigint) FROM PUBLIC;

-- Drops the partitions that are before the retention cutoff (in log.intake_rules), except the events whose effective time
-- is not: one with a wrong clock may count on a recent day, which a rebuild computes from the log. Returns the names of the
-- partitions, in order. For the owner. May be run twice.
-- Dropping a partition is much faster than deleting its rows, so the few events that are kept are put back. From the first
-- one to the end of the transaction nobody can use the log.
CREATE OR REPLACE FUNCTION log.drop_retired() RETURNS SETOF text
LANGUAGE plpgsql
AS $$
DECLARE
    bound timestamptz := (SELECT intake_rules.retained_from FROM log.intake_rules);
    dropped_until timestamptz := log.retired_until();
    partition_name text;
BEGIN
    -- Writers lock in this order too.
    LOCK TABLE log.partition_making IN EXCLUSIVE MODE;
    CREATE TEMPORARY TABLE kept_event ON COMMIT DROP AS
    SELECT event.*
    FROM log.engagement_event AS event
    -- The last condition is that of an index.
    WHERE event.occurred_at < dropped_until
        AND event.effective_at >= bound
        AND event.effective_at <> event.occurred_at;
    FOR partition_name IN SELECT partition.name FROM log.retired_partitions() AS partition ORDER BY partition.name LOOP
        EXECUTE format('DROP TABLE log.%I', partition_name);
        RETURN NEXT partition_name;
    END LOOP;
    IF EXISTS (SELECT FROM kept_event) THEN
        PERFORM log.make_partitions(
            ARRAY(SELECT DISTINCT (event.occurred_at AT TIME ZONE 'UTC')::date FROM kept_event AS event));
        -- Both tables have the same columns.
        INSERT INTO log.engagement_event SELECT event.* FROM kept_event AS event;
    END IF;
END
$$;
REVOKE ALL ON FUNCTION log.drop_retired() FROM PUBLIC;

-- Deletes the events of which both occurred_at and the effective time are before the retention cutoff from the partition
-- that the cutoff cuts through, if there is one. Everybody goes on meanwhile, so call it in another transaction than
-- log.drop_retired, before it. For the owner. May be run twice.
CREATE OR REPLACE FUNCTION log.delete_retired() RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    bound timestamptz := (SELECT intake_rules.retained_from FROM log.intake_rules);
    dropped_until timestamptz := log.retired_until();
BEGIN
    DELETE FROM log.engagement_event AS event
    WHERE event.occurred_at >= dropped_until AND event.occurred_at < bound AND event.effective_at < bound;
END
$$;
REVOKE ALL ON FUNCTION log.delete_retired() FROM PUBLIC;

-- Returns the time before which whole partitions of log.engagement_event are before the retention cutoff: the cutoff, or
-- the beginning of its year if that is a single partition (log.make_partitions). Null if everything is kept.
CREATE OR REPLACE FUNCTION log.retired_until() RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
SELECT
    CASE
        WHEN EXISTS (
            SELECT
            FROM pg_catalog.pg_class AS class
            WHERE class.relnamespace = 'log'::regnamespace
                AND class.relname
                    = 'engagement_event_' || to_char(intake_rules.retained_from AT TIME ZONE 'UTC', 'YYYY')
        ) THEN date_trunc('year', intake_rules.retained_from AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
        ELSE intake_rules.retained_from
    END
FROM log.intake_rules
$$;
REVOKE ALL ON FUNCTION log.retired_until() FROM PUBLIC;

-- Returns the partitions of log.engagement_event that are entirely before the retention cutoff, judging by their names.
CREATE OR REPLACE FUNCTION log.retired_partitions() RETURNS TABLE (name text)
LANGUAGE sql STABLE
AS $$
SELECT partition.name
FROM (
    SELECT class.relname::text AS name, replace(substring(class.relname FROM '[0-9_]+$'), '_', '') AS span
    FROM pg_catalog.pg_inherits AS inheritance
    INNER JOIN pg_catalog.pg_class AS class ON class.oid = inheritance.inhrelid
    WHERE inheritance.inhparent = 'log.engagement_event'::regclass
) AS partition
CROSS JOIN log.intake_rules
WHERE CASE length(partition.span)
    WHEN 6 THEN (to_date(partition.span, 'YYYYMM') + interval '1 month') AT TIME ZONE 'UTC'
    ELSE (to_date(partition.span, 'YYYY') + interval '1 year') AT TIME ZONE 'UTC'
END <= intake_rules.retained_from
$$;
REVOKE ALL ON FUNCTION log.retired_partitions() FROM PUBLIC;
