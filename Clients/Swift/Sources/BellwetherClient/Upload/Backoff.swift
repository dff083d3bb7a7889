/// The waits between attempts. Times are uptimes in milliseconds.
///
/// After a failure the wait is random between 0 and a bound that doubles ("full jitter", Brooker, "Exponential Backoff And
/// Jitter", AWS 2015), so that clients do not return at the same time.
struct Backoff: Sendable {
    static let shortest: Int64 = 2_000
    static let longest: Int64 = 900_000
    /// The wait after an answer that will not change until the app or the server does.
    static let afterRefusal: Int64 = 3_600_000
    /// The least time between two waits that are cut short.
    static let betweenCuts: Int64 = 60_000

    private var failures = 0
    private var cutAt: Int64?
    private var canBeCut = false
    /// When the next attempt is allowed. Nil if it is allowed now.
    private(set) var until: Int64?

    /// Waits after a failure, at least as long as the server asked for.
    mutating func failed(at now: Int64, atLeast: Int64?, jitter: (ClosedRange<Int64>) -> Int64) {
        let bound = min(Backoff.longest, Backoff.shortest << Int64(min(failures, 20)))
        failures += 1
        canBeCut = atLeast == nil
        until = now + max(jitter(0...bound), atLeast ?? 0)
    }

    /// Waits an hour.
    mutating func refused(at now: Int64) {
        canBeCut = false
        until = now + Backoff.afterRefusal
    }

    mutating func succeeded() {
        failures = 0
        until = nil
    }

    /// Ends the wait because the app came to the foreground. Does so once a minute, and not if the server asked for the wait.
    mutating func cutShort(at now: Int64) {
        guard canBeCut, let until, until > now, now - (cutAt ?? .min / 2) >= Backoff.betweenCuts else { return }
        cutAt = now
        self.until = nil
    }
}
