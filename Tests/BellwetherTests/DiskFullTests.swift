import EventLog
import Foundation
import Glibc
import Postgres
import TestSupport
import Testing

@Suite(
    .enabled(if: SmallDisk.obstacle == nil, Comment(rawValue: SmallDisk.obstacle ?? "")), .timeLimit(.minutes(20)),
    .tags(.heavy))
struct DiskFullTests {
    @Test func aFullDiskForTheWriteAheadLogIsSaidAndLosesNothing() async throws {
        try await FullDisk.run { bench in
            let disk = try bench.server.disk("\(bench.folder)/wal", megabytes: 500)
            defer { disk.remove() }
            // PostgreSQL can't recycle old segments, so it needs disk space for every new one.
            try await bench.server.administer("ALTER SYSTEM SET wal_recycle = off")
            try await bench.server.administer("SELECT pg_reload_conf()")
            try await bench.server.letGo()
            try bench.moveWriteAheadLog(to: disk)
            try await bench.server.reset()
            try bench.simulate()
            try disk.resize(megabytes: disk.used)
            // The server stops when the disk is full. Recovery may delete enough files to continue, so success is
            // allowed too.
            let (status, errors) = try await bench.ingest()
            #expect(status == 0 || status == 69 && errors.split(separator: "\n").count == 1, "\(status) \(errors)")
            #expect(try bench.serverLog().contains("No space left on device"))
            try disk.resize(megabytes: 500)
            try await bench.server.start()
            try await bench.expectWhole()
            try await bench.server.letGo()
        }
    }
}

/// A server with one of its folders on a small disk, and a file to ingest.
private struct FullDisk {
    let server: TortureServer
    let folder: String

    /// Runs `body` with its own server.
    static func run(_ body: (FullDisk) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "full-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        chmod(folder, 0o755)
        let server = try await TortureServer(in: folder + "/db")
        try await server.reset()
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(FullDisk(server: server, folder: folder))) } catch {
            outcome = .failure(error)
        }
        try await server.stopImmediately()
        try FileManager.default.removeItem(atPath: folder)
        try outcome.get()
    }

    /// Moves the server's write-ahead log to a disk; the server must be stopped.
    func moveWriteAheadLog(to disk: SmallDisk) throws {
        let log = server.folder + "/data/pg_wal"
        let copied = try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: ["-a", log + "/.", disk.path])
        copied.waitForItsEnd()
        #expect(copied.terminationStatus == 0)
        try FileManager.default.removeItem(atPath: log)
        try FileManager.default.createSymbolicLink(atPath: log, withDestinationPath: disk.path)
    }

    func simulate() throws {
        let run = try ProgramRun.run(
            ["simulate", "--installations", "12000", "--days", "60", "--seed", "3"], database: nil, in: folder,
            outputTo: folder + "/events.ndjson")
        #expect(run.status == 0, "\(run.errors)")
    }

    /// The server's log file.
    func serverLog() throws -> String {
        try String(contentsOfFile: server.folder + "/server.log", encoding: .utf8)
    }

    /// Runs `ingest` on the file and waits for it to finish.
    func ingest() async throws -> (status: Int32, errors: String) {
        let program = try SpawnedProgram(
            ["ingest", "--quiet", folder + "/events.ndjson"], environment: server.environment(.url), in: folder)
        return (try await program.end(), program.errors)
    }

    /// Expects the ingest to succeed, and the log to contain every line once.
    func expectWhole() async throws {
        let (status, errors) = try await ingest()
        #expect(status == 0, "\(errors)")
        let lines = try Data(contentsOf: URL(fileURLWithPath: folder + "/events.ndjson")).split(separator: 0x0A).count
        let faults = try await server.rows(TortureState.faults(files: 1, lines: lines))[0]
        #expect(faults.allSatisfy { $0 == "0" }, "\(faults)")
    }
}
