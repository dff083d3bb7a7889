import Foundation

/// A reading of both clocks at one moment.
package struct ClockReading: Sendable, Hashable {
    /// The wall clock, which users can change.
    package var wall: Timestamp
    /// Milliseconds since the device started, including sleep. Users can't change it.
    package var uptime: Int64

    /// Reads the clocks of the system.
    @Sendable package static func now() -> ClockReading {
        #if canImport(Darwin)
        let uptimeClock = CLOCK_MONOTONIC
        #else
        let uptimeClock = CLOCK_BOOTTIME
        #endif
        var (now, up, local) = (timespec(), timespec(), tm())
        clock_gettime(CLOCK_REALTIME, &now)
        clock_gettime(uptimeClock, &up)
        // `TimeZone.current` is much slower.
        localtime_r(&now.tv_sec, &local)
        let wall = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
        return ClockReading(
            wall: Timestamp(microseconds: wall, offset: Int(local.tm_gmtoff) / 60),
            uptime: Int64(up.tv_sec) * 1_000 + Int64(up.tv_nsec) / 1_000_000)
    }
}
