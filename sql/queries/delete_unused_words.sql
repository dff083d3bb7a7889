-- Deletes those of some words that nothing names, and makes writers look up all words again. Call it while no writer can
-- store, with words that were unused up to a position. $1: the words; $2: the position.
WITH deleted_word AS (
    DELETE FROM log.word
    WHERE word.word = ANY ((SELECT log.unused_words($1::integer[], $2::bigint))::integer[])
    RETURNING word.word
)
UPDATE log.intake_rules SET words_dropped = intake_rules.words_dropped + 1
WHERE intake_rules.only_row AND EXISTS (SELECT FROM deleted_word)
