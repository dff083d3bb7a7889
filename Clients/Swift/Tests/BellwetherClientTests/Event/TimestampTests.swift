import BellwetherClient
import Foundation
import Testing

@Suite struct TimestampTests {
    @Test func theTextIsRFC3339WithMicrosecondsAndOffset() {
        #expect(
            Timestamp(microseconds: 1_772_352_930_123_456, offset: 540).text == "2026-03-01T17:15:30.123456+09:00")
        #expect(
            Timestamp(microseconds: 1_709_164_799_000_001, offset: -210).text == "2024-02-28T20:29:59.000001-03:30")
        #expect(Timestamp(microseconds: 0).text == "1970-01-01T00:00:00.000000+00:00")
    }

    @Test func everyDayHasTheDateThatFoundationGives() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for day in stride(from: 0, to: 47_846, by: 1) {
            let date = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            let text = Timestamp(microseconds: Int64(day) * 86_400_000_000).text
            let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
            #expect(parts == [date.year, date.month, date.day])
        }
    }

    @Test func aTimeOutsideTheContractsYearsBecomesTheNearestInside() {
        #expect(Timestamp(microseconds: -5, offset: 60).text == "1970-01-01T01:00:00.000000+01:00")
        #expect(Timestamp(microseconds: 5, offset: -60).text == "1970-01-01T00:00:00.000005+00:00")
        #expect(Timestamp(microseconds: .max, offset: 840).text.hasPrefix("2100-12-31T14:00"))
        #expect(Timestamp(microseconds: 0, offset: 9_999).text.hasSuffix("+00:00"))
    }

    @Test func aTextThatWasWrittenIsReadBack() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<1_000 {
            let time = Timestamp(
                microseconds: .random(in: 0..<4_133_894_400_000_000, using: &generator),
                offset: .random(in: -1_439...1_439, using: &generator))
            #expect(Timestamp(reading: Array(time.text.utf8)[...]) == time)
        }
    }

    @Test(arguments: [
        "", "2026-03-01T17:15:30.123456+09:0", "2026-02-30T17:15:30.123456+09:00", "2026-03-01 17:15:30.123456+09:00",
        "2026-03-01T17:15:30.123456-00:00", "2026-03-01T25:15:30.123456+09:00", "２026-03-01T17:15:30.123456+09:00",
    ])
    func anotherTextIsNotRead(text: String) {
        #expect(Timestamp(reading: Array(text.utf8)[...]) == nil)
    }

    @Test func theSystemsClockGivesTheTimeAndTheOffsetOfFoundation() {
        let before = Date()
        let reading = ClockReading.now()
        let seconds = Double(reading.wall.microseconds) / 1_000_000
        #expect(before.timeIntervalSince1970 - 0.001 <= seconds && seconds <= Date().timeIntervalSince1970)
        #expect(reading.wall.offset == TimeZone.current.secondsFromGMT(for: before) / 60)
        #expect(ClockReading.now().uptime >= reading.uptime)
    }
}
