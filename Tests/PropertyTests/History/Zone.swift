import Foundation
import Simulation

/// A time zone of the IANA database as the reference fold takes it, read apart from the server's.
struct Zone: Sendable, Hashable {
    /// The name in the database.
    let name: String

    /// Zones whose clocks change at and around midnight, by half an hour, or not at all, far east and far west.
    static let all = [
        "UTC", "America/New_York", "Europe/Berlin", "America/Havana", "America/Santiago", "America/St_Johns",
        "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Pago_Pago",
    ].map { Zone(name: $0) }

    static let utc = all[0]

    /// The offsets from 2025 up to 2030.
    var truth: Truth.TimeZone { Self.truths[name]! }

    /// When clocks change in those years.
    var changes: [Microseconds] { Self.offsets[name]!.dropFirst().map(\.since) }

    /// The first instant of a day.
    func start(ofDay day: Int) -> Microseconds {
        var (before, within) = (Microseconds(day) * .day - 20 * .hour, Microseconds(day) * .day + 20 * .hour)
        while within - before > 1 {
            let middle = (before + within) / 2
            if truth.day(of: middle) < day { before = middle } else { within = middle }
        }
        return within
    }

    private static let truths = offsets.mapValues { Truth.TimeZone(ahead: $0[0].ahead, changes: Array($0.dropFirst())) }

    private static let offsets = Dictionary(uniqueKeysWithValues: all.map { ($0.name, offsets(of: $0.name)) })

    private static func offsets(of name: String) -> [Truth.TimeZone.Offset] {
        let zone = TimeZone(identifier: name)!
        let end = Date(timeIntervalSince1970: 1_893_456_000)
        var offsets: [Truth.TimeZone.Offset] = []
        var next: Date? = Date(timeIntervalSince1970: 1_735_689_600)
        while let since = next, since < end {
            offsets.append(
                Truth.TimeZone.Offset(
                    since: Microseconds(since.timeIntervalSince1970) * .second,
                    ahead: Microseconds(zone.secondsFromGMT(for: since)) * .second))
            next = zone.nextDaylightSavingTimeTransition(after: since)
        }
        return offsets
    }
}
