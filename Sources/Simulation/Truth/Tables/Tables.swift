extension Truth {
    /// All report tables that follow from events and deliveries. `restatements` is missing because it also depends on
    /// earlier reports.
    package struct Tables: Sendable {
        private let parameters: Parameters
        private var optIn: OptInTables
        private var decisions: DecisionCurveTable
        private var asks: AskTable
        private var changes: ChangesTable
        private var marks: MarksTable
        private var experiments: ExperimentsTable
        private var provisional: ProvisionalTable
        private var winBack: WinBackTable
        private var reach: ReachTable
        private var opens: OpensTables
        private var curve: CurveTable
        private var turnOffs: TurnOffTables
        private var activity: ActivityTable
        private var states: StatesTable
        private var quality = QualityTable()
        private var deliveries: DeliveryTables

        package init(_ parameters: Parameters) {
            self.parameters = parameters
            optIn = OptInTables(parameters)
            decisions = DecisionCurveTable(parameters)
            asks = AskTable(parameters)
            changes = ChangesTable(parameters)
            marks = MarksTable(parameters)
            experiments = ExperimentsTable(parameters)
            provisional = ProvisionalTable(parameters)
            winBack = WinBackTable(parameters)
            reach = ReachTable(parameters)
            opens = OpensTables(parameters)
            curve = CurveTable(parameters)
            turnOffs = TurnOffTables(parameters)
            activity = ActivityTable(parameters)
            states = StatesTable(parameters)
            deliveries = DeliveryTables(parameters)
        }

        /// Computes the tables of accepted events of any number of installations, in any order, and of deliveries.
        package init(_ events: [Event], _ deliveries: [Delivery] = [], _ parameters: Parameters) {
            self.init(parameters)
            let installations = Dictionary(grouping: events) { Installation(app: $0.app, id: $0.installation) }
            for events in installations.values { add(installation: events) }
            for delivery in deliveries { add(delivery) }
        }

        /// The identity of an installation.
        private struct Installation: Hashable {
            var app: Text
            var id: Identifier
        }

        /// Counts an installation, given all its accepted events in any order.
        package mutating func add(installation events: [Event]) {
            changes.add(installation: events)
            guard let history = History(events, parameters) else { return }
            if let entry = FunnelEntry(history, parameters) {
                optIn.add(entry)
                decisions.add(entry)
                marks.add(entry)
                experiments.add(entry)
            }
            if let ask = Ask(history.journey, parameters) { asks.add(ask) }
            for assignment in Assignment.all(of: history.journey, parameters) { experiments.add(assignment) }
            if let trial = Trial(history.journey) { provisional.add(trial) }
            if let asked = WinBack(history.journey) { winBack.add(asked) }
            let sends = Send.all(of: history, parameters)
            for send in sends {
                opens.add(send)
                curve.add(send)
            }
            turnOffs.add(history, sends)
            states.add(history)
            if history.isSetAside { quality.addSetAside(app: history.app) }
            if let odd = Quality(history, parameters) { quality.add(odd, app: history.app) }
            addDays(of: history, sends)
        }

        private mutating func addDays(of history: History, _ sends: [Send]) {
            let zone = parameters.timeZone
            let reached = ReachHistory(history.journey, zone)
            let (active, openers) = (ActiveDays.active(history, zone), ActiveDays.opener(history, zone))
            reach.add(reached, app: history.app)
            opens.add(active: active, openers: openers, app: history.app)
            activity.add(reached, active: active, openers: openers, app: history.app)
            turnOffs.add(reached, sends, openers: openers, app: history.app)
            states.add(active: active, app: history.app)
        }

        package mutating func add(_ delivery: Delivery) { deliveries.add(delivery) }

        /// The CSV files of all tables, in a fixed order.
        package var files: [File] {
            optIn.files + [decisions.file, asks.file, changes.file, marks.file, experiments.file]
                + [provisional.file, winBack.file, reach.file] + opens.files + [curve.file] + turnOffs.files
                + [activity.file, states.file] + deliveries.files + [quality.file]
        }
    }
}
