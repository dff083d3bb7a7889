-- Stores when each device model was first named by the permission events of the work table collected_event. Of
-- installations with repeated assignments, which count as if they had not been sent, it computes that again from all
-- events counted so far. May be run twice.
CREATE OR REPLACE FUNCTION projection.store_models() RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    counted_up_to bigint := coalesce(
        (SELECT quality_counted.position FROM quality_counted), projection.backfill_head('quality')
    );
    sender record;
BEGIN
    INSERT INTO named_model AS model (first_at, app, device_model, installation_id)
    SELECT min(event.effective_at), event.app, event.device_model, event.installation_id
    FROM collected_event AS event
    WHERE event.device_model IS NOT NULL
    GROUP BY event.installation_id, event.app, event.device_model
    ORDER BY event.installation_id, event.app, event.device_model
    ON CONFLICT (installation_id, app, device_model) DO UPDATE
        SET first_at = excluded.first_at
        WHERE excluded.first_at < model.first_at;

    FOR sender IN
        SELECT installation.app, array_agg(installation.id) AS installations
        FROM (
            SELECT event.installation_id AS id, event.app
            FROM collected_event AS event
            WHERE event.type IN ({permission_events: '#'})
            GROUP BY event.installation_id, event.app
            -- In key order, so that the lookups share pages.
            ORDER BY event.installation_id, event.app
            OFFSET 0
        ) AS installation
        CROSS JOIN LATERAL projection.repeats_since(installation.id, installation.app)
        GROUP BY installation.app
    LOOP
        DELETE FROM shared_installation AS shared
        WHERE shared.installation_id = ANY (sender.installations) AND shared.app = sender.app;
        DELETE FROM named_model AS model
        WHERE model.installation_id = ANY (sender.installations) AND model.app = sender.app;
        INSERT INTO named_model (first_at, app, device_model, installation_id)
        SELECT min(event.effective_at), event.app, event.device_model, event.installation_id
        FROM projection.ordered_permission_events(sender.installations, sender.app, 'infinity', counted_up_to) AS event
        WHERE event.device_model IS NOT NULL AND isfinite(event.effective_at)
        GROUP BY event.installation_id, event.app, event.device_model;
    END LOOP;
END
$$;
