-- Returns the start of the month that was some months before a time, but never less than the cutoff that there is: it
-- does not move back. now: microseconds since 1970.
CREATE OR REPLACE FUNCTION log.retention_cutoff(months integer, now bigint) RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
SELECT greatest(
    intake_rules.retained_from,
    date_trunc(
        'month',
        (timestamptz 'epoch' + now * interval '1 microsecond') AT TIME ZONE 'UTC' - make_interval(months => months)
    ) AT TIME ZONE 'UTC'
)
FROM log.intake_rules
$$;
REVOKE ALL ON FUNCTION log.retention_cutoff(integer, bigint) FROM PUBLIC;

-- Drops the engagement events of which both occurred_at and the effective time are before the retention cutoff (in
-- log.intake_rules): one with a wrong clock may count on a recent day, which a rebuild computes from the log. Returns
-- the names of the partitions that it dropped, in order. For the owner. May be run twice.
-- Dropping a partition is much faster than deleting its rows, so the few events that are kept are put back.
CREATE OR REPLACE FUNCTION log.drop_retired() RETURNS SETOF text
LANGUAGE plpgsql
AS $$
DECLARE
    bound timestamptz := (SELECT intake_rules.retained_from FROM log.intake_rules);
    partition_name text;
BEGIN
    -- Writers lock in this order too.
    LOCK TABLE log.partition_making IN EXCLUSIVE MODE;
    CREATE TEMPORARY TABLE kept_event ON COMMIT DROP AS
    SELECT event.*
    FROM log.engagement_event AS event
    -- The last condition is that of an index.
    WHERE event.occurred_at < bound AND event.effective_at >= bound AND event.effective_at <> event.occurred_at;
    FOR partition_name IN SELECT partition.name FROM log.retired_partitions() AS partition ORDER BY partition.name LOOP
        EXECUTE format('DROP TABLE log.%I', partition_name);
        RETURN NEXT partition_name;
    END LOOP;
    DELETE FROM log.engagement_event AS event WHERE event.occurred_at < bound;
    IF EXISTS (SELECT FROM kept_event) THEN
        PERFORM log.make_partitions(
            ARRAY(SELECT DISTINCT (event.occurred_at AT TIME ZONE 'UTC')::date FROM kept_event AS event));
        -- Both tables have the same columns.
        INSERT INTO log.engagement_event SELECT event.* FROM kept_event AS event;
    END IF;
END
$$;
REVOKE ALL ON FUNCTION log.drop_retired() FROM PUBLIC;

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
