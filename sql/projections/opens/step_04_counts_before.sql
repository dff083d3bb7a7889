-- Step 4 of the opens projection: what the sends and days in the spans of step 3 count before steps 5 and 6 write the new
-- events; step 7 counts them again. Unchanged rows cancel out. Reads the work table of step 3, settings, notification and
-- opening.
CREATE TEMPORARY TABLE changed_count ON COMMIT DROP AS
SELECT -1 AS sign, change.*
FROM projection.counted_opens(
    NULL, NULL, ARRAY(SELECT ROW(span.*)::projection.span FROM changed_span AS span)
) AS change
