/// What the journey remembers of an installation. Stored beside each permission event.
package struct JourneyState: Sendable, Hashable, Decodable {
    /// The number of changes so far: of two states of one installation, the one with more is newer.
    package var transitions: Int64 = 0
    /// The `sequence` of the next permission event.
    package var sequence: Int64 = 0
    /// What was reported last; nil before the first reading.
    package var reported: ReportedStatus?
    /// The request that was begun and has not ended.
    var pending: PendingRequest?
    /// Whether the app opened Settings after the last reading.
    var hasSettingsTrip = false
    /// Whether the pending request was begun by this process. Not stored.
    var isInFlight = false

    /// The state of an installation of which nothing is known.
    package init() {}

    private enum CodingKeys: CodingKey { case transitions, sequence, reported, pending, hasSettingsTrip }
}
