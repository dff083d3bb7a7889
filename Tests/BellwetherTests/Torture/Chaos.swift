import Foundation
import Postgres
import TestSupport

/// Runs all of the program's commands concurrently on one database while programs are killed, the server is stopped,
/// connections are cut and the disk fills up. Afterwards no acknowledged event may be lost, no erased or rejected event
/// may remain, and every report table must equal that of the reference implementation.
final class Chaos {
    /// The disturbances. Each round has one of each, but kills more programs.
    private enum Strike: CaseIterable {
        /// Kill the collector.
        case collector
        /// Kill any program.
        case program
        /// Kill a projector during a step, or during the fill, the catch-up or the swap of a rebuild.
        case projector
        /// Kill all that ingest while a later batch of a file is stored and an earlier one is not.
        case ingest
        /// Stop the server immediately, as in a power cut.
        case server
        /// Kill one process of the server.
        case child
        /// Cut a connection before or after its COMMIT reaches the server.
        case commit
        /// Cut all connections, and allow no new ones for a while.
        case connections
        /// Fill up the server's disk for a while.
        case disk
    }

    private static let megabytes = 500

    private let run: TortureRun
    private let server: TortureServer
    private let proxy: CuttingProxy
    private let watch: PhaseWatch
    /// The disk with the database; nil if no small disk can be mounted on this machine.
    private let disk: SmallDisk?
    /// The environment of a round's programs. It makes them reach the server through the proxy.
    private let environment: [String: String]
    private var random = SplitMix64(state: 0)
    private var acknowledged = 0
    /// Kills after which a later batch of a file was stored and an earlier one was not.
    private(set) var gaps = 0

    /// Creates a server in the run's folder.
    init(_ run: TortureRun) async throws {
        self.run = run
        server = try await TortureServer(in: run.folder + "/db")
        var target = try await server.start()
        watch = PhaseWatch(server)
        proxy = try CuttingProxy(upstream: target.keywords["host"] ?? "", port: target.keywords["port"] ?? "")
        target.keywords["host"] = proxy.folder
        environment = try server.environment(.embedded).merging(target.environment) { $1 }
        if let obstacle = SmallDisk.obstacle {
            run.report("the disk is never full: \(obstacle)")
            disk = nil
        } else {
            disk = try server.disk(run.folder + "/small", megabytes: Self.megabytes)
            try await server.administer("CREATE TABLESPACE small LOCATION '\(run.folder)/small'")
        }
    }

    /// Runs all rounds and returns the number of events acknowledged over HTTP. Each round's seed is one higher than
    /// the last. A round with a fault throws, which ends the run.
    func allRounds() async throws -> Int {
        for number in 0..<run.rounds {
            try await round(seed: run.seed &+ UInt64(number))
            if (number + 1) % max(run.rounds / 20, 1) == 0 {
                run.report("round \(number + 1) of \(run.rounds): \(acknowledged) events acknowledged over HTTP")
            }
        }
        run.report("\(gaps) kills left a file with a later batch stored and an earlier one not")
        run.report("\(run.rounds) rounds, seed \(run.seed): nothing lost, every table the truth's each time")
        try await close()
        return acknowledged
    }

    private func round(seed: UInt64) async throws {
        random = SplitMix64(state: seed)
        let folder = run.folder + "/round"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await server.reset(in: disk == nil ? nil : "small")
        let world = ChaosWorld(seed: seed)
        let embedded = try server.environment(.embedded)
        let cast = try ChaosCast(world, world.write(in: folder), seed: seed, reports: folder + "/report") {
            try SpawnedProgram($0, environment: $1 == .embedded ? embedded : self.environment, in: folder)
        }
        do {
            for strike in strikes() {
                try await cast.work(for: .milliseconds(Int.random(in: 100...800, using: &random)))
                try await self.strike(strike, cast)
            }
            try await cast.finish()
            acknowledged += cast.posted.count
            let faults = try await faults(in: world, cast, folder)
            guard faults.isEmpty else { throw ChaosFault(description: faults.joined(separator: "; ")) }
        } catch {
            let outcome = error is ChaosFault ? "went wrong" : "could not be ended"
            run.report("the round of seed \(seed) \(outcome) (--rounds 1 --seed \(seed)), see \(run.folder): \(error)")
            try await cast.end()
            try await keepDatabase()
            throw error
        }
    }

