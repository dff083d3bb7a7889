extension Truth {
    /// All known events of one installation.
    package struct History: Sendable {
        /// The app.
        let app: Text

        /// The events by time.
        let events: [Event]

        /// The fold over its permission events; over none where they are too many.
        let journey: Journey

        /// Whether they are too many.
        let isSetAside: Bool

        /// Its permission events in the order, however many.
        private let permissionEvents: [Event]

        /// Its `notification_opened`, of any trigger, by time.
        let opens: [Event]

        /// The history of events of one installation, given in any order; nil if none of them is known.
        package init?(_ events: [Event], _ parameters: Parameters) {
            self.events = events.filter(parameters.knows).sorted(by: Truth.precedesByTime)
            guard let first = self.events.first else { return nil }
            app = first.app
            permissionEvents = Truth.ordered(self.events.filter(\.type.isPermissionEvent))
            isSetAside = permissionEvents.count > parameters.journeyLimit
            journey = Journey(isSetAside ? [] : permissionEvents)
            opens = self.events.filter { $0.type == .notificationOpened }
        }

        /// The OS of the latest permission event at or before a time: by `effective_at`, and among equal ones the last
        /// in the order.
        func os(at time: Microseconds) -> OperatingSystem? {
            let before = permissionEvents.filter { $0.effectiveAt <= time }
            let latest = before.map(\.effectiveAt).max()
            return before.last { $0.effectiveAt == latest }?.os
        }
    }
}
