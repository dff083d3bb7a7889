-- The three roles of run time. sql/grants.sql defines their privileges; the owner is used only for migrations.
-- Run once, by the migrator. Roles belong to the whole cluster, so an existing one is kept. If the connection may not
-- create roles, nothing is granted, and the program works with the rights of the user it connects as.

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
                -- The migration of another database of the cluster may be creating it at the same time.
                WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL;
            END;
        END IF;
    END LOOP;
END
$$;
