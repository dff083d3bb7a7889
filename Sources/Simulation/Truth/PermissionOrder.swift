extension Truth {
    /// The events in the contract's order: by `sequence` if every one of them has it; otherwise, and among equal
    /// sequences, by `effective_at`, the type's place, `id`, `occurred_at`.
    static func ordered(_ events: [PermissionEvent]) -> [PermissionEvent] {
        events.allSatisfy { $0.sequence != nil }
            ? events.sorted { precedesBySequence($0, $1) }
            : events.sorted(by: precedesByTime)
    }

    private static func precedesBySequence(_ left: PermissionEvent, _ right: PermissionEvent) -> Bool {
        guard let leftCount = left.sequence, let rightCount = right.sequence, leftCount != rightCount else {
            return precedesByTime(left, right)
        }
        return leftCount < rightCount
    }

    private static func precedesByTime(_ left: PermissionEvent, _ right: PermissionEvent) -> Bool {
        if left.effectiveAt != right.effectiveAt { return left.effectiveAt < right.effectiveAt }
        if left.type != right.type { return left.type.rawValue < right.type.rawValue }
        if left.id != right.id { return left.id < right.id }
        return left.occurredAt < right.occurredAt
    }
}
