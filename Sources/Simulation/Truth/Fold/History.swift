extension Truth {
    /// All events of one installation that were received at or before the horizon, the report's "now".
    package struct History: Sendable {
        let app: Text

        /// The events by `effective_at`.
        let events: [Event]

        /// The states that its permission events lead through; empty if `isSetAside`.
        let journey: Journey

        /// Whether it has more permission events than `journeyLimit`, without repeats, and therefore an empty journey.
        let isSetAside: Bool

        /// Its permission events, also if there are too many for a journey, without repeated assignments, in the order
        /// in which the contract applies them (`Truth.ordered`), so not always by `effective_at`.
        let permissionEvents: [Event]

        /// Its `notification_opened` events, of local notifications too, by `effective_at`.
        let opens: [Event]

        /// Creates the history of one installation from its events in any order; nil if none was received
        /// at or before the horizon.
        package init?(_ events: [Event], _ parameters: Parameters) {
            self.events = events.filter(parameters.knows).sorted(by: Truth.precedesByTime)
            guard let first = self.events.first else { return nil }
            app = first.app
            permissionEvents = Truth.orderedWithoutRepeats(self.events.filter(\.type.isPermissionEvent))
            isSetAside = permissionEvents.count > parameters.journeyLimit
            journey = Journey(isSetAside ? [] : permissionEvents)
            opens = self.events.filter { $0.type == .notificationOpened }
        }

        /// Returns the latest permission event at or before a time that has an OS, which tells the OS and the clock of
        /// the receiver of a send. Of events with the same `effective_at`, the last in the contract's order counts.
        func permissionEvent(at time: Microseconds) -> Event? {
            let before = permissionEvents.filter { $0.effectiveAt <= time && $0.os != nil }
            let latest = before.map(\.effectiveAt).max()
            return before.last { $0.effectiveAt == latest }
        }
    }
}
