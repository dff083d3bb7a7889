-- What the dimensions of a prompt are made of that no event names. Metrics: Opt-in funnel.

-- Returns the parts of a locale, such as {en,US} of en_US.UTF-8: what comes before the first @ or ., divided at _ and -.
CREATE OR REPLACE FUNCTION metric.locale_parts(locale text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT regexp_split_to_array(substring(locale FROM '^[^@.]*'), '[_-]') $$;

-- Returns the language of a locale, such as en: its first part; only A to Z are changed to lower case.
CREATE OR REPLACE FUNCTION metric.language(locale text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT lower((metric.locale_parts(locale))[1] COLLATE "C") $$;

-- Returns the region of a locale, such as US or 419: the first later part of two letters or three digits; empty if it has none,
-- or if a part of one character, after which parts mean something else (en-u-nu-latn), comes before.
CREATE OR REPLACE FUNCTION metric.region(locale text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT coalesce(
    (
        SELECT CASE WHEN part.text ~ '^..' THEN upper(part.text COLLATE "C") END
        FROM unnest(metric.locale_parts(locale)) WITH ORDINALITY AS part (text, place)
        WHERE part.text ~ '^.$' OR part.place > 1 AND part.text ~ '^([A-Za-z]{2}|[0-9]{3})$'
        ORDER BY part.place
        LIMIT 1
    ),
    ''
)
$$;

-- Returns the hour, 0 to 23, that a clock showed that is utc_offset minutes east of Greenwich.
CREATE OR REPLACE FUNCTION metric.local_hour(moment timestamptz, utc_offset smallint) RETURNS integer
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT ((floor(date_part('epoch', moment))::bigint + utc_offset * 60) / 3600 % 24)::integer $$;
