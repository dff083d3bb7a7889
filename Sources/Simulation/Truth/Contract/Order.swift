extension Truth {
    /// Returns the permission events of one installation in the event contract's order: by `sequence`, then by time. An
    /// event without a `sequence` takes the greatest that any event with one has by its own time, and comes after that
    /// one.
    static func ordered(_ events: [Event]) -> [Event] {
        let byTime = events.sorted(by: precedesByTime)
        var greatest = -1
        // What an event at a time takes. Of events at one time the last writes it, so it includes them all.
        var taken: [Microseconds: Int] = [:]
        for event in byTime {
            greatest = max(greatest, event.sequence ?? -1)
            taken[event.effectiveAt] = greatest
        }
        let places = byTime.enumerated().map { place, event in
            (event.sequence ?? taken[event.effectiveAt]!, event.sequence == nil ? 1 : 0, place)
        }
        return places.sorted(by: <).map { byTime[$0.2] }
    }

    /// Returns the permission events of one installation that its journey has, in their order: without assignments that
    /// repeat an earlier one, as if these had not been sent.
    static func orderedWithoutRepeats(_ events: [Event]) -> [Event] {
        var arms: Set<[Text]> = []
        let firsts = ordered(events).filter {
            $0.type != .experimentAssigned || arms.insert([$0.experiment, $0.variant]).inserted
        }
        return ordered(firsts)
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
