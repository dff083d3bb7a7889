import Foundation

/// Reads the clocks of the device.
package protocol DeviceClock: Sendable {
    func read() -> ClockReading
}

/// The time of one moment by both clocks of the device.
package struct ClockReading: Sendable, Hashable {
    /// The time that users see and can change.
    package var wall: Timestamp
    /// Milliseconds since the device started, sleep included. Nobody can change it.
    package var uptime: Int64

    package init(wall: Timestamp, uptime: Int64) {
        self.wall = wall
        self.uptime = uptime
    }
}

/// The clocks of the system.
package struct SystemClock: DeviceClock {
    package init() {}

    package func read() -> ClockReading {
        let now = SystemClock.time(CLOCK_REALTIME)
        var seconds = now.tv_sec
        var local = tm()
        // Unlike `TimeZone.current` this takes no lock of Foundation's and less than a microsecond.
        localtime_r(&seconds, &local)
        let wall = Timestamp(
            microseconds: Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000,
            offset: Int(local.tm_gmtoff) / 60)
        let up = SystemClock.time(SystemClock.uptimeClock)
        return ClockReading(wall: wall, uptime: Int64(up.tv_sec) * 1_000 + Int64(up.tv_nsec) / 1_000_000)
    }

    private static func time(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }

    /// The clock that counts sleep.
    private static var uptimeClock: clockid_t {
        #if canImport(Darwin)
        CLOCK_MONOTONIC
        #else
        CLOCK_BOOTTIME
        #endif
    }
}
