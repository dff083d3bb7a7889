import EventLog
import Foundation
import Glibc
import Postgres
import Testing

@Suite(.enabled(if: SmallDisk.obstacle == nil, Comment(rawValue: SmallDisk.obstacle ?? "")), .timeLimit(.minutes(20)))
struct DiskFullTests {
    @Test func aFullDiskForDataIsSaidAndLosesNothing() async throws {
        try await FullDisk.run { bench in
            let disk = try bench.disk("data", megabytes: 500)
            defer { disk.remove() }
            try await bench.server.administer("CREATE TABLESPACE small LOCATION '\(disk.path)'")
            try await bench.server.reset(in: "small")
            try bench.simulate(installations: 1_200)
            // The first connection to a database writes a file, and is refused if it can't.
            _ = try await bench.server.rows("SELECT 1")
            try disk.resize(megabytes: disk.used)
            try await bench.expectOutOfRoom("run out of something")
            try disk.resize(megabytes: 500)
            try await bench.expectWhole()
            try await bench.server.reset()
        }
    }

    @Test func aFullDiskForTheWriteAheadLogIsSaidAndLosesNothing() async throws {
        try await FullDisk.run { bench in
            let disk = try bench.disk("wal", megabytes: 500)
            defer { disk.remove() }
            // Without old segments to write over, the log needs room for new ones.
            try await bench.server.administer("ALTER SYSTEM SET wal_recycle = off")
            try await bench.server.administer("SELECT pg_reload_conf()")
            try await bench.server.letGo()
            try bench.moveWriteAheadLog(to: disk)
            try await bench.server.reset()
            try bench.simulate(installations: 12_000)
            try disk.resize(megabytes: disk.used)
            // The server goes down with it. What it finds to remove as it recovers may be room enough to go on.
            let (status, errors) = try await bench.ingest()
            #expect(status == 0 || status == 69 && errors.split(separator: "\n").count == 1, "\(status) \(errors)")
            #expect(try bench.serverLog().contains("No space left on device"))
            try disk.resize(megabytes: 500)
            try await bench.server.start()
            try await bench.expectWhole()
            try await bench.server.letGo()
        }
    }

    @Test func aFullDiskForTemporaryTablesIsSaidAndLosesNothing() async throws {
        try await FullDisk.run { bench in
            let disk = try bench.disk("temporary", megabytes: 2)
            defer { disk.remove() }
            try await bench.server.administer("CREATE TABLESPACE small LOCATION '\(disk.path)'")
            try await bench.server.administer("GRANT CREATE ON TABLESPACE small TO PUBLIC")
            try await bench.server.administer("ALTER DATABASE bellwether SET temp_tablespaces = small")
            // The second time they are there already, which is what a temporary table is for.
            try bench.writeLongBadLines(150, times: 2)
            try await bench.expectOutOfRoom("run out of something")
            try disk.resize(megabytes: 500)
            try await bench.expectWhole()
            try await bench.server.administer("ALTER DATABASE bellwether RESET temp_tablespaces")
        }
    }
}

/// A server, one of whose folders is on a small disk, and a file to ingest.
private struct FullDisk {
    let server: TortureServer
    let folder: String

    /// Runs `body` with a server of its own.
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

    /// A disk for the server.
    func disk(_ name: String, megabytes: Int) throws -> SmallDisk {
        try server.disk("\(folder)/\(name)", megabytes: megabytes)
    }

    /// Puts the write-ahead log of the server, which is down, on a disk.
    func moveWriteAheadLog(to disk: SmallDisk) throws {
        let log = server.folder + "/data/pg_wal"
        let copied = try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: ["-a", log + "/.", disk.path])
        copied.waitUntilExit()
        #expect(copied.terminationStatus == 0)
        try FileManager.default.removeItem(atPath: log)
        try FileManager.default.createSymbolicLink(atPath: log, withDestinationPath: disk.path)
    }

    func simulate(installations: Int) throws {
        let run = try ProgramRun.run(
            ["simulate", "--installations", "\(installations)", "--days", "60", "--seed", "3"], database: nil,
            in: folder,
            outputTo: folder + "/events.ndjson")
        #expect(run.status == 0, "\(run.errors)")
    }

    /// Writes lines of 60,000 bytes that can't be compressed much, and one that is JSON; all of them so many times.
    func writeLongBadLines(_ count: Int, times: Int) throws {
        var random = SplitMix64(state: 5)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-".utf8)
        var bytes = Array("{}\n".utf8)
        for _ in 0..<count {
            bytes += (0..<60_000).map { _ in letters[Int(random.next() >> 58)] } + [0x0A]
        }
        let whole = (0..<times).reduce(into: Data()) { data, _ in data += bytes }
        try whole.write(to: URL(fileURLWithPath: folder + "/events.ndjson"))
    }

    /// What the server said of itself.
    func serverLog() throws -> String {
        try String(contentsOfFile: server.folder + "/server.log", encoding: .utf8)
    }

    /// Runs the program to its end.
    func ingest() async throws -> (status: Int32, errors: String) {
        let program = try SpawnedProgram(
            ["ingest", "--quiet", folder + "/events.ndjson"], environment: server.environment(.url), in: folder)
        return (try await program.end(), program.errors)
    }

    /// The ingest fails with one sentence, and the log holds whole batches alone.
    func expectOutOfRoom(_ words: String) async throws {
        let (status, errors) = try await ingest()
        #expect(
            status == 69 && errors.contains(words) && errors.split(separator: "\n").count == 1, "\(status) \(errors)")
        let faults = try await faults(lines: 0)
        #expect(faults.prefix(TortureState.ofAnyLog).allSatisfy { $0 == "0" }, "\(faults)")
        #expect(try await server.rows("SELECT count(*) FROM log.batch WHERE is_last") == [["0"]])
    }

    /// The ingest goes through, and the log holds every line once.
    func expectWhole() async throws {
        let (status, errors) = try await ingest()
        #expect(status == 0, "\(errors)")
        let lines = try Data(contentsOf: URL(fileURLWithPath: folder + "/events.ndjson")).split(separator: 0x0A).count
        let faults = try await faults(lines: lines)
        #expect(faults.allSatisfy { $0 == "0" }, "\(faults)")
    }

    private func faults(lines: Int) async throws -> [String?] {
        try await server.rows(TortureState.faults(files: 1, lines: lines))[0]
    }
}
