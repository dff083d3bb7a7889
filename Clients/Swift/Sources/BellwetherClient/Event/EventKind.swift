/// The two kinds of events, which are queued separately.
package enum EventKind: Sendable {
    /// Part of the installation's journey. Few, and sent first.
    case permission
    /// Notifications received and opened, and opens of the app.
    case engagement
}
