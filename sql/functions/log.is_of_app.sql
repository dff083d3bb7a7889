-- Returns whether a rejected delivery is of an app: by its app_id, by the key that sent it, or, if neither is known,
-- because its bytes or detail contain the app_id.
CREATE OR REPLACE FUNCTION log.is_of_app(held log.quarantine, app_id text) RETURNS boolean
LANGUAGE sql STABLE
AS $$
SELECT coalesce(
    is_of_app.app_id IN (held.app_id, held.key_app_id)
    OR coalesce(held.app_id, nullif(held.key_app_id, '')) IS NULL
    AND log.names_app(log.quarantined_text(held), is_of_app.app_id),
    false
)
$$;
REVOKE ALL ON FUNCTION log.is_of_app(log.quarantine, text) FROM PUBLIC;

-- Returns whether a text contains an app_id that is not a part of a longer one.
CREATE OR REPLACE FUNCTION log.names_app(text text, app_id text) RETURNS boolean
LANGUAGE sql IMMUTABLE
AS $$
SELECT text ~ ('(?<![A-Za-z0-9._-])' || replace(app_id, '.', '\.') || '(?![A-Za-z0-9_-]|\.[A-Za-z0-9_-])')
$$;
REVOKE ALL ON FUNCTION log.names_app(text, text) FROM PUBLIC;

-- Returns a text with a sign in place of an app_id that is not a part of a longer one. A dot may follow, because the
-- text can be the path of a file.
CREATE OR REPLACE FUNCTION log.without_app(text text, app_id text) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
SELECT regexp_replace(text, '(?<![A-Za-z0-9._-])' || replace(app_id, '.', '\.') || '(?![A-Za-z0-9_-])', '…', 'g')
$$;
REVOKE ALL ON FUNCTION log.without_app(text, text) FROM PUBLIC;
