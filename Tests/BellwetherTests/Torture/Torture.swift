import EventLog
import Foundation
import Glibc
import Postgres
import TestSupport
import Testing

/// Ingests the same files into an empty log in every round, while programs or the server are killed at random times and
/// started again until all files are ingested.
final class Torture {
    private let rounds: Int
    private let seed: UInt64
    private let folder: String
    private let server: TortureServer
    private let programs: TorturePrograms
    private let files: TortureFiles
    private let report: (String) -> Void
    private var random: SplitMix64
    private var tally = TortureTally()
    private var faultyRounds = 0
    /// The contents of the log, the report tables and the duration of a run without disturbance.
    private var undisturbed: (log: [[String?]], tables: [String], span: Duration) = ([], [], .seconds(1))

    /// Creates a test with this number of rounds. The seed determines the moments to strike. `report` receives progress
    /// messages.
    init(rounds: Int, seed: UInt64, in folder: String, report: @escaping (String) -> Void) async throws {
        self.rounds = rounds
        self.seed = seed
        self.folder = folder
        self.report = report
        random = SplitMix64(state: seed)
        files = try TortureFiles(in: folder, seed: seed)
        server = try await TortureServer(in: folder + "/db")
        programs = TorturePrograms(server: server, folder: folder)
    }

    /// Whether enough strikes hit a running ingest: more than half the number of rounds.
    private var hasHit: Bool { (tally.moments[.during] ?? 0) * 2 > rounds }

    /// Runs all rounds and returns the tally.
    func run() async throws -> TortureTally {
        try await runUndisturbed()
        var number = 0
        // On a busy machine many strikes come after the ingest has ended. Then run more rounds.
        while number < rounds || !hasHit && number < 3 * rounds {
            number += 1
            try await round(number)
            if number % max(rounds / 20, 1) == 0 { report("round \(number) of \(rounds): \(tally.description)") }
        }
        report("\(tally.gaps) strikes left a file with a later batch committed and an earlier one not")
        report("\(number) rounds, seed \(seed), \(files.lineCount) lines each: \(tally.description); \(verdict)")
        try await server.letGo()
        return tally
    }

    private var verdict: String {
        faultyRounds > 0 ? "\(faultyRounds) ROUNDS WENT WRONG" : "nothing lost, nothing twice"
    }

    private func runUndisturbed() async throws {
        try await server.reset()
        let started = ContinuousClock.now
        try await programs.finish([programs.start(ingest(files.paths), .url)], .url)
        undisturbed.span = ContinuousClock.now - started
        undisturbed.log = try await server.rows(TortureState.comparable)
        undisturbed.tables = try await tables()
        #expect(undisturbed.log.count == 3 && undisturbed.tables.allSatisfy { $0.count > 500 })
    }

    private func round(_ number: Int) async throws {
        let addressing = Addressing.allCases.randomElement(using: &random) ?? .url
        try await server.reset()
        // With embedded addressing only the programs themselves keep the server running.
        if addressing == .embedded { try await server.letGo() }
        var running = [try programs.start(ingest(files.paths), addressing)]
        if random.happens(50) { running.append(try programs.start(ingest(files.paths.reversed()), addressing)) }
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            try await strike(&running, addressing)
        }
        try await programs.finish(running, addressing)
        try await server.start()
        try await programs.finish([programs.start(ingest(files.paths), addressing)], addressing)
        let faults = try await faults()
        if !faults.isEmpty { faultyRounds += 1 }
        #expect(faults.isEmpty, "round \(number) of seed \(seed), \(running.count) workers, \(addressing): \(faults)")
    }

    private func ingest(_ paths: [String]) -> [String] { ["ingest", "--quiet"] + paths }
}

