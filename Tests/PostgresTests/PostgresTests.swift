import EventLog
import Postgres
import TestSupport
import Testing

/// Runs `body` with a connection to its own empty database, whose target may be changed.
private func withConnection<Value: Sendable>(
    to change: (ConnectionTarget) -> ConnectionTarget = { $0 },
    _ body: @Sendable (borrowing Connection) throws -> Value
) async throws -> Value {
    try await TestServer.withEmptyDatabase { target in
        let session = try await Session.connect(to: change(target))
        let value = try await session.run(body)
        await session.close()
        return value
    }
}

@Suite struct PostgresTests {
    /// Null and the empty text differ.
    @Test func aParameterIsAValueAndNeverSQL() async throws {
        let hostile = #"'; DROP TABLE x; -- " \ {a,b} é 👋"#
        let echoed = try await withConnection { connection in
            try connection.execute(
                Statement("echo", "SELECT $1::text, ($2::text[])[1], $3::bytea, $4::text, $5::text, $6::bytea"),
                [.text(hostile), .array([hostile]), .bytes([0, 255, 92]), .null, .text(""), .bytes([])]
            ).rows()[0]
        }
        #expect(echoed == [hostile, hostile, "\\x00ff5c", nil, "", "\\x"])
    }

    @Test(arguments: [
        "postgresql://someone:100%secret@127.0.0.1:1/nowhere", "postgresql://someone:pass@secret@127.0.0.1:1/nowhere",
        "host=127.0.0.1 port=1 password='secret", "host=127.0.0.1 port=1 password=a secret",
    ])
    func aConnectionStringThatCantBeReadIsNotRepeated(url: String) async throws {
        let error = await #expect(throws: PostgresError.self) {
            _ = try await Session.connect(to: ConnectionTarget(url: url))
        }
        #expect(error?.kind == .connection && "\(error!)".contains("the connection string can't be read"))
        #expect("\(error!)".contains("secret") == false)
    }

    @Test func anErrorHasItsSQLStateAndConstraintAndNoValue() async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await withConnection { connection in
                try connection.script(
                    Statement("make", "CREATE TABLE public.t (k text CONSTRAINT one_of_each PRIMARY KEY)"))
                let add = Statement("add secret", "INSERT INTO public.t (k) VALUES ($1)")
                try connection.execute(add, [.text("secret-value")])
                try connection.execute(add, [.text("secret-value")])
            }
        }
        #expect(error?.sqlState == "23505")
        #expect(error?.constraint == "one_of_each")
        #expect(error?.statement == "add secret")
        #expect("\(error!)".contains("secret-value") == false)
    }

    @Test func aDataExceptionDoesNotRepeatTheValue() async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await withConnection { connection in
                _ = try connection.execute(Statement("cast", "SELECT $1::uuid"), [.text("secret-value")])
            }
        }
        #expect(error?.sqlState == "22P02")
        #expect(error?.message == "invalid input syntax for type uuid")
    }

    @Test func aTransactionThatThrowsLeavesNothing() async throws {
        struct Stop: Error {}
        let exists = try await withConnection { connection in
            #expect(throws: Stop.self) {
                try connection.transaction { connection in
                    try connection.script(Statement("make", "CREATE TABLE public.t ()"))
                    throw Stop()
                }
            }
            return try connection.execute(Statement("look", "SELECT to_regclass('public.t') IS NOT NULL")).bool(0, 0)
        }
        #expect(exists == false)
    }

    @Test func binaryCopyStoresWhatWasWritten() async throws {
        let rows = try await withConnection { connection in
            try connection.script(
                Statement(
                    "make",
                    """
                    CREATE TABLE public.t (
                        a smallint, b bigint, c text, d uuid, e timestamptz, f jsonb, g bytea, h integer
                    )
                    """))
            let count = try connection.copyIn(
                Statement("copy", "COPY public.t FROM STDIN (FORMAT binary)")
            ) { rows in
                for _ in 0..<5_000 {
                    rows.beginRow(columns: 8)
                    rows.write(Int16(-7))
                    rows.write(Int64.max)
                    rows.write("tab\t, \\N and é")
                    rows.writeUUID(high: 0x0191_e2c4_5b7a_7c3e, low: 0x9a41_3f6d_2b8e_1c55)
                    rows.write(microseconds: 1_772_352_930_123_456)
                    Array(#"{"a": [1, "x"]}"#.utf8).withUnsafeBufferPointer { rows.write(jsonb: $0) }
                    rows.write(bytes: [0, 1, 255])
                    rows.write(Int32?.none)
                }
            }
            #expect(count == 5_000)
            return try connection.execute(
                Statement("read", "SELECT DISTINCT t.*, count(*) OVER () FROM public.t")
            ).rows()
        }
        #expect(
            rows == [
                [
                    "-7", "9223372036854775807", "tab\t, \\N and é", "0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c55",
                    "2026-03-01 08:15:30.123456+00", #"{"a": [1, "x"]}"#, "\\x0001ff", nil, "5000",
                ]
            ])
    }

    @Test func aWriterThatThrowsEndsTheCopyWithoutARow() async throws {
        struct Stop: Error {}
        let count = try await withConnection { connection in
            try connection.script(Statement("make", "CREATE TABLE public.t (a smallint)"))
            #expect(throws: Stop.self) {
                try connection.copyIn(Statement("copy", "COPY public.t FROM STDIN (FORMAT binary)")) { rows in
                    rows.beginRow(columns: 1)
                    rows.write(Int16(1))
                    throw Stop()
                }
            }
            return try connection.execute(Statement("count", "SELECT count(*) FROM public.t")).singleInt()
        }
        #expect(count == 0)
    }

    @Test func aCopyThatTheServerRefusesLeavesTheConnectionUsable() async throws {
        let two = try await withConnection { connection in
            try connection.script(Statement("make", "CREATE TABLE public.t (a smallint CHECK (a > 0))"))
            let error = #expect(throws: PostgresError.self) {
                try connection.copyIn(Statement("copy", "COPY public.t FROM STDIN (FORMAT binary)")) { rows in
                    for _ in 0..<100_000 {
                        rows.beginRow(columns: 1)
                        rows.write(Int16(-1))
                    }
                }
            }
            #expect(error?.sqlState == "23514")
            return try connection.execute(Statement("go on", "SELECT 2")).singleInt()
        }
        #expect(two == 2)
    }

    @Test(.timeLimit(.minutes(20))) func aCancelledTaskInterruptsItsStatement() async throws {
        try await TestServer.withEmptyDatabase { target in
            let session = try await Session.connect(to: target)
            let sleeper = Task {
                try await session.run { connection in
                    _ = try connection.execute(Statement("sleep", "SELECT pg_sleep(600)"))
                }
            }
            try await Task.sleep(for: .milliseconds(300))
            sleeper.cancel()
            let error = await #expect(throws: PostgresError.self) { try await sleeper.value }
            #expect(error?.kind == .cancelled)
        }
    }

    @Test func noLimitOfTimeThatIsSetForOthersEndsWhatTakesLong() async throws {
        let limits = [
            "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "idle_session_timeout",
        ]
        let limited = { (target: ConnectionTarget) -> ConnectionTarget in
            var changed = target
            changed.keywords["options"] = limits.map { "-c \($0)=60000" }.joined(separator: " ")
            return changed
        }
        let inForce = try await withConnection(to: limited) { connection in
            try connection.execute(
                Statement("limits", "SELECT current_setting(name) FROM unnest($1::text[]) AS name"), [.array(limits)]
            ).rows()
        }
        #expect(inForce == [["0"], ["0"], ["0"], ["0"]])
    }

    @Test func aURLIsTakenApartForPostgresOwnPrograms() {
        let target = ConnectionTarget(url: "postgresql://ann:p%20w@db.example:6543/shop?sslmode=require")
        #expect(
            target.environment == [
                "PGHOST": "db.example", "PGPORT": "6543", "PGUSER": "ann", "PGPASSWORD": "p w", "PGDATABASE": "shop",
                "PGSSLMODE": "require",
            ])
        let folder = ConnectionTarget(keywords: ["host": "/a b/it's", "dbname": "x"])
        #expect(folder.environment == ["PGHOST": "/a b/it's", "PGDATABASE": "x"])
    }

    @Test func aURLDoesNotChangeHowTextIsWritten() async throws {
        let url = { (target: ConnectionTarget) -> ConnectionTarget in
            let words = target.expanded.keywords.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }
            return ConnectionTarget(url: (words + ["client_encoding=LATIN1"]).joined(separator: " "))
        }
        let length = try await withConnection(to: url) { connection in
            try connection.execute(Statement("length", "SELECT length($1::text)"), [.text("é👋")]).singleInt()
        }
        #expect(length == 2)
    }

    @Test func aHostThatIsGoneIsGivenUpAsTheTargetSaysElseWithinAMinute() {
        let plain = ConnectionTarget(url: "postgresql://db.example/shop").withLimits
        #expect(
            plain.expanded.keywords == [
                "host": "db.example", "dbname": "shop", "connect_timeout": "30", "keepalives_idle": "30",
                "keepalives_interval": "10", "keepalives_count": "3", "tcp_user_timeout": "60000",
            ])
        let ways = [
            ConnectionTarget(url: "postgresql://db.example/shop?tcp_user_timeout=5000&keepalives_idle=7"),
            ConnectionTarget(url: "host=db.example dbname=shop tcp_user_timeout=5000 keepalives_idle=7"),
            ConnectionTarget(keywords: ["dbname": "shop", "tcp_user_timeout": "5000", "keepalives_idle": "7"]),
        ]
        for target in ways {
            let keywords = target.withLimits.expanded.keywords
            #expect(keywords["tcp_user_timeout"] == "5000" && keywords["keepalives_idle"] == "7")
            #expect(keywords["keepalives_interval"] == "10" && keywords["keepalives_count"] == "3")
        }
    }

    @Test func arraysInBinaryFormAreReadAsWhatTheyHold() async throws {
        let texts = try await withConnection { connection in
            let found = try connection.execute(
                Statement(
                    "arrays",
                    "SELECT $1::uuid[]::text, $2::timestamptz[]::text, $3::integer[]::text, $4::uuid[]::text"),
                [
                    .uuids([(high: 0x0191_e2c4_5b7a_7c3e, low: 0x9a41_3f6d_2b8e_1c55), (high: 0, low: 1)]),
                    .timestamps([0, 1_772_352_930_123_456]), .integers([-7, Int32.max]), .uuids([]),
                ])
            return (0..<4).map { found.text(0, $0) }
        }
        #expect(
            texts == [
                "{0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c55,00000000-0000-0000-0000-000000000001}",
                #"{"1970-01-01 00:00:00+00","2026-03-01 08:15:30.123456+00"}"#, "{-7,2147483647}", "{}",
            ])
    }
}
