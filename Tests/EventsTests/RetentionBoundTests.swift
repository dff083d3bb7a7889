import Events
import Testing

@Suite struct RetentionBoundTests {
    /// Returns a validator whose retention cutoff for `occurred_at` is this time.
    private func validator(from microseconds: Int64) -> EventValidator {
        EventValidator(ingestedAt: .ingest, retainedFrom: Timestamp(microseconds: microseconds))
    }

    /// The `occurred_at` of `EventLine.full`.
    private static let occurred: Int64 = 1_772_352_930_123_000

    @Test func engagementBeforeTheBoundIsOlderThanRetention() {
        #expect(reason(EventLine.full, by: validator(from: Self.occurred)) == nil)
        #expect(reason(EventLine.full, by: validator(from: Self.occurred + 1)) == .olderThanRetention)
    }

    @Test func permissionEventsAreKeptForEver() {
        let line = EventLine.of(type: "prompt_shown")
        #expect(reason(line, by: validator(from: Self.occurred * 2)) == nil)
    }

    @Test func whatIsWrongInAnotherWayIsSaidFirst() {
        let line = EventLine.full.with("occurred_at", #""2005-01-01T00:00:00Z""#).without("sent_at")
        #expect(reason(line, by: validator(from: Self.occurred)) == .occurredTooEarly)
    }
}
