extension Truth {
    /// The journey of one installation: the fold over all its permission events.
    public struct Journey: Sendable {
        /// The events in the contract's order.
        public let events: [PermissionEvent]

        /// The status after each of `events`.
        public let statuses: [Status]

        /// The journey of these events of one installation, given in any order.
        public init(_ events: [PermissionEvent]) {
            self.events = Truth.ordered(events)
            statuses = Journey.fold(self.events)
        }

        /// The first `prompt_shown`.
        public var prompt: PermissionEvent? { events.first { $0.type == .promptShown } }

        /// The first answer that is both after the prompt in the order and less than `window` after it in time.
        public func decision(within window: Microseconds) -> PermissionEvent? {
            guard let place = events.firstIndex(where: { $0.type == .promptShown }) else { return nil }
            let prompt = events[place]
            return events[(place + 1)...].first { $0.type.isAnswer && Journey.span(from: prompt, to: $0) < window }
        }

        /// The status at a time: of the events effective by then the last in the order, and the status after it.
        public func status(at time: Microseconds) -> Status {
            events.lastIndex { $0.effectiveAt <= time }.map { statuses[$0] } ?? .unknown
        }

        /// The time between two events, never less than 0.
        static func span(from first: PermissionEvent, to second: PermissionEvent) -> Microseconds {
            max(0, second.effectiveAt - first.effectiveAt)
        }

        private static func fold(_ events: [PermissionEvent]) -> [Status] {
            var status = Status.unknown
            var knowsPrompt = false
            return events.map { event in
                status = next(after: status, event, knowsPrompt: knowsPrompt)
                knowsPrompt = knowsPrompt || event.type.provesPrompt
                return status
            }
        }

        private static func next(after status: Status, _ event: PermissionEvent, knowsPrompt: Bool) -> Status {
            switch event.type {
            case .promptGranted, .provisionalKept: .authorized
            case .promptDenied, .provisionalTurnedOff: .denied
            case .provisionalStarted: .provisional
            case .statusObserved: observed(event, knowsPrompt: knowsPrompt)
            case .promptShown, .settingsPromptShown, .settingsOpened: status
            }
        }

        private static func observed(_ event: PermissionEvent, knowsPrompt: Bool) -> Status {
            let isAmbiguous = event.status == .denied && event.os.confusesDeniedWithNotAsked && !knowsPrompt
            return isAmbiguous ? .notDetermined : event.status
        }
    }
}
