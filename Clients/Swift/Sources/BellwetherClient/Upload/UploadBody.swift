enum UploadBody {
    /// Returns the events as NDJSON, each with the time at which it is sent.
    static func lines(_ events: ArraySlice<QueuedEvent>, at now: ClockReading, launch: UInt32) -> [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(events.reduce(0) { $0 + $1.bytes.count + Timestamp.length + 14 })
        for event in events {
            body += .object("sent_at", event.line.sentAt(now, launch: launch).text)
            body += event.bytes.dropFirst()
            body.append(UInt8(ascii: "\n"))
        }
        return body
    }
}

extension Line {
    /// A greater difference between the clocks, in microseconds, means that the wall clock was set.
    private static let tolerance: Int64 = 2_000_000

    /// Returns the time now by the clock that stamped the line's events, so that the server corrects them rightly.
    ///
    /// If the wall clock was set since, that is the newest `occurred_at` plus the uptime since then. In a line of another launch
    /// that can't be detected.
    func sentAt(_ now: ClockReading, launch: UInt32) -> Timestamp {
        let times = events.compactMap { $0.value(of: "occurred_at").flatMap(Timestamp.init(reading:)) }
        guard self.launch == launch, let stamped = times.map(\.microseconds).max() else { return now.wall }
        let unset = stamped + (now.uptime - uptime) * 1_000
        guard abs(now.wall.microseconds - unset) > Line.tolerance else { return now.wall }
        return Timestamp(microseconds: unset, offset: now.wall.offset)
    }
}
