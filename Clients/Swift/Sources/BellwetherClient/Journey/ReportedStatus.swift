/// A status and the system that reported it.
struct ReportedStatus: Sendable, Hashable, Codable {
    let status: AuthorizationStatus
    /// Name and version, such as `iOS 17.4.1`.
    let os: String
}
