import Foundation
import Glibc

/// A violation of a guarantee that must hold despite all disturbances.
struct ChaosFault: Error, CustomStringConvertible {
    let description: String
}

/// Runs commands of the program one after the other, and repeats each until it succeeds.
final class ChaosActor {
    /// The remaining commands; the first one is running.
    private var commands: [[String]]
    /// Whether a finished command is appended to the remaining ones again.
    private var isTireless: Bool
    private let start: Start
    private(set) var program: SpawnedProgram?

    private let addressing: Addressing

    /// Starts a program that finds its database in one of the two ways.
    typealias Start = ([String], Addressing) throws -> SpawnedProgram

    init(_ commands: [[String]], isTireless: Bool, _ addressing: Addressing, start: @escaping Start) {
        self.commands = commands
        self.isTireless = isTireless
        self.addressing = addressing
        self.start = start
    }

    var isDone: Bool { commands.isEmpty }

    /// The name of the running command.
    var command: String? { program?.arguments.first }

    /// Whether its program is running and can be killed.
    var isAtWork: Bool { program?.isRunning ?? false }

    /// Stops repeating finished commands.
    func rest() { isTireless = false }

    /// Kills the running program; `goOn` starts it again.
    func kill() async throws { try await program?.kill() }

    /// Starts the next command if the last one has ended. Throws if that failed for a reason that no disturbance
    /// explains.
    func goOn() throws {
        if let program {
            guard let status = program.status else { return }
            self.program = nil
            try take(status, of: program)
        }
        program = try commands.first.map { try start($0, addressing) }
    }

    private func take(_ status: Int32, of program: SpawnedProgram) throws {
        // 69: the database is unreachable or out of space; 75: another program has the lock; 137: killed.
        guard [0, 69, 75, 137].contains(status) else {
            throw ChaosFault(description: "\(program.arguments) ended with \(status): \(program.errors)")
        }
        guard status == 0 else { return }
        commands.removeFirst()
        if isTireless { commands.append(program.arguments) }
    }
}

/// All programs and HTTP clients of a round: they ingest, post events, project, report, erase, apply retention, and
/// rebuild.
final class ChaosCast {
    let collector: ChaosActor
    private let tireless: [ChaosActor]
    private let others: [ChaosActor]
    private let clients: [CollectorClient]

    /// The time allowed to finish after the disturbances have ended.
    private static let patience = Duration.seconds(180)

    /// Starts the clients that post events; `reports` is the report folder.
    init(
        _ world: ChaosWorld, _ files: ChaosWorld.Files, seed: UInt64, reports: String, start: @escaping ChaosActor.Start
    ) throws {
        let port = try CollectorClient.freePort()
        func someone(
            _ commands: [[String]], isTireless: Bool = false, _ addressing: Addressing = .url
        ) -> ChaosActor {
            ChaosActor(commands.map { $0 + ["--quiet"] }, isTireless: isTireless, addressing, start: start)
        }
        collector = someone(
            [["serve", "--port", "\(port)", "--insecure-no-keys", "--log-level", "error"]], isTireless: true)
        tireless = [
            someone([["project"]], isTireless: true),
            someone(
                [["report", "--out", reports, "--keep", "3", "--allow-empty"] + world.reportOptions], isTireless: true),
        ]
        let retain = ["retain", "--engagement-months", "\(ChaosWorld.keptMonths)"]
        others = [
            someone([["ingest", files.old], retain, ["ingest", files.late]]),
            someone(files.parts.map { ["ingest", $0] }),
            // The same files in opposite order; this program starts the server if it is down.
            someone([["ingest"] + files.parts.reversed()], .embedded),
            someone(ChaosWorld.forgotten.map { ["forget", ChaosEvent.installationID($0)] }),
            someone([["project", "--rebuild"], ["project", "--rebuild", "--job", "opens"]]),
        ]
        clients = (0..<3).map { number in
            CollectorClient(number: number, port: port, seed: seed) { world.event($0).request }
        }
        for client in clients { Thread { client.run() }.start() }
    }

    private var actors: [ChaosActor] { [collector] + tireless + others }

    /// The actors whose program is running and can be killed.
    var victims: [ChaosActor] { actors.filter(\.isAtWork) }

    /// The numbers of the events acknowledged over HTTP.
    var posted: [Int] { clients.flatMap(\.tally.acknowledged) }

    /// Responses that no client can handle.
    var wrongAnswers: [String] { clients.flatMap(\.tally.wrongAnswers) }

    /// Keeps the programs running for a time span.
    func work(for span: Duration) async throws {
        let end = ContinuousClock.now + span
        try await work { ContinuousClock.now > end }
    }

    /// Ends the round: waits until all commands have succeeded and all requests are acknowledged, then stops the
    /// collector.
    func finish() async throws {
        for actor in tireless { actor.rest() }
        for client in clients { client.stop() }
        try await work(untilAllOf: tireless + others) { self.clients.allSatisfy(\.tally.isComplete) }
        collector.rest()
        if let program = collector.program { Glibc.kill(program.processID, SIGTERM) }
        try await work(untilAllOf: [collector]) { true }
    }

    /// Kills all running programs.
    func end() async throws {
        for client in clients { client.stop() }
        for actor in actors { try await actor.kill() }
    }

    private func work(untilAllOf actors: [ChaosActor], areDoneAnd isOver: () -> Bool) async throws {
        let deadline = ContinuousClock.now + Self.patience
        try await work { ContinuousClock.now > deadline || actors.allSatisfy(\.isDone) && isOver() }
        guard ContinuousClock.now > deadline else { return }
        let late = actors.compactMap(\.program).map { "\($0.arguments): \($0.errors)" }
        throw ChaosFault(description: "not done within \(Self.patience): \(late)")
    }

    private func work(until isOver: () -> Bool) async throws {
        while !isOver() {
            for actor in actors { try actor.goOn() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
