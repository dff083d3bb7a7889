extension Truth {
    /// The table `open_curve`: how fast sends are opened.
    struct CurveTable: Sendable {
        /// The counts of one row.
        private struct Counts {
            var sent = 0
            var opened = 0
            var recipients: Set<Identifier> = []
        }

        private let parameters: Parameters
        private let seconds: [Int]
        private var rows = RangeCounts<CurveKey, Counts>(Counts())
        private var sentInRange: [CampaignKey: Int] = [:]

        init(_ parameters: Parameters) {
            self.parameters = parameters
            let fixed = [60, 300, 900, 3_600, 10_800, 43_200, 86_400, 259_200, 604_800]
            seconds = Set(fixed + [Int(parameters.openWindow / .second)]).sorted()
        }

        /// Counts a send if it is in the range.
        mutating func add(_ send: Send) {
            guard let horizon = parameters.horizon, parameters.covers(send.event.effectiveAt) else { return }
            let campaign = CampaignKey(app: send.event.app, campaign: send.event.campaign)
            sentInRange[campaign, default: 0] += 1
            for seconds in seconds where send.event.effectiveAt + Microseconds(seconds) * .second <= horizon {
                for campaign in [nil, send.event.campaign] {
                    rows.update(CurveKey(app: send.event.app, campaign: campaign, seconds: seconds)) { counts in
                        counts.sent += 1
                        counts.opened += send.isOpened(within: Microseconds(seconds) * .second) ? 1 : 0
                        counts.recipients.insert(send.event.installation)
                    }
                }
            }
        }

        var file: File {
            let shown = rows.filtered { key in
                key.campaign.map { sentInRange[CampaignKey(app: key.app, campaign: $0), default: 0] >= 300 } ?? true
            }
            return File(
                "open_curve", "app_id dimension name seconds sent opened opened_rate opened_rate_low opened_rate_high",
                shown.rows(\.recipients.count) {
                    ["\($0.sent)", "\($0.opened)"] + CSV.proportion($0.opened, of: $0.sent)
                }, minimumCell: parameters.minimumCell)
        }
    }

    /// The row key of `open_curve`.
    private struct CurveKey: RowKey {
        var app: Text
        /// Nil: all sends of the app.
        var campaign: Text?
        var seconds: Int

        var otherCells: [String] {
            [campaign == nil ? "all" : "campaign", CSV.text(campaign ?? ""), "\(seconds)"]
        }

        func precedes(_ other: CurveKey) -> Bool {
            guard campaign == other.campaign else {
                guard let campaign, let otherCampaign = other.campaign else { return campaign == nil }
                return campaign < otherCampaign
            }
            return seconds < other.seconds
        }
    }
}
