extension Truth {
    /// Returns the permission events of one installation in the event contract's order: by `sequence` if every event
    /// has one, otherwise by time. Equal sequences are ordered by time.
    static func ordered(_ events: [Event]) -> [Event] {
        events.allSatisfy { $0.sequence != nil }
            ? events.sorted { precedesBySequence($0, $1) }
            : events.sorted(by: precedesByTime)
    }

    private static func precedesBySequence(_ left: Event, _ right: Event) -> Bool {
        guard let leftCount = left.sequence, let rightCount = right.sequence, leftCount != rightCount else {
            return precedesByTime(left, right)
        }
        return leftCount < rightCount
    }

    /// Returns whether `left` comes first by `effective_at`, then type, then `id`, then `occurred_at`. This is the
    /// contract's order of events that are not permission events.
    static func precedesByTime(_ left: Event, _ right: Event) -> Bool {
        if left.effectiveAt != right.effectiveAt { return left.effectiveAt < right.effectiveAt }
        if left.type != right.type { return left.type.place < right.type.place }
        if left.id != right.id { return left.id < right.id }
        return left.occurredAt < right.occurredAt
    }
}
