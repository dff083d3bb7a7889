import Foundation
import Simulation

extension Microseconds {
    static let second: Microseconds = 1_000_000
    static let minute = 60 * second
    static let hour = 60 * minute
    static let day = 24 * hour

    /// Formats the time as RFC 3339 with microseconds, at a UTC offset in minutes.
    func text(offset: Int = 0) -> String {
        let local = self + Microseconds(offset) * .minute
        let fraction = (local % .second + .second) % .second
        let whole = Date(timeIntervalSince1970: Double((local - fraction) / .second)).formatted(.iso8601).dropLast()
        let (hours, minutes) = abs(offset).quotientAndRemainder(dividingBy: 60)
        let zone = "\(offset < 0 ? "-" : "+")\(String(100 + hours).dropFirst()):\(String(100 + minutes).dropFirst())"
        return "\(whole).\(String(1_000_000 + fraction).dropFirst())\(offset == 0 ? "Z" : zone)"
    }
}
