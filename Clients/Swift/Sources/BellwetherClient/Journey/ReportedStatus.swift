/// A status and the system that reported it.
package struct ReportedStatus: Sendable, Hashable, Decodable {
    package let status: AuthorizationStatus
    /// Name and version, such as `iOS 17.4.1`.
    package let os: String

    package init(status: AuthorizationStatus, os: String) {
        self.status = status
        self.os = os
    }
}
