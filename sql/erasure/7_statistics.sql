-- Step 7 of an erasure, after its commit and after ANALYZE: deletes the planner's statistics of tables that are empty
-- now. Only a superuser may do this; otherwise `bellwether doctor` reports what is left.
DO $$
BEGIN
    IF (SELECT role.rolsuper FROM pg_roles AS role WHERE role.rolname = current_user) THEN
        SET LOCAL allow_system_table_mods = on;
        DELETE FROM pg_statistic WHERE pg_statistic.starelid IN (SELECT log.stale_statistics());
    END IF;
END
$$
