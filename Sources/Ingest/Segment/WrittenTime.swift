import Events
import Foundation
import Glibc
import Synchronization

/// Times as Segment's libraries write them: in UTC, with the name of the device's time zone beside them. The macros
/// `seconds_ahead` and `contract_time` of the import recipes (docs/examples/import/contract.sql) read files in the same
/// way.
enum WrittenTime {
    /// The longest name of a zone that is looked up, in bytes.
    private static let greatestNameLength = 64
    /// How many names are remembered. Fewer than 1,000 zones have one.
    private static let greatestCount = 1_000
    /// The local times that the event format has, in microseconds since 1970: those of the years 1970–2100.
    private static let localTimes: Range<Int64> = 0..<4_133_980_800_000_000
    /// Zones by their names, nil for unknown names: it takes longer to look up a zone than to ask it for an offset.
    private static let zones = Mutex<[String: TimeZone?]>([:])

    /// Returns a time that is written in UTC as the same time with the offset that `zone`, a name such as `Asia/Tokyo`,
    /// has at it. Returns any other value, and that of an unknown zone, unchanged.
    static func local(_ written: JSONText, in zone: JSONText?) -> JSONText {
        guard let name = zone?.string, let text = written.string, isInUTC(text),
            let time = Timestamp(rfc3339: text), let ahead = minutesAhead(name, at: time), ahead != 0
        else { return written }
        let local = time.microseconds + Int64(ahead) * 60_000_000
        return localTimes.contains(local) ? JSONText(string: rfc3339(local, minutesAhead: ahead)) : written
    }

    private static func isInUTC(_ text: String) -> Bool {
        ["Z", "z", "+00:00", "-00:00"].contains { text.hasSuffix($0) }
    }

    /// Returns by how many whole minutes a zone is ahead of UTC at a time; nil if its name is not known.
    private static func minutesAhead(_ name: String, at time: Timestamp) -> Int? {
        guard 1...greatestNameLength ~= name.utf8.count, let zone = found(name) else { return nil }
        let date = Date(timeIntervalSince1970: Double(time.microseconds) / 1_000_000)
        return zone.secondsFromGMT(for: date) / 60
    }

    /// Returns a zone by its name; nil if there is none.
    private static func found(_ name: String) -> TimeZone? {
        zones.withLock { zones in
            if let known = zones[name] { return known }
            let zone = TimeZone(identifier: name)
            if zones.count >= greatestCount { zones.removeAll() }
            zones.updateValue(zone, forKey: name)
            return zone
        }
    }

    /// Returns a local time, in microseconds since 1970, in the form of RFC 3339.
    private static func rfc3339(_ local: Int64, minutesAhead: Int) -> String {
        let (whole, fraction) = local.quotientAndRemainder(dividingBy: 1_000_000)
        var (second, parts) = (time_t(whole), tm())
        gmtime_r(&second, &parts)
        let date = [padded(parts.tm_year + 1_900, 4), padded(parts.tm_mon + 1), padded(parts.tm_mday)]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded($0) }
        let (hours, minutes) = abs(minutesAhead).quotientAndRemainder(dividingBy: 60)
        let offset = (minutesAhead < 0 ? "-" : "+") + padded(hours) + ":" + padded(minutes)
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "." + padded(fraction, 6) + offset
    }

    /// Returns a number of at least 0 with zeros before it, `width` digits in all.
    private static func padded(_ number: some BinaryInteger, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
    }
}
