/// Counts the events since the last upload, and decides when the next one is due.
package struct Backlog: Sendable, Hashable {
    private static let limit = 20
    /// The waits after the first event and after the first permission event, in milliseconds.
    private static let (wait, permissionWait): (Int64, Int64) = (30_000, 2_000)

    package private(set) var events = 0
    /// When an upload is due, as an uptime in milliseconds. Nil if there are no events.
    package private(set) var due: Int64?

    /// Counts events. Returns whether the upload is due sooner than before.
    mutating func add(_ count: Int, _ kind: EventKind, at uptime: Int64) -> Bool {
        events += count
        let wait = events >= Backlog.limit ? 0 : kind == .permission ? Backlog.permissionWait : Backlog.wait
        guard uptime + wait < due ?? .max else { return false }
        due = uptime + wait
        return true
    }
}
