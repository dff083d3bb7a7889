import EventLog
import Events
import Testing

@Suite struct RecentKeyFilterTests {
    private func key(_ number: Int) -> EventKey {
        EventKey(
            installationID: EventUUID(high: 0, low: UInt64(number / 7)), id: EventUUID(high: 1, low: UInt64(number)),
            occurredAt: Timestamp(microseconds: Int64(number % 5)), app: Int32(number % 3))
    }

    @Test func aKeyOfTheLastGenerationIsNeverForgotten() {
        var recent = RecentKeyFilter(generationSize: 1_024)
        for number in 0..<10_000 {
            _ = recent.insert(key(number))
            #expect((max(0, number - 1_023)...number).allSatisfy { recent.mayContain(key($0)) })
        }
    }

    @Test func keysOfLongAgoAreForgotten() {
        var recent = RecentKeyFilter(generationSize: 1_024)
        for number in 0..<10_000 { _ = recent.insert(key(number)) }
        #expect((0..<7_000).count { recent.mayContain(key($0)) } < 700)
    }

    @Test func fewOtherKeysAreTakenForKnownOnes() {
        var recent = RecentKeyFilter(generationSize: 1 << 16)
        #expect(!recent.mayContain(key(0)))
        for number in 0..<2 << 16 { _ = recent.insert(key(number)) }
        let wrong = (1_000_000..<1_100_000).count { recent.mayContain(key($0)) }
        #expect(wrong < 5_000, "5 in 100 at most, of two full filters")
    }

    @Test func everyPartOfAKeyCounts() {
        let (one, two, time) = (EventUUID(high: 0, low: 1), EventUUID(high: 0, low: 2), Timestamp(microseconds: 1))
        let first = EventKey(installationID: one, id: two, occurredAt: time, app: 1)
        var recent = RecentKeyFilter(generationSize: 1_024)
        _ = recent.insert(first)
        let others = [
            EventKey(installationID: two, id: two, occurredAt: time, app: 1),
            EventKey(installationID: one, id: one, occurredAt: time, app: 1),
            EventKey(installationID: one, id: two, occurredAt: Timestamp(microseconds: 77), app: 1),
            EventKey(installationID: one, id: two, occurredAt: time, app: 77),
        ]
        #expect(recent.mayContain(first))
        #expect(others.count { recent.mayContain($0) } < 2)
    }
}
