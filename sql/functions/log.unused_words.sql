-- Returns those of some words of the dictionary that nothing names. For the owner; not on a cluster. Reads as little as it
-- can: in each table it looks only for the words that the tables before it don't name.
-- after: 0 reads all events; a position only those of batches after it: a second pass, under the writers' lock, for
-- what was stored after the first. It reads state again, because between them a retention may have dropped events, so
-- that only state has their words.
CREATE OR REPLACE FUNCTION log.unused_words(words integer[], after bigint) RETURNS integer[]
LANGUAGE plpgsql
AS $$
DECLARE
    unused integer[] := words;
    first_batch_id bigint := CASE WHEN after = 0 THEN 0 ELSE coalesce(
        (SELECT min(batch.batch_id) FROM log.batch WHERE batch.position > after), 9223372036854775807
    ) END;
    word_table record;
BEGIN
    FOR word_table IN
        SELECT
            listed_table.relation,
            listed_table.rows_read,
            array_to_string(listed_table.columns, ', ') AS columns,
            (
                SELECT string_agg(format('%I = ANY ($1)', c), ' OR ') FROM unnest(listed_table.columns) AS c
            ) AS names_a_word
        FROM log.tables_with_words() AS listed_table
        ORDER BY listed_table.turn
    LOOP
        EXIT WHEN cardinality(unused) = 0;
        EXECUTE format(
            'SELECT ARRAY(
                SELECT unnest($1)
                EXCEPT
                SELECT named.word
                FROM (SELECT DISTINCT %1$s FROM %2$s WHERE (%3$s) AND %4$s) AS distinct_row
                CROSS JOIN LATERAL unnest(ARRAY[%1$s]) AS named (word)
            )', word_table.columns, word_table.relation, word_table.names_a_word, word_table.rows_read)
        INTO unused USING unused, first_batch_id;
    END LOOP;
    RETURN unused;
END
$$;
REVOKE ALL ON FUNCTION log.unused_words(integer[], bigint) FROM PUBLIC;

-- Returns the tables with numbers of log.word, in the order in which to read them: the smallest first. Not listed are
-- journeys and counts of prompts, which have only words of permission events, kept for ever; and notifications, sends alone,
-- turn-offs and campaign_cell, which have only those of counted sends. rows_read: a condition; $2: a batch_id, before which events are not read.
CREATE OR REPLACE FUNCTION log.tables_with_words()
RETURNS TABLE (turn integer, relation text, columns text[], rows_read text)
LANGUAGE sql IMMUTABLE
AS $$
VALUES
    (1, 'projection.quality_cell', '{value}'::text[], 'dimension = ''app_version'''),
    (2, 'projection.opens_cell', '{value}', 'dimension = ''campaign'''),
    (3, 'log.permission_event', '{app_version,device_model,locale,placement,variant,experiment}', 'batch_id >= $2'),
    (4, 'projection.named_model', '{device_model}', 'true'),
    (5, 'log.engagement_event', '{app_version,device_model,locale,campaign,action}', 'batch_id >= $2')
$$;
REVOKE ALL ON FUNCTION log.tables_with_words() FROM PUBLIC;
