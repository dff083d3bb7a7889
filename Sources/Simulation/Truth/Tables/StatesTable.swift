extension Truth {
    /// The table `notification_states_daily`: receipts and opens by day, trigger and state of the app.
    struct StatesTable: Sendable {
        /// The counts of one row.
        private struct Counts {
            var received = 0
            var opened = 0
        }

        private let parameters: Parameters
        private var counts: DailyCounts<StateKey, Counts>
        /// The number of active installations by app and day.
        private var active: DailyCounts<AppKey, Int>

        init(_ parameters: Parameters) {
            self.parameters = parameters
            counts = DailyCounts(parameters.days, Counts())
            active = DailyCounts(parameters.days, 0)
        }

        /// Counts an installation on the days on which it was active.
        mutating func add(active days: ActiveDays, app: Text) {
            active.update(AppKey(app: app), on: days.systems.keys) { $0 += 1 }
        }

        /// Counts the receipts and opens of an installation.
        mutating func add(_ history: History) {
            for event in history.events where [.notificationReceived, .notificationOpened].contains(event.type) {
                let isOpen = event.type == .notificationOpened
                let key = StateKey(app: event.app, trigger: isOpen ? event.trigger : "", appState: event.appState)
                counts.update(key, on: parameters.timeZone.day(of: event.effectiveAt)) {
                    $0.received += isOpen ? 0 : 1
                    $0.opened += isOpen ? 1 : 0
                }
            }
        }

        var file: File {
            let people = Dictionary(
                uniqueKeysWithValues: active.rows({ $0 }) { $0 > 0 ? [] : nil }.map { ($0.keys, $0.base) })
            let rows = counts.rows({ $0.received + $0.opened }) {
                $0.received + $0.opened > 0 ? ["\($0.received)", "\($0.opened)"] : nil
            }.map { row in
                var row = row
                row.base = min(row.base, people[Array(row.keys[..<2])] ?? row.base)
                return row
            }
            return File(
                "notification_states_daily", "app_id day trigger app_state received opened", rows,
                minimumCell: parameters.minimumCell)
        }
    }
}
