@testable import BellwetherClient
import Foundation

/// A device whose clocks a test moves. The true time is known to the test only.
final class DeviceTime: Sendable {
    private struct State {
        /// Microseconds since 1970, as an honest server sees them.
        var now: Int64 = 1_772_352_930_000_000
        /// How far the user's clock is ahead.
        var skew: Int64 = 0
        /// The true time at which the device started.
        var boot: Int64 = 1_772_352_000_000_000
        var launch = 0
    }

    private let state = Lock(State())

    /// The true time, in microseconds since 1970.
    var now: Int64 { state.withLock { $0.now } }
    /// Milliseconds since the device started.
    var uptime: Int64 { state.withLock { ($0.now - $0.boot) / 1_000 } }

    func read() -> ClockReading {
        state.withLock { state in
            ClockReading(
                wall: Timestamp(microseconds: state.now + state.skew, offset: 540),
                uptime: (state.now - state.boot) / 1_000)
        }
    }

    func advance(milliseconds: Int64) { state.withLock { $0.now += milliseconds * 1_000 } }

    /// Sets the user's clock: how far it is ahead, in milliseconds.
    func setClock(ahead milliseconds: Int64) { state.withLock { $0.skew = milliseconds * 1_000 } }

    /// How far the user's clock is ahead, in microseconds.
    var skew: Int64 { state.withLock { $0.skew } }

    /// The number of launches of the app before this one.
    var launch: Int { state.withLock { $0.launch } }

    func relaunch() { state.withLock { $0.launch += 1 } }
}
