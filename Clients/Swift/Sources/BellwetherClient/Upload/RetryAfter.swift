import Foundation

/// The header `Retry-After` (RFC 9110, 10.2.3).
enum RetryAfter {
    /// The longest wait that is honoured, in milliseconds.
    static let longest: Int64 = 3_600_000

    /// Returns the wait in milliseconds. Compares a date with the header `Date` if there is one, otherwise with the device's clock.
    static func milliseconds(_ text: String, date: String?, now: Timestamp) -> Int64? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if let seconds = Double(text), text.allSatisfy(\.isNumber) { return clip(seconds) }
        guard let time = time(text) else { return nil }
        return clip(time - (date.flatMap(Self.time) ?? Double(now.microseconds) / 1_000_000))
    }

    private static func clip(_ seconds: Double) -> Int64 {
        Int64(min(max(seconds * 1_000, 0), Double(longest)))
    }

    /// Reads a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, in seconds since 1970.
    private static func time(_ text: String) -> Double? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text)?.timeIntervalSince1970
    }
}
