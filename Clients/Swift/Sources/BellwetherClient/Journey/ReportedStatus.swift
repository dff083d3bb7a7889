/// What was reported last, and which system reported it.
struct ReportedStatus: Sendable, Hashable, Codable {
    let status: AuthorizationStatus
    /// Name and version, such as `iOS 17.4.1`.
    let os: String
    /// Nil if the system had none, or an earlier version of the library reported it.
    var settings: NotificationSettings?
    /// When it was reported; nil if that no longer counts, so that the next reading is reported.
    var at: Timestamp?

    /// After this time the same is reported again, in microseconds.
    private static let silence: Int64 = 30 * 86_400 * 1_000_000

    /// Whether a reading says nothing else, and was reported less than 30 days ago, or ahead if the clock was set back.
    func tells(_ snapshot: Snapshot, at now: Timestamp) -> Bool {
        guard let at, os == snapshot.os, settings == snapshot.settings else { return false }
        return (now.microseconds - at.microseconds).magnitude < ReportedStatus.silence
    }
}
