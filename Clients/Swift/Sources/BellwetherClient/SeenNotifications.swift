/// What this process has recorded of notifications, so that it is recorded once.
struct SeenNotifications: Sendable {
    private var keys: Set<String> = []

    /// Remembers the parts of a key. Returns whether it is new. At most a thousand are remembered.
    mutating func insert(_ parts: String...) -> Bool {
        if keys.count >= 1_000 { keys = [] }
        return keys.insert(parts.joined(separator: "\n")).inserted
    }
}
