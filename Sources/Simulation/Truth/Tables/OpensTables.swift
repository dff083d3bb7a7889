extension Truth {
    /// The tables `opens_daily` (sends and activity by day and OS version), `opens_by_campaign`, `opens_by_hour` and
    /// `opens_by_level`.
    struct OpensTables: Sendable {
        /// The counts of one row of `opens_daily`.
        private struct Counts {
            var sends = SendCounts()
            var openers = 0
            var active = 0
        }

        private let parameters: Parameters
        private var daily: DailyCounts<SystemKey, Counts>
        private var byCampaign = RangeCounts<CampaignKey, SendCounts>(SendCounts())

        private var byHour = RangeCounts<HourKey, SendCounts>(SendCounts())

        private var byLevel = RangeCounts<LevelKey, SendCounts>(SendCounts())

        init(_ parameters: Parameters) {
            self.parameters = parameters
            daily = DailyCounts(parameters.days, Counts())
        }

        /// The last week, wherever the range begins; empty if the range is.
        private var week: Range<Int> {
            let days = parameters.days
            return days.isEmpty ? days : (days.upperBound - 7)..<days.upperBound
        }

        /// Counts a send if it is in the range, by level if it is in the last week.
        mutating func add(_ send: Send) {
            let isForPeople = parameters.minimumCell > 0
            let day = parameters.timeZone.day(of: send.event.effectiveAt)
            if send.isOver24h, week.contains(day) {
                byLevel.update(LevelKey(app: send.event.app, level: send.level)) {
                    $0.add(send, isForPeople: isForPeople)
                }
            }
            guard parameters.days.contains(day) else { return }
            daily.update(SystemKey(app: send.event.app, os: send.os), on: day) {
                $0.sends.add(send, isForPeople: isForPeople)
            }
            byCampaign.update(CampaignKey(app: send.event.app, campaign: send.event.campaign)) {
                $0.add(send, isForPeople: isForPeople)
            }
            let hour = HourKey(app: send.event.app, weekday: send.localHour.weekday, hour: send.localHour.hour)
            byHour.update(hour) { $0.add(send, isForPeople: isForPeople) }
        }

        /// Counts an installation on the days on which it was active and on those on which it opened a notification.
        mutating func add(active: ActiveDays, openers: ActiveDays, app: Text) {
            for (day, os) in active.systems {
                daily.update(SystemKey(app: app, os: os), on: day) { $0.active += 1 }
            }
            for (day, os) in openers.systems {
                daily.update(SystemKey(app: app, os: os), on: day) { $0.openers += 1 }
            }
        }

        var files: [File] {
            [
                File(
                    "opens_daily",
                    "app_id day os_name os_version \(SendCounts.columns) openers active \(SendCounts.columns24h)",
                    daily.rows({ max($0.sends.recipients.count, $0.active) }, Self.numbers),
                    minimumCell: parameters.minimumCell),
                File(
                    "opens_by_campaign", "app_id campaign \(SendCounts.columns) \(SendCounts.columns24h)",
                    byCampaign.rows(\.recipients.count) { $0.cells + $0.cells24h },
                    minimumCell: parameters.minimumCell),
                File(
                    "opens_by_hour",
                    """
                    app_id weekday hour sent direct_opens direct_open_rate direct_open_rate_low direct_open_rate_high
                    """, byHour.rows(\.recipients.count, \.directCells), minimumCell: parameters.minimumCell),
                File(
                    "opens_by_level", "app_id level \(SendCounts.columns24h)",
                    byLevel.rows(\.recipients.count, \.cells24h), minimumCell: parameters.minimumCell),
            ]
        }

        private static func numbers(_ counts: Counts) -> [String]? {
            guard counts.sends.sent > 0 || counts.openers > 0 || counts.active > 0 else { return nil }
            return counts.sends.cells + ["\(counts.openers)", "\(counts.active)"] + counts.sends.cells24h
        }
    }
}
