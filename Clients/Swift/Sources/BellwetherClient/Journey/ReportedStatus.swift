/// What was reported last, and which system reported it.
struct ReportedStatus: Sendable, Hashable, Codable {
    let status: AuthorizationStatus
    /// Name and version, such as `iOS 17.4.1`.
    let os: String
    /// Nil if the system had none, or an earlier version of the library reported it.
    var settings: NotificationSettings?
    /// When it was reported; nil if an earlier version of the library did.
    var at: Timestamp?
    /// A hash of the device's push token; nil before the first one.
    var token: Int64?

    /// After this time the same is reported again, in microseconds.
    private static let silence: Int64 = 30 * 86_400 * 1_000_000

    /// Whether a reading says nothing else, and nothing calls for saying it again.
    func tells(_ snapshot: Snapshot, at now: Timestamp) -> Bool {
        guard os == snapshot.os, settings == snapshot.settings else { return false }
        return at.map { now.microseconds - $0.microseconds < ReportedStatus.silence } ?? true
    }

    /// Takes the device's token. After another one than before, the next reading is reported.
    mutating func take(token: Int64) {
        if let known = self.token, known != token { at = Timestamp(microseconds: 0) }
        self.token = token
    }
}
