extension Truth {
    /// The table `win_back_by_os`: win-back by the OS version at the first request while denied.
    struct WinBackTable: Sendable {
        /// The steps: asked to open Settings, opened Settings, turned notifications on.
        private struct Counts {
            var asked = 0
            var went = 0
            var returned = 0
        }

        private let parameters: Parameters
        private var counts = RangeCounts<SystemKey, Counts>(Counts())

        init(_ parameters: Parameters) { self.parameters = parameters }

        /// Counts an installation if it was asked in the range.
        mutating func add(_ winBack: WinBack) {
            guard parameters.covers(winBack.asked.effectiveAt) else { return }
            counts.update(SystemKey(app: winBack.asked.app, os: winBack.asked.os)) {
                $0.asked += 1
                $0.went += winBack.went ? 1 : 0
                $0.returned += winBack.returned ? 1 : 0
            }
        }

        var file: File {
            File(
                "win_back_by_os",
                "app_id os_name os_version asked went returned return_rate return_rate_low return_rate_high",
                counts.rows(\.asked) {
                    ["\($0.asked)", "\($0.went)", "\($0.returned)"] + CSV.proportion($0.returned, of: $0.asked)
                }, minimumCell: parameters.minimumCell)
        }
    }
}
