-- Step 7 of the opens projection: what the sends and days in the spans of step 3 count with the new events, in the work table
-- of step 4. Reads what step 4 reads.
INSERT INTO changed_count
SELECT 1, change.*
FROM projection.counted_opens(
    NULL, NULL, ARRAY(SELECT ROW(span.*)::projection.span FROM changed_span AS span)
) AS change
