import EventLog
import Foundation
import Postgres
import Testing

/// Ingests events in parts and projects or rebuilds, while the projector or the server is killed during a step, fill,
/// catch-up or swap. After each round the report tables must be the expected ones, and no locks, sessions or temporary
/// tables may be left.
final class ProjectionTorture {
    private let rounds: Int
    private let seed: UInt64
    private let folder: String
    private let report: (String) -> Void
    private let server: TortureServer
    private let programs: TorturePrograms
    private let watch: PhaseWatch
    private let world: ProjectionWorld
    private var random: SplitMix64
    private var tally = ProjectionTally()
    private var faultyRounds = 0
    /// The duration of each phase without disturbance.
    private var spans: [ProjectionPhase: Duration] = [:]
    /// The expected tables of the schema and checkpoints.
    private var inventory: [[String?]] = []
    /// The phases to strike before all of them are shuffled again.
    private var targets: [ProjectionPhase] = []

    private static let strikesPerRound = 2
    /// The name of a database in which the first part is ingested and projected.
    private static let begun = "begun"

    /// Creates a test with this number of rounds. The seed determines the moments to strike. `report` receives progress
    /// messages.
    init(rounds: Int, seed: UInt64, in folder: String, report: @escaping (String) -> Void) async throws {
        self.rounds = rounds
        self.seed = seed
        self.folder = folder
        self.report = report
        random = SplitMix64(state: seed)
        world = try ProjectionWorld(parts: Self.strikesPerRound + 2, in: folder, seed: seed)
        server = try await TortureServer(in: folder + "/db")
        programs = TorturePrograms(server: server, folder: folder)
        watch = PhaseWatch(server)
    }

    /// Phases not yet hit by a strike.
    private var unstruck: [ProjectionPhase] { ProjectionPhase.allCases.filter { tally.phases[$0] == nil } }

    /// Runs all rounds and returns the tally.
    func run() async throws -> ProjectionTally {
        try await runUndisturbed()
        var number = 0
        // On a busy machine a short phase may be over before the strike. Add rounds that aim at the phases not hit.
        while number < rounds || !unstruck.isEmpty && number < 3 * rounds {
            if number >= rounds { targets = unstruck }
            number += 1
            try await round(number)
            if number % max(rounds / 20, 1) == 0 { report("round \(number) of \(rounds): \(tally.description)") }
        }
        let isRight = faultyRounds == 0
        let verdict = isRight ? "the truth each time, nothing left behind" : "\(faultyRounds) ROUNDS WENT WRONG"
        report("\(number) rounds, seed \(seed): \(tally.description); \(verdict)")
        try await server.letGo()
        return tally
    }

    /// Measures the phases without disturbance.
    private func runUndisturbed() async throws {
        try await server.reset()
        try await run(ingest(world.parts[0]))
        try await run(["project"])
        inventory = try await server.rows(Self.takeInventory)
        try await server.keep(as: Self.begun)
        try await server.reset(to: Self.begun)
        try await run(ingest(world.parts[1]))
        spans = try await measure(["project"])
        for part in world.parts.dropFirst(2) { try await run(ingest(part)) }
        spans.merge(try await measure(["project", "--rebuild"])) { step, _ in step }
        let measured = ProjectionPhase.allCases.map { phase in
            "\(phase.rawValue) \((spans[phase] ?? .zero).formatted(.units(allowed: [.milliseconds])))"
        }
        report("undisturbed: \(measured.joined(separator: ", "))")
        #expect(try await faults().isEmpty)
    }

    /// Runs a projector and returns how long it was seen in each phase.
    private func measure(_ arguments: [String]) async throws -> [ProjectionPhase: Duration] {
        let projector = try programs.start(arguments + ["--quiet"])
        var spans: [ProjectionPhase: Duration] = [:]
        var looked = ContinuousClock.now
        while projector.isRunning {
            let phase = await watch.phase()
            let now = ContinuousClock.now
            if let phase { spans[phase, default: .zero] += now - looked }
            looked = now
        }
        try await programs.finish([projector])
        return spans
    }

    private func round(_ number: Int) async throws {
        await watch.rest()
        try await server.reset(to: Self.begun)
        for part in world.parts.dropFirst().prefix(Self.strikesPerRound) { try await strike(ingesting: part) }
        try await run(["ingest"] + world.parts)
        let faults = try await faults()
        if !faults.isEmpty { faultyRounds += 1 }
        #expect(faults.isEmpty, "round \(number) of seed \(seed): \(faults)")
    }

    private func ingest(_ part: String) -> [String] { ["ingest", part] }

    private func run(_ arguments: [String]) async throws {
        try await programs.finish([programs.start(arguments + ["--quiet"])])
    }
}

