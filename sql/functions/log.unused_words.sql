-- Returns those of some words of the dictionary that nothing names. For the owner; not on a cluster. Reads as little as it
-- can: in each place it looks only for the words that the places before it don't name.
-- after: 0 reads all events; a position only those of batches after it. State is always read: meanwhile a retention may
-- have dropped events, so that only state has their words.
CREATE OR REPLACE FUNCTION log.unused_words(words integer[], after bigint) RETURNS integer[]
LANGUAGE plpgsql
AS $$
DECLARE
    unused integer[] := words;
    since bigint := CASE WHEN after = 0 THEN 0 ELSE coalesce(
        (SELECT min(batch.batch_id) FROM log.batch WHERE batch.position > after), 9223372036854775807
    ) END;
    place record;
BEGIN
    FOR place IN
        SELECT
            word_place.relation,
            word_place.condition,
            array_to_string(word_place.columns, ', ') AS columns,
            (SELECT string_agg(format('%I = ANY ($1)', c), ' OR ') FROM unnest(word_place.columns) AS c) AS is_meant
        FROM log.places_of_words() AS word_place
        ORDER BY word_place.turn
    LOOP
        EXIT WHEN cardinality(unused) = 0;
        EXECUTE format(
            'SELECT ARRAY(
                SELECT unnest($1)
                EXCEPT
                SELECT number.word
                FROM (SELECT DISTINCT %1$s FROM %2$s WHERE (%3$s) AND %4$s) AS combination
                CROSS JOIN LATERAL unnest(ARRAY[%1$s]) AS number (word)
            )', place.columns, place.relation, place.is_meant, place.condition)
        INTO unused USING unused, since;
    END LOOP;
    RETURN unused;
END
$$;
REVOKE ALL ON FUNCTION log.unused_words(integer[], bigint) FROM PUBLIC;

-- Returns the columns that have numbers of log.word, in the order in which to read them: the smallest table first. Other
-- tables have only words of permission events, which are kept for ever, or of counted sends. condition: of the rows;
-- $2: a batch_id, before which events are not read.
CREATE OR REPLACE FUNCTION log.places_of_words()
RETURNS TABLE (turn integer, relation text, columns text[], condition text)
LANGUAGE sql IMMUTABLE
AS $$
VALUES
    (1, 'projection.quality_cell', '{value}'::text[], 'dimension = ''app_version'''),
    (2, 'projection.opens_cell', '{value}', 'dimension = ''campaign'''),
    (3, 'log.permission_event', '{app_version,device_model,locale,placement,variant}', 'batch_id >= $2'),
    (4, 'projection.named_model', '{device_model}', 'true'),
    (5, 'log.engagement_event', '{app_version,device_model,locale,campaign,action}', 'batch_id >= $2')
$$;
REVOKE ALL ON FUNCTION log.places_of_words() FROM PUBLIC;