extension Torture {
    /// Waits, then kills one or all programs, or the server and sometimes programs too, and restarts what was killed.
    private func strike(_ running: inout [SpawnedProgram], _ addressing: Addressing) async throws {
        try await waitForMoment(running)
        if random.happens(30) { running.append(try programs.start(["project", "--quiet"], addressing)) }
        let victims = random.happens(30) ? running : running.randomElement(using: &random).map { [$0] } ?? []
        let victim = Victim.random(&random)
        if victim == .program {
            for program in victims { program.pause() }
            await count(running, on: victim)
            for program in victims { try await program.kill() }
        } else {
            await count(running, on: victim)
            try await server.strike(victim, &random)
            if random.happens(50) { for program in victims { try await program.kill() } }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &random)))
            // With an embedded server, any other command would start it the same way.
            try await server.start()
        }
        if let gaps = try? await server.rows(TortureState.gaps), gaps[0][0] != "0" { tally.countGap() }
        running = try running.map { try programs.restart($0, addressing) }
    }

    /// Waits for a random time, or until a later batch of a file is committed and an earlier one is not, or until 1 to 4
    /// more batches are committed and up to 30 ms longer, so that the strike hits the next batch.
    private func waitForMoment(_ programs: [SpawnedProgram]) async throws {
        if random.happens(25) {
            while programs.contains(where: \.isRunning) {
                if let gaps = try? await server.rows(TortureState.gaps), gaps[0][0] != "0" { return }
                try await Task.sleep(for: .microseconds(200))
            }
            return
        }
        guard random.happens(70) else {
            return try await Task.sleep(for: undisturbed.span * Double.random(in: 0...1, using: &random))
        }
        let wanted = await batches() + Int.random(in: 1...4, using: &random)
        while programs.contains(where: \.isRunning), await batches() < wanted {
            try await Task.sleep(for: .milliseconds(1))
        }
        try await Task.sleep(for: .microseconds(Int.random(in: 0...30_000, using: &random)))
    }

    /// Returns the number of batches in the ledger; 0 while the server is down.
    private func batches() async -> Int {
        let count = try? await server.rows("SELECT count(*) FROM log.batch")
        return count?[0][0].flatMap { Int($0) } ?? 0
    }

    /// Counts a strike by what the ledger shows immediately before it.
    private func count(_ programs: [SpawnedProgram], on victim: Victim) async {
        guard programs.contains(where: \.isRunning) else { return tally.count(.after, on: victim) }
        let ledger = try? await server.rows("SELECT count(*), count(*) FILTER (WHERE is_last) FROM log.batch")
        guard let ledger, ledger[0][0] != "0" else { return tally.count(.before, on: victim) }
        guard ledger[0][1] != "\(files.paths.count)" else { return tally.count(.after, on: victim) }
        tally.count(.during, on: victim)
    }

    /// Returns the differences from the undisturbed run and violations of what holds for every log; empty if there are
    /// none.
    private func faults() async throws -> [String] {
        let counts = try await server.rows(TortureState.faults(files: files.paths.count, lines: files.lineCount))
        var faults = zip(TortureState.faultNames, counts[0]).filter { $1 != "0" }.map { "\($0): \($1 ?? "null")" }
        let log = try await server.rows(TortureState.comparable)
        for (found, expected) in zip(log, undisturbed.log) where found != expected {
            faults.append("\(found) in place of \(expected)")
        }
        let tables = try await tables()
        if tables != undisturbed.tables { faults.append("tables differ") }
        return faults
    }

    /// Returns the tables of a report.
    private func tables() async throws -> [String] {
        let out = folder + "/report"
        defer { try? FileManager.default.removeItem(atPath: out) }
        try await programs.finish([programs.start(["project", "--quiet"], .url)], .url)
        try await programs.finish([programs.start(["report", "--quiet", "--out", out], .url)], .url)
        return try ["opt_in_by_os.csv", "opt_in_daily.csv"].map {
            try String(contentsOfFile: out + "/latest/csv/" + $0, encoding: .utf8)
        }
    }
}
