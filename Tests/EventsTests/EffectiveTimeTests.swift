import Events
import TestSupport
import Testing

/// The correction of wrong clocks, and the limits on the effective time.
@Suite struct EffectiveTimeTests {
    private static let second: Int64 = 1_000_000
    private static let day: Int64 = 86_400 * second
    /// 2026-03-01T12:00:00Z.
    private static let noon: Int64 = 1_772_366_400 * second

    /// Formats a time within two days of noon on 2026-03-01 as RFC 3339 with microseconds.
    private func text(_ offset: Int64) -> String {
        let time = 43_200 * Self.second + 2 * Self.day + offset
        let (days, rest) = time.quotientAndRemainder(dividingBy: Self.day)
        let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: Self.second)
        let date = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02", "2026-03-03"][Int(days)]
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let six = String(String(1_000_000 + fraction).dropFirst())
        return "\"\(date)T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(six)Z\""
    }

    /// Returns the correction of an event: effective time − `occurred_at`. `occurred`, `sent` and `received` are
    /// relative to noon.
    private func correction(
        occurred: Int64 = 0, sent: Int64?, received: Int64?, by validator: EventValidator
    ) -> Int64? {
        var line = EventLine.least.with("occurred_at", text(occurred))
        if let sent { line = line.with("sent_at", text(sent)) }
        if let received { line = line.with("received_at", text(received)) }
        return accepted(line, by: validator).map { $0.effectiveAt.microseconds - $0.occurredAt.microseconds }
    }

    @Test func aClockMoreThan60SecondsWrongIsCorrectedByAStamp() {
        let minute = 60 * Self.second
        let ingest = Timestamp(microseconds: Self.noon)
        for difference in [0, 1, minute - 1, minute, minute + 1, 3600 * Self.second] {
            let corrected = difference > minute ? difference : 0
            let files = EventValidator(ingestedAt: ingest)
            #expect(correction(sent: 0, received: difference, by: files) == corrected)
            #expect(correction(sent: difference, received: 0, by: files) == -corrected)
            let server = EventValidator(ingestedAt: ingest, stamp: .server)
            #expect(correction(occurred: -difference, sent: -difference, received: nil, by: server) == corrected)
            #expect(correction(sent: difference, received: nil, by: server) == -corrected)
        }
    }

    @Test func aTimeOfSendingMoreThan60SecondsBeforeTheEventSaysNothing() {
        let minute = 60 * Self.second
        for before in [0, 1, minute, minute + 1, 3600 * Self.second, Self.day] {
            let counts = before <= minute
            for received in [-Self.day, 2 * 3600 * Self.second] {
                let corrected = counts ? received + before : 0
                let files = EventValidator(ingestedAt: Timestamp(microseconds: Self.noon))
                #expect(correction(sent: -before, received: received, by: files) == corrected)
                let server = EventValidator(ingestedAt: Timestamp(microseconds: Self.noon + received), stamp: .server)
                #expect(correction(sent: -before, received: nil, by: server) == corrected)
            }
        }
    }

    @Test func anEventOfWhichTheTimeOfSendingSaysNothingIsJudgedByItsOwnTime() {
        let server = EventValidator(ingestedAt: Timestamp(microseconds: Self.noon), stamp: .server)
        let line = EventLine.least.with("occurred_at", text(Self.day)).with("sent_at", text(0))
        #expect(accepted(line, by: server)?.effectiveAt.microseconds == Self.noon + Self.day)
        #expect(reason(line.with("occurred_at", text(Self.day + 1)), by: server) == .occurredInFuture)
    }

    @Test func theTimeOfIngestOfAFileCorrectsNothing() {
        let files = EventValidator(ingestedAt: Timestamp(microseconds: Self.noon + 10 * Self.day))
        #expect(correction(sent: 0, received: nil, by: files) == 0)
        #expect(correction(sent: nil, received: Self.day, by: files) == 0)
        #expect(correction(sent: nil, received: nil, by: EventValidator(ingestedAt: .ingest, stamp: .server)) == 0)
    }

    @Test func overHTTPTheServersStampCountsAndTheClientsIsIgnored() throws {
        let line = EventLine.full.with("received_at", #""2026-03-01T01:00:00Z""#)
        let event = try #require(accepted(line, by: .server))
        #expect(event.receivedAt == .ingest)
        let lag = Timestamp.ingest.microseconds - 1_772_352_931_000_000
        #expect(event.effectiveAt.microseconds == event.occurredAt.microseconds + lag)
        for value in ["5", "\"\"", "\"tomorrow\"", "{}", "\"2100-01-01T00:00:00Z\""] {
            #expect(accepted(EventLine.full.with("received_at", value), by: .server) == event)
        }
    }

    @Test func aStampInTheLineIsHonouredUpTo24HoursAfterIngest() {
        let files = EventValidator(ingestedAt: Timestamp(microseconds: Self.noon))
        for difference in [-Self.day, 0, Self.day - 1, Self.day] {
            let line = EventLine.least.with("received_at", text(difference)).with("occurred_at", text(-2 * Self.day))
            #expect(accepted(line, by: files)?.receivedAt.microseconds == Self.noon + difference)
        }
        #expect(
            complaint(EventLine.least.with("received_at", text(Self.day + 1)), by: files) == "invalid_field received_at"
        )
        let old = EventLine.least.with("received_at", #""1970-01-01T00:00:00Z""#)
        #expect(reason(old, by: files) == .occurredInFuture)
    }

    @Test func anEventUpTo24HoursAfterItsReceiptIsTaken() {
        let files = EventValidator(ingestedAt: Timestamp(microseconds: Self.noon))
        for ahead in [Self.day - 1, Self.day] {
            #expect(accepted(EventLine.least.with("occurred_at", text(ahead)), by: files) != nil)
        }
        #expect(reason(EventLine.least.with("occurred_at", text(Self.day + 1)), by: files) == .occurredInFuture)
        let stamped = EventLine.least.with("received_at", text(-Self.day))
        #expect(accepted(stamped.with("occurred_at", text(0)), by: files) != nil)
        #expect(reason(stamped.with("occurred_at", text(1)), by: files) == .occurredInFuture)
    }

    @Test func theFutureIsValidatedOnTheEffectiveTime() {
        let files = EventValidator(ingestedAt: Timestamp(microseconds: Self.noon))
        let line = EventLine.least.with("occurred_at", #""2099-01-01T00:00:00Z""#)
        let corrected = line.with("sent_at", #""2099-01-01T00:00:10Z""#).with("received_at", text(0))
        #expect(accepted(corrected, by: files)?.effectiveAt.microseconds == Self.noon - 10 * Self.second)
        #expect(reason(corrected.without("received_at"), by: files) == .occurredInFuture)
        #expect(reason(corrected.without("sent_at"), by: files) == .occurredInFuture)
        // A time of sending counts from 60 s before the event on, so no correction leads past the receipt by more.
        let minute = 60 * Self.second
        let early = EventLine.least.with("occurred_at", text(0)).with("received_at", text(Self.day))
        let latest = accepted(early.with("sent_at", text(-minute)), by: files)
        #expect(latest?.effectiveAt.microseconds == Self.noon + Self.day + minute)
        #expect(accepted(early.with("sent_at", text(-2 * Self.day)), by: files)?.effectiveAt.microseconds == Self.noon)
    }

    @Test func anEventFrom2008OnIsTaken() {
        #expect(accepted(EventLine.least.with("occurred_at", #""2008-01-01T00:00:00Z""#)) != nil)
        #expect(accepted(EventLine.least.with("occurred_at", #""2007-12-31T23:59:60Z""#)) != nil)
        #expect(reason(EventLine.least.with("occurred_at", #""2007-12-31T23:59:59.999999999Z""#)) == .occurredTooEarly)
        #expect(reason(EventLine.least.with("occurred_at", #""2008-01-01T00:00:00+00:01""#)) == .occurredTooEarly)
        #expect(accepted(EventLine.least.with("occurred_at", #""2007-12-31T23:59:00-00:01""#)) != nil)
    }

    @Test func theBeginningIsValidatedOnTheEffectiveTime() {
        let line = EventLine.least
            .with("occurred_at", #""1970-01-01T00:00:10Z""#).with("sent_at", #""1970-01-01T00:00:20Z""#)
        #expect(reason(line) == .occurredTooEarly)
        let stamped = line.with("received_at", #""2026-03-01T12:00:00Z""#)
        #expect(accepted(stamped)?.effectiveAt.microseconds == Self.noon - 10 * Self.second)
        let back = EventLine.least
            .with("occurred_at", #""2008-01-02T00:00:00Z""#).with("sent_at", #""2026-03-01T12:00:00Z""#)
        #expect(reason(back.with("received_at", #""2026-02-27T12:00:00Z""#)) == .occurredTooEarly)
        #expect(reason(back.with("received_at", #""2026-02-28T12:00:00Z""#)) == nil)
    }

    @Test(arguments: [
        "1970-01-01T00:00:00Z", "2007-12-31T23:59:59.999999Z", "2008-01-01T00:00:00Z", "2016-12-31T23:59:60Z",
        "2026-03-01T12:00:00+14:00", "2038-01-19T03:14:08Z", "2100-12-31T23:59:59Z",
    ])
    func aStampedEventHasTheSameOutcomeWheneverItIsIngested(occurred: String) {
        let line = EventLine.full.with("received_at", text(0)).with("occurred_at", "\"\(occurred)\"")
        let later = EventValidator(ingestedAt: Timestamp(microseconds: Self.noon + 2_000 * Self.day))
        #expect(later.validate(line) == EventValidator.files.validate(line))
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max])
    func noTimeOfIngestTraps(microseconds: Int64) {
        for stamp in [Stamp.honoured, .server] {
            let validator = EventValidator(ingestedAt: Timestamp(microseconds: microseconds), stamp: stamp)
            for (occurred, sent) in [("1970", "1970"), ("2008", "2100"), ("2100", "1970"), ("2100", "2100")] {
                let line = EventLine.full
                    .with("occurred_at", "\"\(occurred)-06-01T00:00:00Z\"").with(
                        "sent_at", "\"\(sent)-06-01T00:00:00Z\"")
                for line in [line, line.with("received_at", #""2050-01-01T00:00:00Z""#)] {
                    let validation = validator.validate(line)
                    #expect((validation.event == nil) != (validation.reject == nil))
                }
            }
        }
    }
}
