-- Step 1 of the journey projection: makes the work table `opened`. Reads nothing. May be run twice.
CREATE TEMPORARY TABLE opened (
    effective_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    app integer NOT NULL,
    installation_id uuid NOT NULL
) ON COMMIT DROP
