extension Truth {
    /// All events of one installation that were received by the horizon (the report's "now").
    package struct History: Sendable {
        let app: Text

        /// The events in order of time.
        let events: [Event]

        /// The fold over its permission events; empty if there are too many.
        let journey: Journey

        /// Whether it has more permission events than `journeyLimit`, and therefore no journey.
        let isSetAside: Bool

        /// All its permission events in the event contract's order, even if there are too many for a journey.
        private let permissionEvents: [Event]

        /// Its `notification_opened` events of any trigger, in order of time.
        let opens: [Event]

        /// Creates the history of one installation from its events in any order; nil if none was received by the
        /// horizon.
        package init?(_ events: [Event], _ parameters: Parameters) {
            self.events = events.filter(parameters.knows).sorted(by: Truth.precedesByTime)
            guard let first = self.events.first else { return nil }
            app = first.app
            permissionEvents = Truth.ordered(self.events.filter(\.type.isPermissionEvent))
            isSetAside = permissionEvents.count > parameters.journeyLimit
            journey = Journey(isSetAside ? [] : permissionEvents)
            opens = self.events.filter { $0.type == .notificationOpened }
        }

        /// Returns the UTC offset of the device at a time, in minutes: that of the latest permission event or open of a
        /// notification or the app at or before it; nil if there is none.
        func utcOffset(at time: Microseconds) -> Int? {
            events.last {
                $0.effectiveAt <= time && $0.type != .notificationSent && $0.type != .notificationReceived
            }?.utcOffset
        }

        /// Returns the OS of the latest permission event at or before a time. Of events with the same `effective_at`,
        /// the last in the contract's order counts.
        func os(at time: Microseconds) -> OperatingSystem? {
            let before = permissionEvents.filter { $0.effectiveAt <= time }
            let latest = before.map(\.effectiveAt).max()
            return before.last { $0.effectiveAt == latest }?.os
        }
    }
}
