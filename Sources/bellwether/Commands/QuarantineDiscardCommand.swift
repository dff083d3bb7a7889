import ArgumentParser
import EventLog
import Glibc
import Postgres

/// `bellwether quarantine discard`
struct QuarantineDiscardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Discard held deliveries: delete their bytes for good.",
        discussion: """
            The record of each delivery and its reason stays. The same bytes, if delivered again, stay discarded.

            Example:  bellwether quarantine discard 17
                      bellwether quarantine discard --reason invalid_json --yes
            """)

    @OptionGroup var selection: QuarantineSelection

    @Flag(help: "Don't ask for confirmation. Required if standard input is not a terminal.")
    var yes = false

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        guard yes || isatty(0) == 1 else {
            throw Failure.usage("A discard can't be undone, and there is no terminal to confirm it: add --yes.")
        }
        let (discarded, notHeld) = try await database.withDatabase(quiet: output.quiet) { database in
            let session = try await database.session(as: .ingest)
            let outcome = try await discard(on: session)
            await session.close()
            return outcome
        }
        if output.json { return try Console.result(json: ["discarded": discarded]) }
        try Console.result("\(discarded.grouped) discarded")
        if notHeld > 0 { try Console.result("\(notHeld.grouped) already released or discarded") }
    }

    private func discard(on session: Session) async throws -> (discarded: Int, notHeld: Int) {
        let quarantine = Quarantine(session: session)
        let (filter, named) = try await selection.resolved(in: quarantine)
        let count = try await quarantine.count(filter)
        let notHeld = named.count { $0.value != .held }
        guard count > 0, try yes || Self.isConfirmed(count) else { return (0, notHeld) }
        let meter = ProgressMeter("Discarding", unit: "deliveries", isQuiet: output.quiet)
        let discarded = try await QuarantineDiscard(session: session).discard(filter) { done, count in
            meter.show(done, share: Double(done) / Double(max(count, 1)))
        }
        meter.end()
        return (discarded, notHeld)
    }

    /// Asks for confirmation and returns whether the user said yes.
    private static func isConfirmed(_ count: Int) throws -> Bool {
        let what = count == 1 ? "1 quarantined delivery" : "\(count.grouped) quarantined deliveries"
        Console.aside("Discard \(what) for good? [y/N] ")
        // Poll, so that Ctrl-C takes effect while waiting for the answer.
        var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        repeat { try Task.checkCancellation() } while poll(&request, 1, 200) == 0
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}
