extension Truth {
    /// The table `notification_states_daily`: receipts and opens by day, trigger and state of the app.
    struct StatesTable: Sendable {
        /// The counts of one row.
        private struct Counts {
            var received = 0
            var opened = 0
            var installations = 0
        }

        private let zone: TimeZone
        private var counts: DailyCounts<StateKey, Counts>

        init(_ parameters: Parameters) {
            zone = parameters.timeZone
            counts = DailyCounts(parameters.days, Counts())
        }

        /// Counts the receipts and opens of an installation.
        mutating func add(_ history: History) {
            /// The row of an event.
            struct Row: Hashable {
                var day: Int
                var key: StateKey
            }

            var rows: Set<Row> = []
            for event in history.events where [.notificationReceived, .notificationOpened].contains(event.type) {
                let isOpen = event.type == .notificationOpened
                let key = StateKey(app: event.app, trigger: isOpen ? event.trigger : "", appState: event.appState)
                let row = Row(day: zone.day(of: event.effectiveAt), key: key)
                let isFirst = rows.insert(row).inserted
                counts.update(key, on: row.day) {
                    $0.received += isOpen ? 0 : 1
                    $0.opened += isOpen ? 1 : 0
                    $0.installations += isFirst ? 1 : 0
                }
            }
        }

        var file: File {
            File(
                "notification_states_daily", "app_id day trigger app_state received opened installations",
                counts.rows {
                    $0.installations > 0 ? ["\($0.received)", "\($0.opened)", "\($0.installations)"] : nil
                })
        }
    }
}
