-- Replaces the inventory of schema objects by the present one. Reads catalogues.
WITH deleted_object AS (
    DELETE FROM bellwether.inventory AS entry
    WHERE NOT EXISTS (
        SELECT
        FROM bellwether.live_objects() AS live_object
        WHERE (live_object.kind, live_object.name) = (entry.kind, entry.name)
    )
)
INSERT INTO bellwether.inventory (kind, name, definition_hash, server_major)
SELECT live_object.kind, live_object.name, live_object.definition_hash, live_object.server_major
FROM bellwether.live_objects() AS live_object
ON CONFLICT (kind, name) DO UPDATE
    SET definition_hash = excluded.definition_hash, server_major = excluded.server_major
