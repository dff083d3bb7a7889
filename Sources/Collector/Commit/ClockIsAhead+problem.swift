import EventLog
import Events
import Foundation

extension ClockIsAhead {
    /// The answer to requests whose receipt the collector's clock stamped, and to whether the collector is ready.
    var problem: Problem {
        .notReady(
            """
            The collector's clock says \(text(receivedAt)) and the database server's only \(text(serverTime)), so no \
            events are stored: synchronize both with NTP.
            """)
    }

    private func text(_ time: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(time.microseconds) / 1_000_000).formatted(.iso8601)
    }
}
