extension Truth {
    /// The days on which an installation did something, each with the OS of the last such event of the day.
    struct ActiveDays: Sendable {
        /// The OS by day.
        let systems: [Int: OperatingSystem]

        /// The days of events given by time.
        private init(_ events: [Event], _ zone: TimeZone) {
            systems = events.reduce(into: [:]) { systems, event in
                systems[zone.day(of: event.effectiveAt)] = event.os
            }
        }

        /// The days with an `app_opened` or a `notification_opened`.
        static func active(_ history: History, _ zone: TimeZone) -> ActiveDays {
            ActiveDays(history.events.filter { $0.type == .appOpened || $0.type == .notificationOpened }, zone)
        }

        /// The days with a `notification_opened` that is not of trigger `local`.
        static func opener(_ history: History, _ zone: TimeZone) -> ActiveDays {
            ActiveDays(history.opens.filter { !$0.isLocal }, zone)
        }

        /// The days of a range whose last 28 days, the day itself among them, hold one of these.
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
