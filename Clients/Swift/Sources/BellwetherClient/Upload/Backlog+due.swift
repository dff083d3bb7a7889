extension Backlog {
    /// The wait after the first permission event, in milliseconds.
    static let permissionWait: Int64 = 2_000
    /// The wait after the first event.
    static let wait: Int64 = 30_000

    /// The uptime at which these events are due; nil if there are none.
    package var due: Int64? {
        guard let firstAt else { return nil }
        if events >= Backlog.limit { return firstAt }
        return min(firstAt + Backlog.wait, permissionAt.map { $0 + Backlog.permissionWait } ?? .max)
    }
}
