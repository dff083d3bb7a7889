-- Returns the level of an installation: how prominently notifications reach it. Null if the status is not a reachable one.
-- letter: of the entry of levels, as in journey; null: as without settings. Metrics: The journey of an installation.
CREATE OR REPLACE FUNCTION metric.level(status log.authorization_status, letter text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT CASE
    WHEN status = 'provisional' THEN 'quiet'
    -- The other reachable ones. Views of analytics call it with the reader's rights, so it calls no other function.
    WHEN status IN ('authorized', 'ephemeral') THEN CASE letter
        WHEN 'p' THEN 'prominent'
        WHEN 's' THEN 'scheduled'
        WHEN 'q' THEN 'quiet'
        WHEN 'b' THEN 'badge'
        ELSE 'unknown'
    END
END
$$;

-- Returns the letter of the level after an event: -, if the status is not a reachable one. latest_level: the place of the
-- last event that said something of it, times 256, plus the letter that it gave. changed_n: the place of the last event
-- that changed the status; what was said before that counts no more.
CREATE OR REPLACE FUNCTION metric.level_letter(
    status log.authorization_status, latest_level bigint, changed_n bigint
)
RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT CASE
    WHEN status = 'provisional' THEN 'q'
    WHEN NOT metric.is_reachable(status) THEN '-'
    WHEN latest_level >> 8 >= changed_n THEN chr((latest_level & 255)::integer)
    ELSE 'u'
END
$$;

-- Returns the letter of the level that settings give; null for null. Bits 0 to 6: what is on, of alert, lock_screen,
-- notification_center, sound, badge, scheduled_summary and time_sensitive; the two highest are 1 if the alert style is
-- none.
CREATE OR REPLACE FUNCTION metric.level_of_settings(settings smallint) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT CASE
    WHEN settings IS NULL THEN NULL
    WHEN settings & 2 <> 0 OR (settings & 1 <> 0 AND settings >> 14 & 3 <> 1)
        THEN CASE WHEN settings & 32 <> 0 THEN 's' ELSE 'p' END
    WHEN settings & 4 <> 0 THEN 'q'
    ELSE 'b'
END
$$;

-- Returns settings as an object of the event format, without what is absent; null for null.
CREATE OR REPLACE FUNCTION metric.settings_object(settings smallint) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT jsonb_object_agg(member.name, member.value)
FROM (
    SELECT member.name, to_jsonb(settings >> member.place::integer - 1 & 1 = 1) AS value
    FROM unnest(
        '{alert,lock_screen,notification_center,sound,badge,scheduled_summary,time_sensitive}'::text[]
    ) WITH ORDINALITY AS member (name, place)
    WHERE settings >> member.place::integer + 6 & 1 = 1
    UNION ALL
    SELECT 'alert_style', to_jsonb((ARRAY['none', 'banner', 'alert'])[settings >> 14 & 3])
    WHERE settings >> 14 & 3 > 0
) AS member
$$;
