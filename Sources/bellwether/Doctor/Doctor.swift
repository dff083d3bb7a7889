import EventLog
import Foundation
import Postgres
import PrivateServer
import Projections

/// Checks the database and the machine. Changes nothing: it neither migrates a schema nor creates a server.
///
/// Most checks are SQL files in `sql/doctor/`, named after the check, that return rows of a severity and a sentence.
/// Those in `server/` run on any database, those in `schema/` only if the database has this program's schema.
struct Doctor {
    let source: DatabaseSource
    /// The folder that reports are published in, if it is to be checked.
    let reports: String?
    /// A folder with templates, if it is to be checked.
    let templates: String?
    let isQuiet: Bool

    func examine() async throws -> Examination {
        var examination = Examination()
        do {
            examination.add(try await examineDatabase())
        } catch let error where !(error is CancellationError) {
            guard let failure = Failure(describing: error) else { throw error }
            examination.note("database", Diagnosis("database", .error, failure.description))
            examination.isOutOfReach = true
        }
        if case .embedded(let directory) = source {
            examination.note("disk", Self.room("disk", at: directory, for: "The private server"))
            examination.note("upgrade", try await upgrade(of: directory))
        }
        if let reports { examination.note("reports", Self.reportFolder(reports)) }
        examination.note("templates", Self.complaint(about: templates))
        if NotifyOptions.environment != nil {
            examination.note("notify", Webhook.obstacle.map { Diagnosis("notify", .error, $0) })
        }
        return examination
    }

    private func examineDatabase() async throws -> Examination {
        if case .embedded(let directory) = source, let absence = try await absence(of: directory) { return absence }
        return try await source.withTarget(quiet: isQuiet) { target in
            let session = try await Session.connect(to: target)
            let examination = try await session.run { try Self.examine($0, now: Date()) }
            await session.close()
            return examination
        }
    }

    /// Returns an examination that says that the private server does not exist yet; nil if it exists.
    private func absence(of directory: String) async throws -> Examination? {
        let server = try DatabaseSource.server(in: directory, quiet: isQuiet)
        guard try await server.status().version == nil else { return nil }
        let programs = try await PostgresPrograms.find(environment: ProcessInfo.processInfo.environment)
        let sentence = """
            There is no database in \(directory) yet: the first command that needs one creates it, with PostgreSQL \
            \(programs.version).
            """
        var examination = Examination()
        examination.note("database", Diagnosis("database", .info, sentence))
        return examination
    }

    /// Says that the private server was upgraded while it ran. Only if others use it, because otherwise this command has
    /// started it again.
    private func upgrade(of directory: String) async throws -> Diagnosis? {
        let server = try DatabaseSource.server(in: directory, quiet: isQuiet)
        guard try await server.status().runsReplacedPrograms else { return nil }
        return Diagnosis(
            "upgrade", .warning,
            """
            PostgreSQL's programs were replaced since the private server started, so it may not be able to load its \
            libraries: end the commands and programs that use it, or run `bellwether server stop`.
            """)
    }

    /// Runs the checks of a database that could be reached.
    private static func examine(_ connection: borrowing Connection, now: Date) throws -> Examination {
        var examination = Examination()
        do {
            // First, because the checks themselves have characters that other encodings lack.
            try Schema.check(encoding: connection.serverEncoding)
            try loadLibraries(connection)
            examination.note("clock", try clock(connection))
            for path in SQLFiles.paths(under: "doctor/server") { try run(path, &examination, connection, now) }
            try Schema.check(serverVersion: connection.execute(serverVersion).singleInt())
            let standing = try Schema.standing(connection)
            examination.note("schema", complaint(about: standing))
            if standing == .current {
                for path in SQLFiles.paths(under: "doctor/schema") { try run(path, &examination, connection, now) }
                try run("log", findNothingAccepted, [], &examination, connection)
            }
        } catch let error as SchemaError {
            examination.note("schema", Diagnosis("schema", .error, error.description))
        }
        return examination
    }

    /// Makes the server load the library of plpgsql, which fails if its packages were upgraded while it ran. If there
    /// is no such language, the check `server` says so.
    private static func loadLibraries(_ connection: borrowing Connection) throws {
        do {
            try connection.script(Statement("load plpgsql", "DO LANGUAGE plpgsql 'BEGIN END'"))
        } catch {
            // Of other errors the checks say what is wrong.
            if error.kind != .server || error.isServerTrouble { throw error }
        }
    }

    private static func complaint(about standing: Schema.Standing) -> Diagnosis? {
        switch standing {
        case .current: nil
        case .missing, .older:
            Diagnosis(
                "schema", .info,
                "The database's schema is missing or out of date: the next command that needs it migrates it.")
        case .hidden:
            Diagnosis(
                "schema", .warning, "The database user can't see the schema: connect as the owner of the database.")
        }
    }

    private static let serverVersion = Statement(
        "read server version", "SELECT current_setting('server_version_num')::integer")

    private static let findNothingAccepted = SQLFiles.statement("queries/find_nothing_accepted.sql")

    /// Runs the check in one file.
    private static func run(
        _ path: String, _ examination: inout Examination, _ connection: borrowing Connection, _ now: Date
    ) throws {
        let check = path.split(separator: "/").last!.prefix { $0 != "." }.description
        let parameters: [Parameter] =
            switch check {
            case "projections": Projection.programSQL.parameters
            case "silence": [.text(now.formatted(.iso8601))]
            default: []
            }
        try run(check, SQLFiles.statement(path), parameters, &examination, connection)
    }

    private static func run(
        _ check: String, _ statement: Statement, _ parameters: [Parameter], _ examination: inout Examination,
        _ connection: borrowing Connection
    ) throws {
        do throws(PostgresError) {
            examination.note(check, try found(by: statement, parameters, check, connection))
        } catch {
            guard error.sqlState == "42501", !error.isServerTrouble else { throw error }
            let sentence = """
                The check \(check) could not be done (\(error.message)): connect as the owner of the database.
                """
            examination.note(check, Diagnosis(check, .warning, sentence))
        }
    }

    private static func found(
        by statement: Statement, _ parameters: [Parameter], _ check: String, _ connection: borrowing Connection
    ) throws(PostgresError) -> [Diagnosis] {
        let rows = try connection.execute(statement, parameters)
        return (0..<rows.rowCount).map { row in
            Diagnosis(
                check, Diagnosis.Severity(rawValue: rows.text(row, 0) ?? "") ?? .error, rows.text(row, 1) ?? "")
        }
    }
}
