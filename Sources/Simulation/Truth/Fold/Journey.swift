extension Truth {
    /// The journey of one installation: the fold over all its permission events.
    package struct Journey: Sendable {
        /// The events in the contract's order.
        package let events: [Event]

        /// The status after each of `events`.
        package let statuses: [Status]

        /// The journey of the permission events among these of one installation, given in any order.
        package init(_ events: [Event]) {
            self.events = Truth.ordered(events.filter(\.type.isPermissionEvent))
            statuses = Journey.fold(self.events)
        }

        /// The first `prompt_shown`.
        package var prompt: Event? { events.first { $0.type == .promptShown } }

        /// The first answer that is both after the prompt in the order and less than `window` after it in time.
        package func decision(within window: Microseconds) -> Event? {
            guard let prompt else { return nil }
            return answers.first { Journey.span(from: prompt, to: $0) < window }
        }

        /// The answers after the prompt, in the order.
        var answers: [Event] {
            events.drop { $0.type != .promptShown }.filter(\.type.isAnswer)
        }

        /// The answers without any prompt before them.
        var orphans: [Event] { events.prefix { $0.type != .promptShown }.filter(\.type.isAnswer) }

        /// The status at a time: of the events effective by then the last in the order, and the status after it.
        package func status(at time: Microseconds) -> Status {
            events.lastIndex { $0.effectiveAt <= time }.map { statuses[$0] } ?? .unknown
        }

        /// The time between two events, never less than 0.
        static func span(from first: Event, to second: Event) -> Microseconds {
            max(0, second.effectiveAt - first.effectiveAt)
        }

        private static func fold(_ events: [Event]) -> [Status] {
            var status = Status.unknown
            var knowsPrompt = false
            return events.map { event in
                status = next(after: status, event, knowsPrompt: knowsPrompt)
                knowsPrompt = knowsPrompt || event.type.provesPrompt
                return status
            }
        }

        private static func next(after status: Status, _ event: Event, knowsPrompt: Bool) -> Status {
            switch event.type {
            case .promptGranted, .provisionalKept: .authorized
            case .promptDenied, .provisionalTurnedOff: .denied
            case .provisionalStarted: .provisional
            case .statusObserved: observed(event, knowsPrompt: knowsPrompt)
            default: status
            }
        }

        private static func observed(_ event: Event, knowsPrompt: Bool) -> Status {
            let isOld = event.os?.confusesDeniedWithNotAsked ?? false
            return event.status == .denied && isOld && !knowsPrompt ? .notDetermined : event.status
        }
    }
}
