-- The columns of the tables and views of analytics, in their order, for `bellwether dictionary`.
SELECT
    class.relname,
    CASE class.relkind WHEN 'v' THEN 'view' ELSE 'table' END,
    obj_description(class.oid, 'pg_class'),
    attribute.attname,
    format_type(attribute.atttypid, attribute.atttypmod),
    col_description(class.oid, attribute.attnum)
FROM pg_class AS class
INNER JOIN pg_attribute AS attribute
    ON attribute.attrelid = class.oid AND attribute.attnum > 0 AND NOT attribute.attisdropped
WHERE class.relnamespace = 'analytics'::regnamespace AND class.relkind IN ('r', 'p', 'v')
ORDER BY class.relname COLLATE "C", attribute.attnum
