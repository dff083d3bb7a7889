import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// The program as a process, on a test's own database.
struct ProgramRun {
    let status: Int32
    let output: String
    let errors: String

    /// The program that was built beside the tests.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "bellwether").path

    /// A process that is not started yet. It sees the database, and nothing else of the environment that names one.
    static func process(_ arguments: [String], database: ConnectionTarget?, in folder: String) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        var environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("PG") && name != "DATABASE_URL" && name != "BELLWETHER_DATA_DIR"
        }
        environment.merge(database?.environment ?? [:]) { $1 }
        process.environment = environment
        return process
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: [String], database: ConnectionTarget?, in folder: String, outputTo file: String? = nil
    ) throws -> ProgramRun {
        let process = process(arguments, database: database, in: folder)
        let captured = file ?? folder + "/output-\(UUID().uuidString)"
        let errors = folder + "/errors-\(UUID().uuidString)"
        process.standardOutput = try writer(captured)
        process.standardError = try writer(errors)
        process.standardInput = FileHandle.nullDevice
        defer {
            if file == nil { try? FileManager.default.removeItem(atPath: captured) }
            try? FileManager.default.removeItem(atPath: errors)
        }
        try process.run()
        process.waitUntilExit()
        return ProgramRun(
            status: process.terminationStatus,
            output: file == nil ? try String(contentsOfFile: captured, encoding: .utf8) : "",
            errors: try String(contentsOfFile: errors, encoding: .utf8))
    }

    private static func writer(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path))
        return try #require(FileHandle(forWritingAtPath: path))
    }
}

/// Runs `body` with a database and a folder of its own.
func withProgram<Value: Sendable>(_ body: (Workbench) async throws -> Value) async throws -> Value {
    try await TestServer.withDatabase { database in
        let folder = NSTemporaryDirectory() + "bellwether \(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await body(Workbench(database: database, folder: folder))
    }
}

/// A database, a folder, and the program to run on them.
struct Workbench {
    let database: Database
    let folder: String

    /// Runs the program and expects it to succeed.
    @discardableResult
    func run(_ arguments: String...) throws -> ProgramRun {
        let run = try ProgramRun.run(arguments, database: database.target, in: folder)
        #expect(run.status == 0, "\(arguments): \(run.errors)")
        return run
    }

    /// Runs the program, whatever comes of it.
    func attempt(_ arguments: String...) throws -> ProgramRun { try attempt(arguments) }

    /// Runs the program, whatever comes of it.
    func attempt(_ arguments: [String]) throws -> ProgramRun {
        try ProgramRun.run(arguments, database: database.target, in: folder)
    }

    /// Simulates events into `events.ndjson` and their truth into `truth/`.
    func simulate(installations: Int, days: Int, seed: Int = 7, apps: Int = 1, incident: String? = nil) throws {
        let scale = [
            "--installations", "\(installations)", "--days", "\(days)", "--seed", "\(seed)", "--apps", "\(apps)",
        ]
        let happens = incident.map { ["--incident", $0] } ?? []
        let run = try ProgramRun.run(
            ["simulate", "--truth", "truth"] + scale + happens, database: nil, in: folder,
            outputTo: folder + "/events.ndjson")
        #expect(run.status == 0, "\(run.errors)")
    }

    func read(_ path: String) throws -> String { try String(contentsOfFile: folder + "/" + path, encoding: .utf8) }

    func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + path))
    }

    /// Projects, reports, and expects the tables to be the truth's, byte for byte.
    func expectTruth(report: String = "report", isDeliveredOnce: Bool = true) throws {
        try run("project", "--quiet")
        try run("report", "--quiet", "--out", report)
        // These count deliveries, or ask what was known earlier, which depends on which of several copies came first.
        let ofDeliveries: Set = ["deliveries_daily.csv", "rejects.csv", "opt_in_changes.csv"]
        let tables = try FileManager.default.contentsOfDirectory(atPath: folder + "/truth")
        #expect(tables.count == 14)
        for table in tables where isDeliveredOnce || !ofDeliveries.contains(table) {
            let truth = try read("truth/" + table)
            #expect(truth.split(separator: "\n").count > 1, "\(table) is its header alone")
            let isEqual = try read("\(report)/latest/csv/\(table)") == truth
            #expect(isEqual, "\(table) differs from the truth")
        }
    }
}
