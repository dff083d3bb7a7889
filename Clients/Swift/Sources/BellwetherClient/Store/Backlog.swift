/// Counts what was recorded since an upload last took the queue.
package struct Backlog: Sendable, Hashable {
    /// The number of events that are due at once.
    package static let limit = 20

    package private(set) var events = 0
    /// The uptime, in milliseconds, of the first of them.
    package private(set) var firstAt: Int64?
    /// The uptime, in milliseconds, of the first permission event among them.
    package private(set) var permissionAt: Int64?

    package init() {}

    /// Counts events. Returns whether that changes when the next upload is due.
    package mutating func add(_ count: Int, _ kind: EventKind, at uptime: Int64) -> Bool {
        let before = self
        events += count
        firstAt = firstAt ?? uptime
        if kind == .permission { permissionAt = permissionAt ?? uptime }
        return before.firstAt == nil || before.permissionAt != permissionAt
            || before.events < Backlog.limit && events >= Backlog.limit
    }
}