extension ProjectionTorture {
    /// Runs a projector, with a new part of the events ingested before or in parallel, and kills the projector or the
    /// server during the target phase. Usually the projector is restarted immediately; otherwise a half-done rebuild is
    /// left to the next command.
    private func strike(ingesting part: String) async throws {
        let target = nextTarget()
        let isBeside = target != .step && random.happens(50)
        if !isBeside { try await run(ingest(part)) }
        let reader = target == .swap && random.happens(50) ? try await reading() : nil
        let projector = try programs.start(command(reaching: target))
        while projector.isRunning, await watch.phase() != target {}
        let ingest = isBeside ? try programs.start(ingest(part) + ["--quiet"]) : nil
        // The square prefers early moments, because the phase may be much shorter than when it was measured.
        let share = Double.random(in: 0...1, using: &random)
        try await Task.sleep(for: span(of: target, isRead: reader != nil) * (share * share))
        try await end(projector, beside: ingest)
        await reader?.close()
        if let ingest { try await programs.finish([programs.restart(ingest)]) }
        if random.happens(70) { try await programs.finish([programs.restart(projector)]) }
    }

    /// Returns the next phase to strike. Each phase is used once before all are shuffled again.
    private func nextTarget() -> ProjectionPhase {
        if targets.isEmpty { targets = ProjectionPhase.allCases.shuffled(using: &random) }
        return targets.removeLast()
    }

    /// Returns a command that reaches a phase. A rebuild of one projection reaches all phases, except that only some
    /// projections have a fill.
    private func command(reaching phase: ProjectionPhase) -> [String] {
        switch phase {
        case .step: ["project", "--quiet"]
        case .fill: ["project", "--quiet", "--rebuild"] + (random.happens(30) ? ["--job", "journey"] : [])
        case .catchUp, .swap: ["project", "--quiet", "--rebuild"] + (random.happens(30) ? ["--job", job()] : [])
        }
    }

    private func job() -> String {
        ["journey", "opens", "activity", "states", "deliveries", "quality"].randomElement(using: &random) ?? "journey"
    }

    /// Opens a reader of a table that every swap locks or of one that a swap drops.
    private func reading() async throws -> Session {
        let tables = ["checkpoint", "notification_open", "opens_cell", "latency_counted"]
        let table = tables.randomElement(using: &random) ?? "checkpoint"
        let session = try await server.session()
        try await session.run {
            try $0.script(Statement(file: "torture", text: "BEGIN; SELECT count(*) FROM projection.\(table)"))
        }
        return session
    }

    /// Returns how long a phase may last. A swap blocked by a reader lasts until its lock timeout.
    private func span(of phase: ProjectionPhase, isRead: Bool) -> Duration {
        isRead ? .milliseconds(150) : spans[phase] ?? .zero
    }

    /// Kills the projector and sometimes the ingest, or the server and sometimes the projector.
    private func end(_ projector: SpawnedProgram, beside ingest: SpawnedProgram?) async throws {
        let victim = Victim.random(&random)
        let takesOther = random.happens(30)
        if victim == .program { projector.pause() }
        let phase = projector.isRunning ? await watch.phase() : nil
        tally.count(phase, on: victim, besideIngest: ingest?.isRunning ?? false)
        switch victim {
        case .program:
            try await projector.kill()
            if takesOther { try await ingest?.kill() }
        case .server, .child:
            try await server.strike(victim, &random)
            if takesOther { try await projector.kill() }
            try await server.start()
        }
    }
}

extension ProjectionTorture {
    /// Returns what is wrong after everything is ingested; empty if nothing is. The audit brings the projections up to
    /// date, must find nothing to repair, and removes the tables of an unfinished rebuild.
    private func faults() async throws -> [String] {
        await watch.rest()
        return try await programs.audit() + tables() + leftovers()
    }

    private func tables() async throws -> [String] {
        let out = folder + "/report"
        defer { try? FileManager.default.removeItem(atPath: out) }
        try await run(["report", "--out", out])
        let tables = try ProjectionWorld.tables(in: out + "/latest/csv")
        return world.truth.keys.sorted().filter { tables[$0] != world.truth[$0] }.map { "\($0) is not the truth's" }
    }

    /// Returns what was left behind. Retries for some seconds, because the server needs up to a second to notice that a
    /// killed program is gone.
    private func leftovers() async throws -> [String] {
        var found: [String] = []
        for _ in 0..<20 {
            let counts = try await server.rows(Self.countLeftovers)[0]
            found = zip(Self.leftoverNames, counts).filter { $1 != "0" }.map { "\($0): \($1 ?? "null")" }
            if try await server.rows(Self.takeInventory) != inventory { found.append("other tables or checkpoints") }
            if found.isEmpty { break }
            try await Task.sleep(for: .milliseconds(250))
        }
        return found
    }

    private static let leftoverNames = [
        "generations of a rebuild", "leases and other locks", "sessions", "checkpoints not at the head",
        "pending settings",
    ]

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
            ),
            (SELECT count(*) FROM projection.pending_setting)
        """

    private static let takeInventory = """
        SELECT 'table', class.relname FROM pg_class AS class
        WHERE class.relkind IN ('r', 'p') AND class.relnamespace = 'projection'::regnamespace
        UNION ALL
        SELECT 'checkpoint', checkpoint.name FROM projection.checkpoint
        ORDER BY 1, 2
        """
}
