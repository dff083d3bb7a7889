/// Generates push-notification events together with the report tables they must produce.
///
/// The same arguments give the same bytes on every machine. The simulated days end at 2026-05-01T00:00:00Z; events
/// received until 04:00 that day are included. `init` generates everything and keeps it in memory, about 150 bytes a
/// line.
public struct Simulation: Sendable {
    private let log: Log

    /// Generates a simulation over the last `days` days before 2026-05-01. An incident starts after three quarters of
    /// the days. With `tellsReach`, installations report their settings, and servers which are gone.
    ///
    /// - Parameter hazards: the chance that a person turns notifications off because of a campaign, by its name, one of
    ///   `campaigns`. Without any, the bytes are those of a simulation without the parameter.
    /// - Precondition: `installations` is not negative, `days` is in 1…3650, and `apps` is at least 1.
    public init(
        installations: Int, days: Int, seed: UInt64, apps: Int = 1, incident: Incident? = nil, tellsReach: Bool = false,
        hazards: [String: Double] = [:]
    ) {
        precondition(installations >= 0 && (1...3_650).contains(days) && apps >= 1)
        let scenario = Scenario(
            days: days, apps: apps, incident: incident, tellsReach: tellsReach, hazards: hazards)
        log = Log(scenario, installations: installations, seed: seed)
    }

    /// The names of the campaigns that are sent in rotation.
    public static var campaigns: [String] { Vocabulary.rotatingCampaigns }

    /// Calls `body` with chunks of NDJSON (whole lines, each ending in `\n`), in the order in which a collector would
    /// write them.
    public func writeEvents(_ body: (_ chunk: [UInt8]) throws -> Void) rethrows {
        var writer = LineWriter()
        for line in log.lines {
            write(line, to: &writer)
            guard writer.buffer.bytes.count >= 1 << 18 else { continue }
            try body(writer.buffer.bytes)
            writer.clear()
        }
        if !writer.buffer.bytes.isEmpty { try body(writer.buffer.bytes) }
    }

    /// The accepted events, grouped by installation.
    package var events: [Truth.Event] { log.truthEvents }

    /// The latest `received_at` of all lines that are not rejected; nil if there are none.
    package var horizon: Microseconds? { log.horizon }

    /// Returns the CSV tables that a correct pipeline reports for these events with its default settings.
    ///
    /// They cover the default range at the horizon of these events, and assume that the events are ingested after the
    /// simulated days. The delivery tables also assume that the lines are ingested in the order written.
    public func truth() -> [(name: String, csv: String)] {
        log.truth.files.map { ($0.name, $0.csv) }
    }

    private func write(_ line: Line, to writer: inout LineWriter) {
        let event = log.events[Int(line.event)]
        let installation = log.installations[Int(event.installation)]
        if case .spoilt(let defect) = line.form {
            writer.write(SpoiltLine.bytes(event, of: installation, as: line, defect))
        } else {
            writer.write(event, of: installation, as: line)
        }
    }
}
