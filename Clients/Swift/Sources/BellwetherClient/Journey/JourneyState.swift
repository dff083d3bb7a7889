/// The stored state of an installation's journey. Each permission event is stored together with the state after it.
package struct JourneyState: Sendable, Hashable, Codable {
    /// The number of assignments that are remembered. They are stored with each permission event.
    static let remembered = 16

    /// The number of changes so far. Of two states of one installation, the one with the higher number is newer.
    package var transitions: Int64 = 0
    /// The `sequence` of the next permission event.
    package var sequence: Int64 = 0
    /// The status reported last; nil before the first reading.
    var reported: ReportedStatus?
    /// A hash of the device's push token; nil before the first one.
    var token: Int64?
    /// The request that has begun and not ended.
    var pending: PendingRequest?
    /// Whether the app has opened Settings since the last reading.
    var hasSettingsTrip = false
    /// The assignments reported last, at most `remembered`; nil if there are none.
    var assignments: [Assignment]?
    /// Whether this process began the pending request. Not stored.
    var isInFlight = false

    private enum CodingKeys: CodingKey {
        case transitions, sequence, reported, token, pending, hasSettingsTrip, assignments
    }
}
