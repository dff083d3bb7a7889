-- Replaces the inventory of schema objects by the present one. Reads catalogues.
WITH gone AS (
    DELETE FROM bellwether.inventory AS listed
    WHERE NOT EXISTS (
        SELECT FROM bellwether.live_objects() AS live WHERE (live.kind, live.name) = (listed.kind, listed.name)
    )
)
INSERT INTO bellwether.inventory (kind, name, definition_hash, server_major)
SELECT live.kind, live.name, live.definition_hash, live.server_major
FROM bellwether.live_objects() AS live
ON CONFLICT (kind, name) DO UPDATE
    SET definition_hash = excluded.definition_hash, server_major = excluded.server_major
