import Events
import Testing

@Suite struct EventBatchTests {
    private func event(_ number: Int, word: String, text: String) -> Event {
        var event = Event.ofFullLine
        event.id.low = UInt64(number)
        event.appID = word
        event.appVersion = word
        event.placement = number % 2 == 0 ? nil : text
        event.notificationID = number % 3 == 0 ? nil : text
        event.rest = number % 5 == 0 ? nil : text + text
        event.os = number % 4 == 0 ? nil : OperatingSystem(name: .web, major: Int16(number % 1_000), minor: 999)
        return event
    }

    /// Returns words of different lengths that share prefixes, middles and suffixes.
    private func word(_ number: Int) -> String {
        let length = number % 70 + 1
        let letters = "abcdefghijklmnopqrstuvwxyz"
        var word = String(repeating: "x", count: length)
        let place = word.index(word.startIndex, offsetBy: number / 70 % length)
        word.replaceSubrange(place...place, with: String(letters.randomElement() ?? "a"))
        return word
    }

    @Test func anEventIsTheSameAfterItWasInABatch() {
        let events = (0..<20_000).map { event($0, word: word($0), text: word($0 * 7)) }
        let batch = EventBatch(events)
        #expect(batch.count == events.count)
        #expect(events.indices.allSatisfy { batch[$0] == events[$0] })
    }

    @Test func aWordIsKeptOnceAndOthersAreOthers() {
        let words = (0..<20_000).map(word)
        let batch = EventBatch(words.map { event(1, word: $0, text: "t") })
        #expect(batch.apps.count == Set(words).count)
        #expect(Set((0..<batch.apps.count).map { batch.apps.text($0) }) == Set(words))
        #expect(batch.systems == [OperatingSystem(name: .web, major: 1, minor: 999)])
    }

    @Test func wordsThatOnlyLookAlikeAreDifferent() {
        let alike = [
            "\u{E9}", "e\u{301}", "a", "a\u{0}", "aaaaaaaa", "aaaaaaaaa", "aaaaaaaaaaaaaaaaa", "aaaaaaaabaaaaaaaa",
        ]
        let batch = EventBatch(alike.map { event(1, word: $0, text: $0) })
        #expect(batch.apps.count == alike.count)
    }

    @Test func anEmptiedBatchHasNothingOfBefore() {
        var batch = EventBatch((0..<1_000).map { event($0, word: word($0), text: "t") })
        batch.removeAll()
        #expect(batch.isEmpty && batch.apps.count == 0 && batch.words.count == 0 && batch.systems.isEmpty)
        batch.append(event(1, word: "one", text: "two"))
        #expect(batch[0] == event(1, word: "one", text: "two"))
    }

    @Test func aFilteredBatchKeepsTheOrder() {
        var batch = EventBatch((0..<10).map { event($0, word: "w", text: "t") })
        batch.filter { $0 % 3 == 0 }
        #expect(batch.records.map(\.id.low) == [0, 3, 6, 9])
    }
}
