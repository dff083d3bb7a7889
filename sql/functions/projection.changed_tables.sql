-- Returns the tables of the log and the live projections that need ANALYZE: half of the rows and 50 more were changed
-- since the last one, or there was none. For a partitioned table the sum of its partitions counts; the partitions are
-- then not listed, because ANALYZE of the table includes them. Autovacuum runs ANALYZE after a tenth of the rows; this
-- function is for servers on which it does not come. At each tenth it would make `bellwether project` a fifth slower.
CREATE OR REPLACE FUNCTION projection.changed_tables() RETURNS SETOF text
LANGUAGE sql STABLE
AS $$
WITH leaf AS (
    SELECT
        coalesce(pg_partition_root(relation.relid), relation.relid) AS root,
        relation.relid,
        relation.n_mod_since_analyze AS changes,
        relation.n_mod_since_analyze > 50 + greatest(class.reltuples, 0) / 2 AS is_changed,
        greatest(class.reltuples, 0) AS rows,
        num_nonnulls(relation.last_analyze, relation.last_autoanalyze) = 0 AS is_new
    FROM pg_stat_user_tables AS relation
    INNER JOIN pg_class AS class ON class.oid = relation.relid AND class.relkind = 'r'
    WHERE relation.schemaname IN ('log', 'projection')
),

verdict AS (
    SELECT leaf.*, sum(leaf.changes) OVER root > 50 + sum(leaf.rows) OVER root / 2 AS is_root_changed
    FROM leaf
    WINDOW root AS (PARTITION BY leaf.root)
)

SELECT DISTINCT format('%s.%I', class.relnamespace::regnamespace, class.relname)
FROM verdict
INNER JOIN pg_class AS class ON class.oid = CASE WHEN verdict.is_root_changed THEN verdict.root ELSE verdict.relid END
WHERE verdict.is_root_changed OR verdict.is_changed OR (verdict.is_new AND verdict.changes > 0)
$$;

-- Runs ANALYZE on a table if it is still there and nobody is changing its definition. Runs with the owner's rights.
CREATE OR REPLACE FUNCTION projection.analyze_table(changed text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF to_regclass(changed) IS NOT NULL THEN
        EXECUTE format('ANALYZE (SKIP_LOCKED) %s', to_regclass(changed));
    END IF;
END
$$;
