/// The notifications and responses that this process has recorded, so that each is recorded once.
struct SeenNotifications: Sendable {
    private var keys: Set<String> = []

    /// Adds the key made of these parts. Returns whether it is new. Forgets all keys after a thousand.
    mutating func insert(_ parts: String...) -> Bool {
        if keys.count >= 1_000 { keys = [] }
        return keys.insert(parts.joined(separator: "\n")).inserted
    }
}
