import Glibc

extension Truth {
    /// The table `opt_in_experiments`: compares each variant of an experiment with its control, over everyone whose
    /// outcome can't change any more, whatever the range. On the base `asked` an experiment is a placement of the prompt,
    /// and the outcome is `granted`; on the base `assigned` both are those of the assignment.
    struct ExperimentsTable: Sendable {
        private struct Experiment: Hashable {
            var app: Text
            var base: Text
            var name: Text

            static func < (left: Experiment, right: Experiment) -> Bool {
                (left.app, left.base, left.name) < (right.app, right.base, right.name)
            }
        }

        private struct Person: Sendable {
            let day: Int
            let variant: Text
            /// The outcomes that it reached, by name.
            let reached: Set<Text>
        }

        private static let outcomes: [Text: [Text]] = ["asked": ["granted"], "assigned": ["allowed", "reachable"]]

        private let parameters: Parameters
        private var people: [Experiment: [Person]] = [:]

        init(_ parameters: Parameters) { self.parameters = parameters }

        /// Counts an installation on the base `asked` if its prompt names a variant.
        mutating func add(_ entry: FunnelEntry) {
            guard !entry.prompt.variant.isEmpty else { return }
            add(entry.prompt, "asked", entry.prompt.placement, entry.decision == true ? ["granted"] : [])
        }

        /// Counts an assignment on the base `assigned`.
        mutating func add(_ assignment: Assignment) {
            let reached: [Text] =
                (assignment.status == .authorized ? ["allowed"] : [])
                + (assignment.status.isReachable ? ["reachable"] : [])
            add(assignment.event, "assigned", assignment.event.experiment, Set(reached))
        }

        /// Counts a person if the conversion windows of the whole day are over.
        private mutating func add(_ event: Event, _ base: Text, _ experiment: Text, _ reached: Set<Text>) {
            let day = parameters.timeZone.day(of: event.effectiveAt)
            guard let horizon = parameters.horizon,
                parameters.timeZone.end(of: day) + parameters.conversionWindow <= horizon
            else { return }
            people[Experiment(app: event.app, base: base, name: experiment), default: []].append(
                Person(day: day, variant: event.variant, reached: reached))
        }

        var file: File {
            File(
                "opt_in_experiments",
                """
                app_id base experiment variant outcome control started reached settled rate reached_control \
                settled_control rate_control difference difference_low difference_high is_clear
                """, people.keys.sorted(by: <).flatMap { rows($0, people[$0]!) },
                minimumCell: parameters.minimumCell)
        }

        private func rows(_ experiment: Experiment, _ people: [Person]) -> [CountedRow] {
            let firstDays = Dictionary(grouping: people, by: \.variant).values.map { $0.map(\.day).min()! }.sorted()
            guard firstDays.count > 1 else { return [] }
            let started = firstDays[1]
            let arms = Dictionary(grouping: people.filter { $0.day >= started }, by: \.variant)
            guard let control = arms.keys.contains("control") ? "control" : arms.keys.min() else { return [] }
            let others = arms.keys.filter { $0 != control }.sorted()
            return others.flatMap { variant in
                Self.outcomes[experiment.base]!.map { outcome in
                    CountedRow(
                        keys: [experiment.app, experiment.base, experiment.name, variant, outcome].map(CSV.text),
                        cells: [CSV.text(control), CivilDate(dayNumber: started).description]
                            + Self.cells(outcome, arms[variant]!, arms[control]!, alpha: 0.05 / Double(others.count)),
                        base: min(arms[variant]!.count, arms[control]!.count))
                }
            }
        }

        private static func cells(_ outcome: Text, _ own: [Person], _ control: [Person], alpha: Double) -> [String] {
            let (n1, n2) = (own.count, control.count)
            let (k1, k2) = (own.count { $0.reached.contains(outcome) }, control.count { $0.reached.contains(outcome) })
            let (r1, r2) = (Double(k1) / Double(n1), Double(k2) / Double(n2))
            let counts = ["\(k1)", "\(n1)", Decimal.ratio(k1, n1), "\(k2)", "\(n2)", Decimal.ratio(k2, n2)]
            guard min(n1, n2) >= 100 else { return counts + [Decimal.signed(r1 - r2), "", "", ""] }
            // The asymptotic confidence sequence of Waudby-Smith and others, tuned to 10,000 people.
            let n = Double(n1 + n2)
            let sigma2 = n * (r1 * (1 - r1) / Double(n1) + r2 * (1 - r2) / Double(n2))
            let rho2 = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / 10_000
            let half = sqrt(
                sigma2 * (2 * (n * rho2 + 1) / (n * n * rho2)) * log(sqrt(n * rho2 + 1) / alpha))
            let (low, high) = (r1 - r2 - half, r1 - r2 + half)
            return counts + [r1 - r2, low, high].map(Decimal.signed) + [low > 0 || high < 0 ? "true" : "false"]
        }
    }
}
