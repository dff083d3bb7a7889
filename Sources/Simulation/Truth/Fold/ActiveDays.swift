extension Truth {
    /// The days on which an installation was active, each with the OS of the day's last counted event.
    struct ActiveDays: Sendable {
        /// The OS by day number.
        let systems: [Int: OperatingSystem]

        /// Collects the days of events that are in order of time.
        private init(_ events: [Event], _ zone: TimeZone) {
            systems = events.reduce(into: [:]) { systems, event in
                systems[zone.day(of: event.effectiveAt)] = event.os
            }
        }

        /// Returns the days with an `app_opened` or a `notification_opened`.
        static func active(_ history: History, _ zone: TimeZone) -> ActiveDays {
            ActiveDays(history.events.filter { $0.type == .appOpened || $0.type == .notificationOpened }, zone)
        }

        /// Returns the days with a `notification_opened` that is not of trigger `local`.
        static func opener(_ history: History, _ zone: TimeZone) -> ActiveDays {
            ActiveDays(history.opens.filter { !$0.isLocal }, zone)
        }

        /// Returns the days of `range` that have an active day among the 28 days ending with them. A day is listed
        /// once.
        func within28Days(in range: Range<Int>) -> [Int] {
            let days = systems.keys.sorted()
            var next = range.lowerBound
            return days.flatMap { day in
                let covered = (max(day, next)..<max(day, next, day + 28)).clamped(to: range)
                next = max(next, day + 28)
                return Array(covered)
            }
        }
    }
}
