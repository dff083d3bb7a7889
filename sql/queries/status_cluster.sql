-- The cluster as a whole, for `bellwether cluster status`: the version of Citus and the number of parts.
SELECT
    (SELECT extension.extversion FROM pg_extension AS extension WHERE extension.extname = 'citus'),
    (SELECT count(*) FROM pg_dist_shard AS shard WHERE shard.logicalrelid = 'parts.part'::regclass)
