import Foundation
import Glibc

/// What must not happen, whatever else does.
struct ChaosFault: Error, CustomStringConvertible {
    let description: String
}

/// Somebody who runs commands of the program one after the other, and each again until it has succeeded.
final class ChaosActor {
    /// What is still to be done; the first is in work.
    private var commands: [[String]]
    /// Whether what is done is to be done again.
    private var isTireless: Bool
    private let start: ([String]) throws -> SpawnedProgram
    private(set) var program: SpawnedProgram?

    init(_ commands: [[String]], isTireless: Bool = false, start: @escaping ([String]) throws -> SpawnedProgram) {
        self.commands = commands
        self.isTireless = isTireless
        self.start = start
    }

    var isDone: Bool { commands.isEmpty }

    /// Whether a program of it can be killed.
    var isAtWork: Bool { program?.isRunning ?? false }

    /// Does nothing again that is done.
    func rest() { isTireless = false }

    /// Kills its program, which it then starts again.
    func kill() async throws { try await program?.kill() }

    /// Starts what is next where its program has ended. Throws where that failed for another reason than the chaos.
    func goOn() throws {
        if let program {
            guard let status = program.status else { return }
            self.program = nil
            try take(status, of: program)
        }
        program = try commands.first.map { try start($0) }
    }

    private func take(_ status: Int32, of program: SpawnedProgram) throws {
        // 69: the database is out of reach or out of room; 75: another program has the lock; 137: it was killed.
        guard [0, 69, 75, 137].contains(status) else {
            throw ChaosFault(description: "\(program.arguments) ended with \(status): \(program.errors)")
        }
        guard status == 0 else { return }
        commands.removeFirst()
        if isTireless { commands.append(program.arguments) }
    }
}

/// All who are at work in a round: who ingests files and sends events over HTTP, who projects and reports, and who
/// forgets, retires and rebuilds.
final class ChaosCast {
    let collector: ChaosActor
    private let tireless: [ChaosActor]
    private let others: [ChaosActor]
    private let clients: [CollectorClient]

    /// How long all may take to come to an end when nobody disturbs them any more.
    private static let patience = Duration.seconds(180)

    /// Begins to send the events of a world; `reports`: the folder to report to.
    init(
        _ world: ChaosWorld, _ files: ChaosWorld.Files, seed: UInt64, reports: String,
        start: @escaping ([String]) throws -> SpawnedProgram
    ) throws {
        let port = try CollectorTorture.freePort()
        func someone(_ commands: [[String]], isTireless: Bool = false) -> ChaosActor {
            ChaosActor(commands.map { $0 + ["--quiet"] }, isTireless: isTireless, start: start)
        }
        collector = someone(
            [["serve", "--port", "\(port)", "--insecure-no-keys", "--log-level", "error"]], isTireless: true)
        tireless = [
            someone([["project"]], isTireless: true),
            someone([["report", "--out", reports, "--keep", "3"] + world.reportOptions], isTireless: true),
        ]
        let retain = ["retain", "--engagement-months", "\(ChaosWorld.keptMonths)"]
        others = [
            someone([["ingest", files.old], retain, ["ingest", files.late]]),
            someone(files.parts.map { ["ingest", $0] }),
            someone(ChaosWorld.forgotten.map { ["forget", ChaosEvent.installationID($0)] }),
            someone([["project", "--rebuild"], ["project", "--rebuild", "--job", "opens"]]),
        ]
        clients = (0..<3).map { number in
            CollectorClient(number: number, port: port, seed: seed, pause: 10_000) { world.event($0).request }
        }
        for client in clients { Thread { client.run() }.start() }
    }

    private var actors: [ChaosActor] { [collector] + tireless + others }

    /// Those whose program can be killed.
    var victims: [ChaosActor] { actors.filter(\.isAtWork) }

    /// The numbers of the events that were acknowledged over HTTP.
    var posted: [Int] { clients.flatMap(\.tally.acknowledged) }

    /// What clients were answered that none can do anything with.
    var wrongAnswers: [String] { clients.flatMap(\.tally.wrongAnswers) }

    /// Lets everybody work for so long.
    func work(for span: Duration) async throws {
        let end = ContinuousClock.now + span
        try await work { ContinuousClock.now > end }
    }

    /// Lets everybody do the rest: all commands succeed and all requests are acknowledged, before the collector is told
    /// to stop.
    func finish() async throws {
        for actor in tireless { actor.rest() }
        for client in clients { client.stop() }
        try await work(untilAllOf: tireless + others) { self.clients.allSatisfy(\.tally.isComplete) }
        collector.rest()
        if let program = collector.program { Glibc.kill(program.processID, SIGTERM) }
        try await work(untilAllOf: [collector]) { true }
    }

    /// Kills everybody who is left.
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