    private func strikes() -> [Strike] {
        let all = Strike.allCases.filter { $0 != .disk || disk != nil }
        return (all + [.program, .program]).shuffled(using: &random)
    }

    private func strike(_ strike: Strike, _ cast: ChaosCast) async throws {
        switch strike {
        case .collector: try await cast.collector.kill()
        case .program: try await cast.victims.randomElement(using: &random)?.kill()
        case .projector: try await killProjector(cast)
        case .ingest: try await killIngests(cast)
        case .server, .child:
            if strike == .child { try await server.killChild(&random) } else { try await server.stopImmediately() }
            try await wait(0...300)
            try await server.start()
        case .commit: proxy.cutNext(random.happens(50) ? .before : .after)
        case .connections:
            proxy.isAway = true
            try await wait(100...400)
            proxy.isAway = false
        case .disk: try await fillDisk(cast)
        }
    }

    /// Waits at most a second for a random phase of projecting, then kills every projector.
    private func killProjector(_ cast: ChaosCast) async throws {
        let phase = ProjectionPhase.allCases.randomElement(using: &random)
        let deadline = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < deadline, await watch.phase() != phase { try await cast.work(for: .zero) }
        await watch.rest()
        for projector in cast.victims where projector.command == "project" { try await projector.kill() }
    }

    /// Waits at most a second until a later batch of a file is stored and an earlier one is not, then kills all that
    /// ingest.
    private func killIngests(_ cast: ChaosCast) async throws {
        let deadline = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < deadline, await !hasGap() { try await cast.work(for: .zero) }
        for program in cast.victims where program.command == "ingest" { try await program.kill() }
        if await hasGap() { gaps += 1 }
    }

    private func hasGap() async -> Bool {
        guard let count = try? await server.rows(TortureState.gaps) else { return false }
        return count != [["0"]]
    }

    /// Removes the free space from the disk, lets the programs run for a while, then restores it.
    private func fillDisk(_ cast: ChaosCast) async throws {
        guard let disk else { return }
        // Fails if the server wrote more data after `used` was measured; then skip.
        guard (try? disk.resize(megabytes: disk.used)) != nil else { return }
        try await cast.work(for: .milliseconds(Int.random(in: 200...800, using: &random)))
        try disk.resize(megabytes: Self.megabytes)
    }

    private func wait(_ milliseconds: ClosedRange<Int>) async throws {
        try await Task.sleep(for: .milliseconds(Int.random(in: milliseconds, using: &random)))
    }

