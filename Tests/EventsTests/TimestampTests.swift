import Events
import TestSupport
import Testing

/// RFC 3339 times as the event contract accepts them.
@Suite struct TimestampTests {
    /// Returns the time and offset read from `text`. The time of ingest is after 2100, so that no valid year is in the
    /// future.
    private func read(_ text: String) -> (microseconds: Int64, offset: Int16)? {
        let validator = EventValidator(ingestedAt: Timestamp(microseconds: 9_000_000_000_000_000))
        let line = EventLine.least.with("occurred_at", "\"\(text)\"").with("sent_at", "\"\(text)\"")
        guard let event = validator.validate(line).event else { return nil }
        #expect(event.sentAt == event.occurredAt && event.effectiveAt == event.occurredAt)
        return (event.occurredAt.microseconds, event.occurredOffset)
    }

    @Test(
        arguments: [
            ("2026-03-01T08:15:30Z", 1_772_352_930_000_000, 0), ("2026-03-01t08:15:30z", 1_772_352_930_000_000, 0),
            ("2026-03-01T17:15:30+09:00", 1_772_352_930_000_000, 540),
            ("2026-02-28T23:15:30-09:00", 1_772_352_930_000_000, -540),
            ("2026-03-01T08:15:30-00:00", 1_772_352_930_000_000, 0),
            ("2026-03-01T08:15:30+00:00", 1_772_352_930_000_000, 0),
            ("2026-03-02T08:14:30+23:59", 1_772_352_930_000_000, 1439),
            ("2026-02-28T08:16:30-23:59", 1_772_352_930_000_000, -1439),
            ("2026-03-01T22:15:30+14:00", 1_772_352_930_000_000, 840),
            ("2026-03-01T14:00:30+05:45", 1_772_352_930_000_000, 345),
            ("2008-01-01T00:00:00Z", 1_199_145_600_000_000, 0), ("2100-12-31T23:59:59Z", 4_133_980_799_000_000, 0),
            ("2038-01-19T03:14:08Z", 2_147_483_648_000_000, 0),
            ("2100-12-31T23:59:59.999999-23:59", 4_134_067_139_999_999, -1439),
        ] as [(String, Int64, Int16)])
    func aTimeIsReadWithItsOffset(text: String, microseconds: Int64, offset: Int16) throws {
        let time = try #require(read(text))
        #expect(time.microseconds == microseconds && time.offset == offset)
    }

    @Test func aFractionOfOneToNineDigitsIsTruncatedToTheMicrosecond() throws {
        let digits = "987654999"
        for count in 1...9 {
            let fraction = String(digits.prefix(count))
            let six = fraction.prefix(6) + String(repeating: "0", count: max(0, 6 - count))
            let time = try #require(read("2026-03-01T08:15:30.\(fraction)Z"))
            #expect(time.microseconds == 1_772_352_930_000_000 + Int64(six)!)
        }
        #expect(read("2026-03-01T08:15:30.000000999Z")?.microseconds == 1_772_352_930_000_000)
        #expect(read("2026-03-01T08:15:30,5Z") == nil)
    }

    @Test func everyDayThatExistsIsReadAndNoOther() {
        var day: Int64 = 0
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for year in 1970...2100 {
            for month in 1...12 {
                let isLeapFebruary = month == 2 && year % 4 == 0 && year != 2100
                for date in 1...32 {
                    let text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(date < 10 ? "0" : "")\(date)T00:00:00Z"
                    let exists = date <= lengths[month - 1] + (isLeapFebruary ? 1 : 0)
                    guard year >= 2008 else {
                        #expect(
                            reason(EventLine.least.with("occurred_at", "\"\(text)\""))
                                == (exists ? .occurredTooEarly : .invalidField))
                        day += exists ? 1 : 0
                        continue
                    }
                    #expect(read(text)?.microseconds == (exists ? day * 86_400_000_000 : nil))
                    day += exists ? 1 : 0
                }
            }
        }
    }

    @Test func aSecondOfSixtyIsReadOnlyInTheLastMinuteOfAUTCDay() {
        let midnight: Int64 = 1_483_228_800_000_000
        #expect(read("2016-12-31T23:59:60Z")?.microseconds == midnight)
        #expect(read("2016-12-31T23:59:60.25Z")?.microseconds == midnight + 250_000)
        #expect(read("2017-01-01T08:59:60+09:00")?.microseconds == midnight)
        #expect(read("2016-12-31T15:59:60-08:00")?.microseconds == midnight)
        #expect(read("2017-01-01T05:29:60+05:30")?.microseconds == midnight)
        #expect(read("2017-01-01T23:58:60+23:59")?.microseconds == midnight)
        #expect(read("2016-12-31T00:00:60-23:59")?.microseconds == midnight)
        #expect(read("2026-03-01T23:59:60Z")?.microseconds == 1_772_409_600_000_000)
        #expect(read("2100-12-31T23:59:60Z")?.microseconds == 4_133_980_800_000_000)
        for text in [
            "2016-12-31T23:58:60Z", "2016-12-31T00:00:60Z", "2016-12-31T23:59:60+09:00", "2016-12-31T22:59:60Z",
            "2017-01-01T08:59:60+08:59", "2017-01-01T00:59:60-01:00", "2016-12-31T23:59:60-00:01",
            "1969-12-31T23:59:60Z",
        ] {
            #expect(read(text) == nil, "\(text)")
        }
    }

    @Test func theYearIsTheOneWritten() {
        let early = EventLine.least.with("occurred_at", #""1970-01-01T00:00:00+23:59""#)
        #expect(reason(early) == .occurredTooEarly)
        #expect(reason(EventLine.least.with("occurred_at", #""1969-12-31T23:59:59-00:01""#)) == .invalidField)
        #expect(read("2100-12-31T23:59:59-23:59") != nil)
        #expect(read("2101-01-01T00:00:00+23:59") == nil)
        let sent = EventLine.least.with("sent_at", #""1970-01-01T00:00:00.5+23:59""#)
        #expect(accepted(sent)?.sentAt == Timestamp(microseconds: -86_339_500_000))
    }
}
