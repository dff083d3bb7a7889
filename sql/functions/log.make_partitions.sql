-- Creates the partitions of log.engagement_event that are missing for some months. May be run at any time. Runs with
-- the owner's rights, because the ingest role may not create tables.
-- Years from five back to one ahead get a partition per month, other years a single one, so that events with wrong
-- clocks create few partitions. A year keeps the kind of its first partition. ATTACH, unlike PARTITION OF, lets other
-- transactions use the existing partitions.
-- months: UTC months, by any of their days. Raises an error if one is outside the times that the event format allows.
CREATE OR REPLACE FUNCTION log.make_partitions(months date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    month date;
    by_year text;
    by_month text;
    this_year integer := extract(year FROM now() AT TIME ZONE 'UTC');
    unit text;
    starts date;
    ends date;
    partition_name text;
BEGIN
    IF EXISTS (SELECT FROM unnest(months) AS m WHERE m NOT BETWEEN date '1969-12-01' AND date '2101-01-31') THEN
        RAISE EXCEPTION 'no event can have happened in one of the months' USING ERRCODE = '22023';
    END IF;
    -- Only one transaction creates partitions at a time.
    LOCK TABLE log.partition_making IN EXCLUSIVE MODE;
    FOR month IN SELECT DISTINCT date_trunc('month', m)::date FROM unnest(months) AS m ORDER BY 1 LOOP
        by_year := 'engagement_event_' || to_char(month, 'YYYY');
        by_month := 'engagement_event_' || to_char(month, 'YYYY_MM');
        -- Not to_regclass, because it may use a cached answer from before this transaction waited for the lock.
        CONTINUE WHEN EXISTS (
            SELECT FROM pg_class AS c
            WHERE c.relnamespace = 'log'::regnamespace AND c.relname IN (by_year, by_month)
        );
        unit := CASE WHEN extract(year FROM month) BETWEEN this_year - 5 AND this_year + 1 OR EXISTS (
            SELECT FROM pg_inherits AS i
            INNER JOIN pg_class AS c ON c.oid = i.inhrelid
            WHERE i.inhparent = 'log.engagement_event'::regclass AND starts_with(c.relname, by_year || '_')
        ) THEN 'month' ELSE 'year' END;
        starts := date_trunc(unit, month);
        ends := starts + ('1 ' || unit)::interval;
        partition_name := CASE unit WHEN 'month' THEN by_month ELSE by_year END;
        EXECUTE format(
            'CREATE TABLE log.%I (LIKE log.engagement_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition_name);
        EXECUTE format(
            'ALTER TABLE log.engagement_event ATTACH PARTITION log.%I FOR VALUES FROM (%L) TO (%L)',
            partition_name, to_char(starts, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(ends, 'YYYY-MM-DD') || ' 00:00:00+00');
    END LOOP;
END
$$;
REVOKE ALL ON FUNCTION log.make_partitions(date[]) FROM PUBLIC;