    /// Moves the database from the small disk to the server's folder, for inspection, and stops the server.
    private func keepDatabase() async throws {
        if let disk {
            try disk.resize(megabytes: Self.megabytes)
            try await server.start()
            try await server.administer("ALTER DATABASE bellwether ALLOW_CONNECTIONS false")
            try await server.administer(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = 'bellwether'")
            try await server.administer("ALTER DATABASE bellwether SET TABLESPACE pg_default")
            try await server.administer("ALTER DATABASE bellwether ALLOW_CONNECTIONS true")
        }
        try await close()
    }

    private func close() async throws {
        proxy.close()
        try await server.letGo()
        disk?.remove()
    }
}

extension Chaos {
    /// Returns what is wrong after all programs have finished; empty if nothing is.
    private func faults(in world: ChaosWorld, _ cast: ChaosCast, _ folder: String) async throws -> [String] {
        let programs = TorturePrograms(server: server, folder: folder)
        try await programs.run(["project", "--quiet"])
        try await programs.run(["report", "--quiet", "--out", folder + "/report"] + world.reportOptions)
        let rows = try await server.rows(Self.readEvents)
        let pairs = rows.map { ($0[0] ?? "", $0[1].flatMap { Int64($0) } ?? 0) }
        let receivedAt = Dictionary(pairs) { first, _ in first }
        let kept = world.kept(posted: cast.posted)
        let lost = kept.subtracting(receivedAt.keys)
        let surplus = Set(receivedAt.keys).subtracting(kept)
        let numbers = try await server.rows(Self.readNumbers)[0].map { $0.flatMap { Int64($0) } ?? 0 }
        let truth = world.truth(posted: cast.posted, receivedAt: receivedAt, horizon: numbers[0])
        let ledger = try await server.rows(TortureState.faults(files: world.fileCount, lines: 0))[0]
        let csv = folder + "/report/latest/csv/"
        let counts: [(Int, String)] = [
            (lost.count, "acknowledged events are lost, such as \(lost.min() ?? "")"),
            (surplus.count, "events are there that should not be, such as \(surplus.min() ?? "")"),
            (rows.count - receivedAt.count, "events are there twice"),
            (abs(Int(numbers[1]) - world.refused), "events too many or too few are in the quarantine"),
        ]
        var faults = counts.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }
        // The first and last numbers would count what was erased and dropped.
        faults += zip(TortureState.faultNames, ledger).dropFirst().dropLast().filter { $1 != "0" }
            .map { "\($0): \($1 ?? "null")" }
        faults += truth.keys.sorted().filter { (try? String(contentsOfFile: csv + $0, encoding: .utf8)) != truth[$0] }
            .map { "\($0) is not the truth's" }
        // The audit runs last, because it repairs what it finds.
        return try await faults + cast.wrongAnswers + programs.audit() + leftovers()
    }

    /// Selects each event's id and `received_at` in microseconds since 1970. Rows of other types in
    /// `log.engagement_event` are identities of permission events.
    private static let readEvents = """
        SELECT event.id::text, (extract(epoch FROM event.received_at) * 1000000)::bigint
        FROM (
            SELECT id, received_at FROM log.permission_event
            UNION ALL
            SELECT id, received_at FROM log.engagement_event WHERE type >= 'notification_sent'
        ) AS event
        """

    /// Selects the horizon in microseconds since 1970, and the number of quarantined lines.
    private static let readNumbers = """
        SELECT
            (extract(epoch FROM analytics.horizon()) * 1000000)::bigint,
            (SELECT count(*) FROM log.quarantine)
        """
}

extension Chaos {
    /// Returns what killed programs left behind. Retries for some seconds, because the server needs up to a second to
    /// notice that a killed program is gone.
    private func leftovers() async throws -> [String] {
        var found: [String] = []
        for _ in 0..<20 {
            let counts = try await server.rows(Self.countLeftovers)[0]
            found = zip(["tables of a rebuild", "locks", "sessions", "checkpoints not at the head"], counts)
                .filter { $1 != "0" }.map { "\($1 ?? "null") \($0) are left" }
            if found.isEmpty { break }
            try await Task.sleep(for: .milliseconds(250))
        }
        return found
    }

    /// One row; all numbers are 0 if every program ended cleanly.
    private static let countLeftovers = """
        WITH client AS (
            SELECT activity.pid
            FROM pg_stat_activity AS activity
            WHERE activity.backend_type = 'client backend' AND activity.datname = current_database()
                AND activity.pid <> pg_backend_pid()
        )
        SELECT
            (SELECT count(*) FROM pg_namespace WHERE nspname = 'projection_next'),
            (SELECT count(*) FROM pg_locks INNER JOIN client USING (pid) WHERE locktype IN ('advisory', 'relation')),
            (SELECT count(*) FROM client),
            (
                SELECT count(*) FROM projection.checkpoint
                WHERE position IS DISTINCT FROM (SELECT max(batch.position) FROM log.batch) OR backfill_head IS NOT NULL
            )
        """
}
