import Foundation
import Simulation

/// A time zone as the reference fold takes it: read apart from the server, from the files that the server reads.
struct Zone: Sendable, Hashable {
    /// The name in the IANA database, or a rule as POSIX writes it.
    let name: String

    /// Zones whose clocks change at and around midnight, by half an hour, or not at all, far east and far west; and one
    /// whose clocks go back to the day before a quarter of an hour after midnight, so that a day begins twice. Deliveries are
    /// counted by quarters of an hour, of which days of all zones of this century's second decade and later are made.
    static let all = [
        "UTC", "America/New_York", "Europe/Berlin", "America/Havana", "America/Santiago", "America/St_Johns",
        "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Pago_Pago",
        "NST3:30NDT,M3.2.0/0:15,M11.1.0/0:15",
    ].map { Zone(name: $0) }

    static let utc = all[0]

    /// The offsets from 2025 up to 2030.
    var truth: Truth.TimeZone {
        Truth.TimeZone(ahead: offsets[0].ahead, changes: Array(offsets.dropFirst()))
    }

    /// When clocks change in those years.
    var changes: [Microseconds] { offsets.dropFirst().map(\.since) }

    /// The first instant of a day.
    func start(ofDay day: Int) -> Microseconds {
        var (before, within) = (Microseconds(day) * .day - 20 * .hour, Microseconds(day) * .day + 20 * .hour)
        while within - before > 1 {
            let middle = (before + within) / 2
            if truth.day(of: middle) < day { before = middle } else { within = middle }
        }
        return within
    }

    private var offsets: [Truth.TimeZone.Offset] { Self.offsets[name]! }

    private static let offsets = Dictionary(
        uniqueKeysWithValues: all.map { zone in
            // 1 January 2025 and 2030.
            (zone.name, offsets(of: zone.name, from: 1_735_689_600, to: 1_893_456_000))
        })

    /// The offset at the first second, and each change up to the last.
    static func offsets(of name: String, from first: Int, to last: Int) -> [Truth.TimeZone.Offset] {
        let all = ZoneRule(name)?.changes(inYears: 2024...2030) ?? ZoneFile(named: name).changes(upToYear: 2030)
        let start = all.last { $0.since <= first } ?? all[0]
        let later = all.filter { $0.since > first && $0.since < last }
        return ([ZoneChange(since: first, ahead: start.ahead)] + later).map {
            Truth.TimeZone.Offset(since: Microseconds($0.since) * .second, ahead: Microseconds($0.ahead) * .second)
        }
    }
}
