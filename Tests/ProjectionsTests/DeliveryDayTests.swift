import EventLog
import Projections
import TestSupport
import Testing

/// The days under which deliveries count.
@Suite struct DeliveryDayTests {
    @Test func aDeliveryCountsUnderItsLocalDateWhereClocksGoBackAMinuteAfterMidnight() async throws {
        try await History.run { history in
            // At 02:31 UTC, 00:01 on 7 November, the clocks of St. John's went back to 23:01 on the day before.
            let received = ["02:30:30", "02:31:00", "03:00:00", "03:29:59.999999", "03:30:00"]
            try await history.ingest(
                received.enumerated().map { id, time in
                    let moment = "2010-11-07T\(time)Z"
                    return EventText.line("app_opened", id: id, at: moment, received: moment)
                })
            try await history.set(.timeZone, "America/St_Johns")
            try await history.project()
            let days = "SELECT day, accepted FROM analytics.deliveries_daily('2010-11-01', '2010-11-30')"
            #expect(try await history.log.rows(days) == [["2010-11-06", "3"], ["2010-11-07", "2"]])
        }
    }
}
