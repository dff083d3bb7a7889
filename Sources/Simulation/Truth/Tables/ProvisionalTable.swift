extension Truth {
    /// The table `provisional_by_os`: provisional trials by the OS version at their start.
    struct ProvisionalTable: Sendable {
        private let parameters: Parameters

        /// Trials by outcome; the index is the outcome's raw value.
        private var outcomes = RangeCounts<SystemKey, [Int]>(Trial.Outcome.allCases.map { _ in 0 })

        init(_ parameters: Parameters) { self.parameters = parameters }

        /// Counts a trial if it started in the range.
        mutating func add(_ trial: Trial) {
            guard parameters.covers(trial.start.effectiveAt) else { return }
            outcomes.update(SystemKey(app: trial.start.app, os: trial.start.os)) { $0[trial.outcome.rawValue] += 1 }
        }

        var file: File {
            File(
                "provisional_by_os",
                """
                app_id os_name os_version started kept_prominent kept_quiet kept_unspecified turned_off upgraded \
                refused pending keep_rate keep_rate_low keep_rate_high
                """, outcomes.rows({ $0.reduce(0, +) }, Self.numbers), minimumCell: parameters.minimumCell)
        }

        private static func numbers(_ outcomes: [Int]) -> [String] {
            let started = outcomes.reduce(0, +)
            let kept = [.keptProminent, .keptQuiet, .keptUnspecified, .upgraded] as [Trial.Outcome]
            return ([started] + outcomes).map(String.init)
                + CSV.proportion(
                    kept.reduce(0) { $0 + outcomes[$1.rawValue] },
                    of: started - outcomes[Trial.Outcome.pending.rawValue])
        }
    }
}
