import Foundation

/// How often tests with random histories run.
enum Rounds {
    /// The environment's `BELLWETHER_ROUNDS`, 1 by default.
    static let factor = ProcessInfo.processInfo.environment["BELLWETHER_ROUNDS"].flatMap(Int.init) ?? 1
}
