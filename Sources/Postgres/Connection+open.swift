import CPostgres

extension Connection {
    /// The settings of every session, whatever the server, the database, the login or `PGOPTIONS` set: how values are
    /// written, what names mean, how transactions begin, and no limits of time. Some exist only in newer servers.
    /// `default_transaction_read_only` stays as it is: an administrator who sets it wants no writes.
    ///
    /// The server ends the session of a host that has become unreachable after a minute, as `ConnectionTarget` gives up
    /// a server, and that of a program that was killed within a second. With the kernel's defaults its locks would be
    /// held for about two hours. On a Unix socket the settings of TCP have no effect. A server on Windows can't look
    /// for killed programs, and refuses to be told so.
    private static let sessionSettings = Statement(
        "session settings",
        """
        SET search_path = pg_catalog; SET client_min_messages = warning; SET standard_conforming_strings = on;
        SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 1;
        SET bytea_output = 'hex'; SET array_nulls = on; SET quote_all_identifiers = off; SET jit = off;
        SET default_transaction_isolation = 'read committed'; SET default_transaction_deferrable = off;
        SET plpgsql.extra_errors = 'none'; SET exit_on_error = off;
        SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
        SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;
        SET tcp_user_timeout = 60000;
        SELECT set_config(given.name, given.value, false)
        FROM (
            VALUES ('idle_session_timeout', '0'), ('transaction_timeout', '0'),
                (
                    'client_connection_check_interval',
                    CASE current_setting('dynamic_shared_memory_type', true) WHEN 'windows' THEN '0' ELSE '1s' END
                )
        ) AS given (name, value)
        WHERE given.name IN (SELECT known.name FROM pg_settings AS known)
        """)

    /// Connects, and throws if the connection can't be used: without changing anything on a server behind a pooler.
    static func open(_ keywords: [String: String]) throws(PostgresError) -> OpaquePointer {
        guard ConnectionTarget(keywords: keywords).isReadable else {
            throw PostgresError(kind: .connection, message: unreadable, statement: "connect")
        }
        let opened = try connect(keywords)
        do {
            try refusePooler(opened, keywords)
            _ = try check(PQexec(opened, sessionSettings.text), sessionSettings, on: opened)
        } catch {
            PQfinish(opened)
            throw error
        }
        return opened
    }

    /// Connects without setting anything up.
    static func connect(_ keywords: [String: String]) throws(PostgresError) -> OpaquePointer {
        // Later pairs override earlier ones and a URL in `dbname`, so the encoding comes last.
        let pairs = keywords.sorted { $0.key < $1.key } + [(key: "client_encoding", value: "UTF8")]
        let opened = withCStrings(pairs.map { $0.key }) { names in
            withCStrings(pairs.map { $0.value }) { values in
                // 1 (expand_dbname): `dbname` may be a URL or a connection string.
                PQconnectStartParams(names, values, 1)
            }
        }
        guard let opened else {
            throw PostgresError(kind: .connection, message: "out of memory", statement: "connect")
        }
        if PQstatus(opened) != CONNECTION_BAD {
            // Ignore notices: libpq would print them among the program's own output on standard error. The server sends
            // some while it accepts the connection, so ask for silence first, and connect then: PQreset does that from
            // the start, with libpq's own time limits.
            PQsetNoticeProcessor(opened, { _, _ in }, nil)
            PQreset(opened)
        }
        guard PQstatus(opened) == CONNECTION_OK else {
            defer { PQfinish(opened) }
            throw PostgresError(kind: .connection, message: message(of: opened), statement: "connect")
        }
        return opened
    }

    private static let unreadable = """
        the connection string can't be read: write it as postgresql://user:password@host:5432/database, with %, @, : \
        and / in the password written as %25, %40, %3A and %2F, followed only by parameters that libpq knows
        """
}
