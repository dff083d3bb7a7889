-- The nodes of the cluster, for `bellwether cluster status`: whether each answers, its parts, the size of its database, and
-- its prepared transactions.
SELECT
    node.nodename,
    node.nodeport,
    answer.success,
    (
        SELECT count(*)
        FROM pg_dist_shard AS shard
        INNER JOIN pg_dist_placement AS placement ON placement.shardid = shard.shardid
        WHERE shard.logicalrelid = 'parts.part'::regclass AND placement.groupid = node.groupid
    ),
    CASE WHEN answer.success THEN pg_size_pretty(split_part(answer.result, ' ', 1)::bigint) ELSE '' END,
    CASE WHEN answer.success THEN split_part(answer.result, ' ', 2)::integer ELSE 0 END
FROM run_command_on_all_nodes(
    $asked$
    SELECT pg_database_size(current_database()) || ' '
        || count(*) FILTER (WHERE gid LIKE 'citus\_%' AND database = current_database())
    FROM pg_prepared_xacts
    $asked$
) AS answer
INNER JOIN pg_dist_node AS node ON node.nodeid = answer.nodeid
ORDER BY node.groupid
