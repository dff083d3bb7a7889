import EventLog
import Postgres
import TestSupport
import Testing

/// What makes the server end a session that would otherwise keep its locks.
@Suite struct SessionLimitTests {
    @Test func aSessionThatWritesIsEndedIfItLeavesATransactionOpen() async throws {
        try await TestServer.withDatabase { database in
            for (role, limit) in [(Role.ingest, "1min"), (Role.project, "0")] {
                let session = try await database.session(as: role)
                let found = try await session.run { connection in
                    try connection.execute(
                        Statement("read limit", "SELECT current_setting('idle_in_transaction_session_timeout')")
                    ).text(0, 0)
                }
                await session.close()
                #expect(found == limit)
            }
        }
    }

    /// Whether they have an effect depends on the kind of socket.
    @Test func theServerIsToldToWatchTheClientOfEverySession() async throws {
        try await TestServer.withDatabase { database in
            let told = try await database.target.rows(
                """
                SELECT name FROM pg_settings
                WHERE source = 'session' AND name ~ '^(tcp_|client_connection_check)'
                ORDER BY name COLLATE "C"
                """)
            let names = [
                "client_connection_check_interval", "tcp_keepalives_count", "tcp_keepalives_idle",
                "tcp_keepalives_interval", "tcp_user_timeout",
            ]
            #expect(told == names.map { [$0] })
        }
    }
}
