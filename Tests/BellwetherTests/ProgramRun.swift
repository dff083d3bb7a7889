import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// A finished run of the program as a process on a test's own database.
struct ProgramRun {
    let status: Int32
    let output: String
    let errors: String

    /// The program built together with the tests.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "bellwether").path

    /// Returns a process that is not started. Its environment names the given database and no other.
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

    /// Runs the program and waits for it to finish.
    static func run(
        _ arguments: [String], database: ConnectionTarget?, in folder: String, outputTo file: String? = nil
    ) throws -> ProgramRun {
        try finish(process(arguments, database: database, in: folder), in: folder, outputTo: file)
    }

    /// Runs a process without input and waits for it to finish. Its output goes to files, in `folder` unless given.
    static func finish(_ process: Process, in folder: String, outputTo file: String? = nil) throws -> ProgramRun {
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
        process.waitForItsEnd()
        return ProgramRun(
            status: process.terminationStatus,
            output: file == nil ? try text(captured) : "", errors: try text(errors))
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    private static func writer(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path))
        return try #require(FileHandle(forWritingAtPath: path))
    }
}

/// Returns an event at noon on a day, received a second later.
func line(_ type: String, _ id: Int, on day: String) -> String {
    EventText.line(type, id: id, at: day + "T12:00:00Z", received: day + "T12:00:01Z")
}

/// Parses a JSON object.
func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

/// Runs `body` with its own database and folder.
func withProgram<Value: Sendable>(_ body: (Workbench) async throws -> Value) async throws -> Value {
    try await TestServer.withDatabase { database in
        let folder = NSTemporaryDirectory() + "bellwether \(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await body(Workbench(database: database, folder: folder))
    }
}

/// A test's database and folder, with methods that run the program on them.
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

    /// Runs the program with any exit status.
    func attempt(_ arguments: String...) throws -> ProgramRun { try attempt(arguments) }

    /// Runs the program with any exit status.
    func attempt(_ arguments: [String]) throws -> ProgramRun {
        try ProgramRun.run(arguments, database: database.target, in: folder)
    }

    /// Returns a run of the program that is not started, and whose output and errors are discarded.
    func process(_ arguments: String...) -> Process {
        let process = ProgramRun.process(arguments, database: database.target, in: folder)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    /// Runs a script of bash in the folder, with any exit status. Its environment names the database, or another one, and
    /// its `PATH` begins with the folder of the program.
    @discardableResult
    func shell(_ script: String, on target: ConnectionTarget? = nil) throws -> ProgramRun {
        let process = ProgramRun.process(["-c", script], database: target ?? database.target, in: folder)
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let programs = URL(fileURLWithPath: ProgramRun.path).deletingLastPathComponent().path
        let path = process.environment?["PATH"] ?? "/usr/bin:/bin"
        process.environment?["PATH"] = programs + ":" + path
        return try ProgramRun.finish(process, in: folder)
    }

    func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: folder + "/" + path, withIntermediateDirectories: true)
    }

    /// Simulates, ingests and projects events.
    func fill(installations: Int, days: Int, apps: Int = 1) throws {
        try simulate(installations: installations, days: days, apps: apps)
        try run("ingest", "--quiet", "events.ndjson")
        try run("project", "--quiet")
    }

    /// Ingests and projects the lines of a file.
    func take(_ lines: [String], in file: String = "events.ndjson") throws {
        try write(lines.joined(separator: "\n"), to: file)
        try run("ingest", "--quiet", file)
        try run("project", "--quiet")
    }

    /// Simulates events into `events.ndjson`, and the tables that they must give into `truth/`.
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

    /// Runs `project` and `report`, and expects the CSV tables to be byte for byte those in `truth/`.
    func expectTruth(isDeliveredOnce: Bool = true) throws {
        try run("project", "--quiet")
        try run("report", "--quiet", "--out", "report")
        // These tables depend on which copy of an event arrived first: they count deliveries or what was known at an
        // earlier horizon.
        let ofDeliveries: Set = ["deliveries_daily.csv", "rejects.csv", "opt_in_changes.csv"]
        let tables = try FileManager.default.contentsOfDirectory(atPath: folder + "/truth")
        #expect(tables.count == 24)
        for table in tables where isDeliveredOnce || !ofDeliveries.contains(table) {
            let truth = try read("truth/" + table)
            // Small histories have no version with 30 people, and short ones nobody who could be reached 28 days ago.
            let canBeEmpty = ["marks.csv", "turn_offs_by_frequency.csv"].contains(table)
            #expect(truth.split(separator: "\n").count > 1 || canBeEmpty, "\(table) is its header alone")
            let isEqual = try read("report/latest/csv/\(table)") == truth
            #expect(isEqual, "\(table) differs from the truth")
        }
    }
}
