extension Truth {
    /// The journey of one installation: the sequence of its authorization statuses, derived from its permission events.
    package struct Journey: Sendable {
        /// The permission events in the event contract's order.
        package let events: [Event]

        /// The status after each of `events`.
        package let statuses: [Status]

        /// The level after each of `events`; nil while the status is not a reachable one.
        package let levels: [Level?]

        /// The OS after each of `events`: its own, otherwise that of the last one before it that has one.
        let systems: [OperatingSystem?]

        /// Creates the journey from events of one installation in any order; ignores all but permission events, and
        /// repeated assignments.
        package init(_ events: [Event]) {
            self.events = Truth.orderedWithoutRepeats(events.filter(\.type.isPermissionEvent))
            statuses = Journey.fold(self.events)
            levels = Journey.levels(self.events, statuses)
            var system: OperatingSystem?
            systems = self.events.map { event in
                system = event.os ?? system
                return system
            }
        }

        package var prompt: Event? { events.first { $0.type == .promptShown } }

        /// Returns the first answer that comes after the prompt in the contract's order and less than `window` after
        /// it.
        package func decision(within window: Microseconds) -> Event? {
            guard let prompt else { return nil }
            return answers.first { Journey.span(from: prompt, to: $0) < window }
        }

        /// The answers after the prompt, in the contract's order.
        var answers: [Event] {
            events.drop { $0.type != .promptShown }.filter(\.type.isAnswer)
        }

        /// Returns whether the prompt was dismissed after it was shown, less than `window` later.
        func isDismissed(within window: Microseconds) -> Bool {
            guard let prompt else { return false }
            return events.drop { $0.type != .promptShown }.contains {
                $0.type == .promptDismissed && Journey.span(from: prompt, to: $0) < window
            }
        }

        /// The answers that come before any prompt.
        var orphans: [Event] { events.prefix { $0.type != .promptShown }.filter(\.type.isAnswer) }

        /// Returns the status at a time: of the events effective by then, the one that is last in the contract's order,
        /// and the status after it in the complete fold.
        package func status(at time: Microseconds) -> Status {
            events.lastIndex { $0.effectiveAt <= time }.map { statuses[$0] } ?? .unknown
        }

        /// Returns the level at a time, as `status(at:)` returns the status.
        package func level(at time: Microseconds) -> Level? {
            events.lastIndex { $0.effectiveAt <= time }.flatMap { levels[$0] }
        }

        /// Returns the time between two events, at least 0: the contract's order may differ from the order of time.
        static func span(from first: Event, to second: Event) -> Microseconds {
            max(0, second.effectiveAt - first.effectiveAt)
        }

        private static func fold(_ events: [Event]) -> [Status] {
            var status = Status.unknown
            var wasAsked = false
            return events.map { event in
                status = next(after: status, event, wasAsked: wasAsked)
                wasAsked = wasAsked || event.type.provesPrompt || status.isReachable
                return status
            }
        }

        private static func next(after status: Status, _ event: Event, wasAsked: Bool) -> Status {
            switch event.type {
            case .promptGranted, .provisionalKept: .authorized
            case .promptDenied, .provisionalTurnedOff: .denied
            case .provisionalStarted: .provisional
            case .statusObserved: observed(event, wasAsked: wasAsked)
            case .pushUnregistered: .gone
            default: status
            }
        }

        private static func observed(_ event: Event, wasAsked: Bool) -> Status {
            let isAmbiguous = event.os?.confusesDeniedWithNotAsked ?? false
            return event.status == .denied && isAmbiguous && !wasAsked ? .notDetermined : event.status
        }

        /// Returns the level after each event: what an event said of it since the status last changed.
        private static func levels(_ events: [Event], _ statuses: [Status]) -> [Level?] {
            var said: Level?
            return events.indices.map { place in
                let status = statuses[place]
                if status != (place == 0 ? .unknown : statuses[place - 1]) { said = nil }
                said = events[place].saidLevel ?? said
                guard status.isReachable else { return nil }
                return status == .provisional ? .quiet : said ?? .unknown
            }
        }
    }
}

extension Truth.Event {
    /// The level that the event says, by its settings or by how provisional notifications were kept; nil if it says none.
    fileprivate var saidLevel: Truth.Level? {
        guard type == .statusObserved || type == .promptGranted || type == .provisionalKept else { return nil }
        if let settings { return settings.level }
        guard type == .provisionalKept else { return nil }
        return switch kept {
        case .prominent: .prominent
        case .quiet: .quiet
        case .unspecified: nil
        }
    }
}
