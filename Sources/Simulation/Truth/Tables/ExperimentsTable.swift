import Glibc

extension Truth {
    /// The table `opt_in_experiments`: compares each variant of an experiment with its control, over everyone whose
    /// outcome can't change any more, whatever the range. On the base `asked` an experiment is a placement of the prompt,
    /// and the outcome is `granted`.
    struct ExperimentsTable: Sendable {
        private struct Placement: Hashable {
            var app: Text
            var name: Text

            static func < (left: Placement, right: Placement) -> Bool {
                (left.app, left.name) < (right.app, right.name)
            }
        }

        private struct Prompt: Sendable {
            let day: Int
            let variant: Text
            let isGranted: Bool
        }

        private let parameters: Parameters
        private var prompts: [Placement: [Prompt]] = [:]

        init(_ parameters: Parameters) { self.parameters = parameters }

        /// Counts an installation if its prompt names a variant and the conversion window of everyone asked on that day
        /// is over.
        mutating func add(_ entry: FunnelEntry) {
            let prompt = entry.prompt
            let day = parameters.timeZone.day(of: prompt.effectiveAt)
            guard let horizon = parameters.horizon, !prompt.variant.isEmpty,
                parameters.timeZone.end(of: day) + parameters.conversionWindow <= horizon
            else { return }
            let isGranted = if case .decided(true, _) = entry.state { true } else { false }
            prompts[Placement(app: prompt.app, name: prompt.placement), default: []].append(
                Prompt(day: day, variant: prompt.variant, isGranted: isGranted))
        }

        var file: File {
            File(
                "opt_in_experiments",
                """
                app_id base experiment variant outcome control started reached settled rate reached_control \
                settled_control rate_control difference difference_low difference_high is_clear
                """, prompts.keys.sorted(by: <).flatMap { rows($0, prompts[$0]!) },
                minimumCell: parameters.minimumCell)
        }

        private func rows(_ placement: Placement, _ prompts: [Prompt]) -> [CountedRow] {
            let firstDays = Dictionary(grouping: prompts, by: \.variant).values.map { $0.map(\.day).min()! }.sorted()
            guard firstDays.count > 1 else { return [] }
            let started = firstDays[1]
            let arms = Dictionary(grouping: prompts.filter { $0.day >= started }, by: \.variant)
            guard let control = arms.keys.contains("control") ? "control" : arms.keys.min() else { return [] }
            let others = arms.keys.filter { $0 != control }.sorted()
            return others.map { variant in
                CountedRow(
                    keys: [placement.app, "asked", placement.name, variant, "granted"].map(CSV.text),
                    cells: [CSV.text(control), CivilDate(dayNumber: started).description]
                        + Self.cells(arms[variant]!, arms[control]!, alpha: 0.05 / Double(others.count)),
                    base: min(arms[variant]!.count, arms[control]!.count))
            }
        }

        private static func cells(_ own: [Prompt], _ control: [Prompt], alpha: Double) -> [String] {
            let (n1, n2) = (own.count, control.count)
            let (k1, k2) = (own.filter(\.isGranted).count, control.filter(\.isGranted).count)
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
