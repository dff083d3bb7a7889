-- The three roles of run time; sql/grants.sql says what each may do. The owner is used for migrations only.
-- Run once, by the migrator. Roles belong to the whole cluster: one that exists is taken as it is. If the connection may not make
-- roles, nothing is granted and the program runs as the user it connects as.

DO $$
DECLARE
    role_name text;
BEGIN
    FOREACH role_name IN ARRAY ARRAY['bellwether_ingest', 'bellwether_project', 'bellwether_analyst'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
                EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
            EXCEPTION
                -- Another database of the cluster may be making it at this moment.
                WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL;
            END;
        END IF;
    END LOOP;
END
$$;
