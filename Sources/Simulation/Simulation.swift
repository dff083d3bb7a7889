/// Events of a push-notification pipeline with known truth.
///
/// The same arguments give the same bytes, everywhere and always. The simulated days end at 2026-05-01T00:00:00Z;
/// what was received up to 04:00 of that day is in. Everything is made at once, by `init`, and held in memory: about
/// 150 bytes a line.
public struct Simulation: Sendable {
    private let log: Log

    /// A simulation of so many installations over the last `days` days before 2026-05-01; an incident begins after three
    /// quarters of them.
    ///
    /// - Precondition: `installations` is not negative, `days` lies in 1…3650, and `apps` is at least 1.
    public init(installations: Int, days: Int, seed: UInt64, apps: Int = 1, incident: Incident? = nil) {
        precondition(installations >= 0 && (1...3_650).contains(days) && apps >= 1)
        log = Log(Scenario(days: days, apps: apps, incident: incident), installations: installations, seed: seed)
    }

    /// Calls `body` with chunks of NDJSON (whole lines, each ended by `\n`), in the order in which a
    /// collector hands them over.
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

    /// The accepted events, those of one installation side by side.
    package var events: [Truth.Event] { log.truthEvents }

    /// The latest receipt of a line that is not rejected, nil where there is none.
    package var horizon: Microseconds? { log.horizon }

    /// The tables that a right pipeline gives of these events with its default settings: file name and text.
    ///
    /// They cover the default range at the horizon of the events themselves, for events ingested after the simulated
    /// days, and in the order of the lines as far as deliveries are counted.
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
