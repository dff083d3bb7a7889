/// The two kinds of events, which are queued separately.
package enum EventKind: Int, CaseIterable, Sendable {
    /// Events of the installation's journey. There are few, and they are sent first.
    case permission
    /// Notifications received or opened, and app opens.
    case engagement
}
