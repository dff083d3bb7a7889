import Foundation
import Simulation

/// A time zone for the reference implementation. It is parsed independently of PostgreSQL, but from the same files.
struct Zone: Sendable, Hashable {
    /// The name in the IANA database, or a POSIX rule.
    let name: String

    /// Zones whose clocks change at or near midnight, by half an hour, or never, far east and far west. In the last one
    /// clocks go back to the previous day a quarter of an hour after midnight, so that a day begins twice. All offsets
    /// are multiples of 15 minutes, because deliveries are counted by quarter hour.
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

    /// The times when clocks change in those years.
    var changes: [Microseconds] { offsets.dropFirst().map(\.since) }

    /// Returns the first instant of a day.
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
            // 1 January 2025 and 1 January 2030.
            (zone.name, offsets(of: zone.name, from: 1_735_689_600, to: 1_893_456_000))
        })

    /// Returns the offset at `first` and every change between `first` and `last`, both in seconds since 1970.
    static func offsets(of name: String, from first: Int, to last: Int) -> [Truth.TimeZone.Offset] {
        let all = ZoneRule(name)?.changes(inYears: 2024...2030) ?? ZoneFile(named: name).changes(upToYear: 2030)
        let start = all.last { $0.since <= first } ?? all[0]
        let later = all.filter { $0.since > first && $0.since < last }
        return ([ZoneChange(since: first, ahead: start.ahead)] + later).map {
            Truth.TimeZone.Offset(since: Microseconds($0.since) * .second, ahead: Microseconds($0.ahead) * .second)
        }
    }
}
