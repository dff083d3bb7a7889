import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// What is wrong with the server, the database, or what stands before them is not called a defect of the program.
@Suite(.timeLimit(.minutes(20))) struct SurroundingsTests {
    /// What a function of the program's schema raises, and the sentence and status of any command then.
    private static let errors: [(sqlState: String, message: String, status: Int32, words: String)] = [
        (
            "58P01", "could not access file \"$libdir/plpgsql\": No such file", 69,
            "stop and start it (the private server with"
        ),
        (
            "XX000", "could not load library \"/pg/plpgsql.so\": undefined symbol: f", 69,
            "packages were upgraded while it ran"
        ),
        (
            "XX001", "invalid page in block 7", 69,
            "can't read or write its own files (invalid page in block 7): see its log"
        ),
        ("58030", "could not read block 7: Input/output error", 69, "stop and start it"),
        ("53100", "could not extend file: No space left on device", 69, "out of resources"),
        ("53200", "out of memory", 69, "out of resources"),
        ("57P03", "the database system is shutting down", 69, "The server is starting or stopping"),
        ("55P03", "canceling statement due to lock timeout", 75, "holds a lock"),
        ("40P01", "deadlock detected", 75, "changed the same rows first"),
        ("57014", "canceling statement due to user request", 75, "Another session ended a statement"),
        ("22023", "something nobody foresaw", 70, "A defect of Bellwether"),
    ]

    @Test func anErrorOfTheServerHasItsStatusAndItsCure() async throws {
        try await withProgram { bench in
            for (sqlState, message, status, words) in Self.errors {
                try await bench.execute(
                    """
                    CREATE OR REPLACE FUNCTION log.applied_schema() RETURNS TABLE (number integer, sha256 text)
                    LANGUAGE plpgsql
                    AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '\(sqlState)', MESSAGE = '\(message)'; END $$
                    """)
                let run = try bench.attempt("status")
                #expect(run.status == status && run.errors.contains(words), "\(run.status) \(run.errors)")
                #expect(run.errors.split(separator: "\n").count == 1)
                guard status == 69 else { continue }
                let doctor = try bench.attempt("doctor")
                #expect(doctor.status == 69 && doctor.output.contains(words), "\(doctor.output)")
            }
        }
    }

    @Test func aDatabaseThatTakesNoWritesIsNotCalledOutOfReach() async throws {
        try await withProgram { bench in
            try await bench.execute(setting("default_transaction_read_only", "on"))
            try bench.write(QuarantineLine.good(1) + "\n", to: "events.ndjson")
            let run = try bench.attempt("ingest", "events.ndjson")
            #expect(run.status == 69 && run.errors.contains("The database takes no writes ("), "\(run.errors)")
        }
    }

    @Test func aLoginWithoutAFreeConnectionIsToldSo() async throws {
        try await withProgram { bench in
            try await bench.withLogin(madeBy: { "CREATE ROLE \($0) LOGIN CONNECTION LIMIT 0" }) { login in
                let run = try ProgramRun.run(["status"], database: login, in: bench.folder)
                #expect(run.status == 69 && run.errors.contains("has no free connection ("), "\(run.errors)")
            }
        }
    }

    @Test func aDatabaseOfAnotherEncodingThanUTF8IsRefusedByEveryCommand() async throws {
        try await withProgram { bench in
            try bench.write(QuarantineLine.good(1) + "\n", to: "events.ndjson")
            for encoding in ["LATIN1", "WIN1252", "EUC_JP", "SQL_ASCII"] {
                try await bench.withDatabase("ENCODING '\(encoding)' LOCALE 'C'") { target in
                    let words = "The database's encoding is \(encoding), which can't store every name: create one with "
                    let errors = "bellwether: \(words)ENCODING 'UTF8' and use it instead.\n"
                    for command in [
                        ["status"], ["ingest", "events.ndjson"], ["keys", "list"], ["sql", "-c", "SELECT 1"],
                    ] {
                        let run = try ProgramRun.run(command, database: target, in: bench.folder)
                        #expect(run.status == 69 && run.errors == errors)
                    }
                    let doctor = try ProgramRun.run(["doctor"], database: target, in: bench.folder)
                    #expect(doctor.status == 78 && doctor.output.hasPrefix("error: \(words)"), "\(doctor.output)")
                }
            }
        }
    }

    @Test func aCollationOfAnotherVersionIsSaidByDoctorOnly() async throws {
        try await withProgram { bench in
            let locale = "LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C.UTF-8' ENCODING 'UTF8'"
            try await bench.withDatabase(locale) { target in
                let name = try #require(target.keywords["dbname"])
                try await bench.execute("UPDATE pg_database SET datcollversion = '1.1' WHERE datname = '\(name)'")
                for quiet in [["--quiet"], []] {
                    let run = try ProgramRun.run(["status"] + quiet, database: target, in: bench.folder)
                    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
                }
                let doctor = try ProgramRun.run(["doctor", "--quiet"], database: target, in: bench.folder)
                #expect(doctor.errors.isEmpty && doctor.output.contains("the database was made with version 1.1, "))
                #expect(doctor.output.contains("ALTER DATABASE \(name) REFRESH COLLATION VERSION;"), "\(doctor.output)")
            }
        }
    }

    @Test func aPoolerThatSharesSessionsIsRefusedBeforeItsServerIsChanged() async throws {
        try await withPooler(sharing: true) { bench, pooler, target in
            for command in [["project"], ["status"], ["nightly", "--inbox", ".", "--out", "out"], ["doctor"]] {
                let run = try ProgramRun.run(command, database: target, in: bench.folder)
                let said = run.errors + run.output
                #expect(run.status == 69 && said.contains("A connection pooler, such as PgBouncer, "), "\(said)")
            }
            #expect(Set(pooler.statements) == ["SELECT pg_catalog.pg_backend_pid()"])
        }
    }

    @Test func aPoolerThatKeepsASessionForEachConnectionIsTaken() async throws {
        try await withPooler(sharing: false) { bench, _, target in
            for command in [["project"], ["status"], ["doctor"], ["sql", "-c", "SELECT 1"]] {
                let run = try ProgramRun.run(command, database: target, in: bench.folder)
                #expect(run.status == 0, "\(run.errors)")
            }
        }
    }

    /// Without its options psql would have the login's rights.
    @Test func aPoolerThatIgnoresOptionsIsRefusedByTheCommandThatNeedsThem() async throws {
        try await withPooler(sharing: false, ignoresOptions: true) { bench, _, target in
            let run = try ProgramRun.run(["sql", "-c", "SELECT 1"], database: target, in: bench.folder)
            #expect(run.status == 69 && run.errors.contains("ignores the options of a session"), "\(run.errors)")
            #expect(run.output == "")
        }
    }

    /// Runs `body` with a pooler before the server of a test's database, and the database as reached through it.
    private func withPooler(
        sharing: Bool, ignoresOptions: Bool = false, _ body: (Workbench, Pooler, ConnectionTarget) async throws -> Void
    ) async throws {
        try await withProgram { bench in
            var target = bench.database.target.expanded
            let pooler = try Pooler(
                upstream: target.keywords["host"] ?? "", port: target.keywords["port"] ?? "5432", sharing: sharing,
                ignoresOptions: ignoresOptions)
            defer { pooler.close() }
            target.keywords["host"] = pooler.folder
            try await body(bench, pooler, target)
        }
    }

    /// Settings of the server, the database or the login that others made for their own programs change no number.
    @Test func defaultsOfTheDatabaseChangeNoByteOfAReport() async throws {
        try await withProgram { bench in
            for (name, value) in Self.hostile { try await bench.execute(setting(name, value)) }
            try bench.simulate(installations: 100, days: 30)
            try bench.run("ingest", "--quiet", "events.ndjson")
            try bench.expectTruth()
            try bench.run("project", "--quiet", "--rebuild")
            try bench.run("project", "--quiet", "--check")
            let doctor = try bench.run("doctor")
            #expect(!doctor.output.contains("error: "), "\(doctor.output)")
        }
    }

    private static let hostile = [
        ("default_transaction_isolation", "serializable"), ("default_transaction_deferrable", "on"),
        ("TimeZone", "Asia/Kathmandu"), ("DateStyle", "SQL, DMY"), ("IntervalStyle", "sql_standard"),
        ("bytea_output", "escape"), ("extra_float_digits", "-10"), ("search_path", "nowhere"),
        ("standard_conforming_strings", "off"), ("backslash_quote", "off"), ("statement_timeout", "1s"),
        ("lock_timeout", "10ms"), ("idle_in_transaction_session_timeout", "10ms"), ("idle_session_timeout", "1s"),
        ("row_security", "off"), ("client_encoding", "LATIN1"), ("client_min_messages", "debug1"),
        ("session_replication_role", "replica"), ("jit_above_cost", "0"), ("jit", "on"),
        ("check_function_bodies", "off"), ("array_nulls", "off"), ("xmloption", "document"),
        ("quote_all_identifiers", "on"), ("transform_null_equals", "on"), ("exit_on_error", "on"),
        ("plan_cache_mode", "force_generic_plan"), ("enable_hashjoin", "off"), ("enable_mergejoin", "off"),
        ("enable_indexscan", "off"), ("enable_sort", "off"), ("enable_hashagg", "off"),
        ("plpgsql.extra_errors", "too_many_rows"),
    ]
}

/// Returns the SQL that sets a default of the test's database.
private func setting(_ name: String, _ value: String) -> String {
    "DO $do$ BEGIN EXECUTE format('ALTER DATABASE %I SET \(name) = %L', current_database(), '\(value)'); END $do$"
}

extension Workbench {
    /// Runs `body` with another empty database of the server, made with these options of CREATE DATABASE.
    fileprivate func withDatabase(_ options: String, _ body: (ConnectionTarget) async throws -> Void) async throws {
        let name = "other_\(UUID().uuidString.prefix(8).lowercased())"
        try await execute("CREATE DATABASE \(name) TEMPLATE template0 \(options)")
        var target = database.target.expanded
        target.keywords["dbname"] = name
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(target)) } catch { outcome = .failure(error) }
        try await execute("DROP DATABASE \(name) WITH (FORCE)")
        try outcome.get()
    }
}
