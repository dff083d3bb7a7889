extension Truth {
    /// The tables `turn_offs_daily`, `turn_offs_by_campaign` and `turn_offs_by_frequency`.
    struct TurnOffTables: Sendable {
        /// The counts of a row of `turn_offs_by_campaign`.
        fileprivate struct CampaignCounts {
            var sent = 0
            var recipients: Set<Identifier> = []
            var parts = 0.0
            var alone = 0
            var turnOffsAlone = 0
        }

        /// The counts of a row of `turn_offs_by_frequency`.
        fileprivate struct FrequencyCounts {
            var people = 0
            var turnedOff = 0
            var openers = 0
        }

        private let parameters: Parameters
        private var daily: DailyCounts<SystemKey, [Int]>
        private var byCampaign = RangeCounts<CampaignKey, CampaignCounts>(CampaignCounts())
        private var byFrequency = RangeCounts<FrequencyKey, FrequencyCounts>(FrequencyCounts())

        init(_ parameters: Parameters) {
            self.parameters = parameters
            daily = DailyCounts(parameters.days, [0, 0, 0, 0])
        }

        /// Counts an installation with its sends, unless it is set aside.
        mutating func add(_ history: History, _ sends: [Send]) {
            guard !history.isSetAside else { return }
            for send in sends { update(send) { $0.add(send) } }
            for turnOff in TurnOff.all(of: history, sends) { add(turnOff) }
            for lone in LoneSend.all(of: history, sends) {
                update(lone.send) {
                    $0.alone += 1
                    $0.turnOffsAlone += lone.isTurnedOff ? 1 : 0
                }
            }
        }

        private mutating func add(_ turnOff: TurnOff) {
            let key = SystemKey(app: turnOff.event.app, os: turnOff.os)
            daily.update(key, on: parameters.timeZone.day(of: turnOff.event.effectiveAt)) { counts in
                counts[0] += 1
                counts[1] += turnOff.before == .sends ? 1 : 0
                counts[2] += turnOff.before == .nothing ? 1 : 0
                counts[3] += turnOff.before == .longGap ? 1 : 0
            }
            for send in turnOff.sends { update(send) { $0.parts += 1 / Double(turnOff.sends.count) } }
        }

        private mutating func update(_ send: Send, _ change: (inout CampaignCounts) -> Void) {
            guard parameters.covers(send.event.effectiveAt) else { return }
            byCampaign.update(CampaignKey(app: send.event.app, campaign: send.event.campaign), change)
        }

        /// Counts an installation by the number of its sends in the 28 days before the last 28 days, if it was
        /// reachable then.
        mutating func add(_ reach: ReachHistory, _ sends: [Send], openers: ActiveDays, app: Text) {
            guard let last = parameters.lastDay, reach.isReachable(atEndOf: last - 28) else { return }
            let sent = sends.filter {
                (last - 55...last - 28).contains(parameters.timeZone.day(of: $0.event.effectiveAt))
            }
            byFrequency.update(FrequencyKey(app: app, sends: sent.count)) { counts in
                counts.people += 1
                counts.turnedOff += reach.status(atEndOf: last) == .denied ? 1 : 0
                counts.openers += openers.within28Days(in: last..<last + 1).isEmpty ? 0 : 1
            }
        }

        var files: [File] {
            [
                File(
                    "turn_offs_daily", "app_id day os_name os_version turn_offs after_sends without_sends long_gap",
                    daily.rows(\.[0]) { $0[0] > 0 ? $0.map(String.init) : nil }, minimumCell: parameters.minimumCell),
                File(
                    "turn_offs_by_campaign",
                    """
                    app_id campaign sent turn_offs alone turn_offs_alone turn_offs_per_1000 turn_offs_per_1000_low \
                    turn_offs_per_1000_high
                    """, byCampaign.rows(\.recipients.count, \.cells), minimumCell: parameters.minimumCell),
                File(
                    "turn_offs_by_frequency",
                    """
                    app_id sends people turned_off turned_off_rate turned_off_rate_low turned_off_rate_high openers \
                    opener_rate opener_rate_low opener_rate_high
                    """, byFrequency.rows(\.people, \.cells), minimumCell: parameters.minimumCell),
            ]
        }
    }

    /// The row key of tables by app and the number of sends in 28 days.
    struct FrequencyKey: RowKey {
        /// The least number of sends of each class, and its name.
        private static let classes = [
            (0, "0"), (1, "1-2"), (3, "3-4"), (5, "5-8"), (9, "9-16"), (17, "17-32"), (33, "33+"),
        ]

        var app: Text
        private var place: Int

        init(app: Text, sends: Int) {
            self.app = app
            place = Self.classes.lastIndex { $0.0 <= sends } ?? 0
        }

        var otherCells: [String] { [Self.classes[place].1] }

        func precedes(_ other: FrequencyKey) -> Bool { place < other.place }
    }
}

extension Truth.TurnOffTables.CampaignCounts {
    fileprivate mutating func add(_ send: Truth.Send) {
        sent += 1
        recipients.insert(send.event.installation)
    }

    fileprivate var cells: [String] {
        ["\(sent)", Truth.Decimal.text(parts), "\(alone)", "\(turnOffsAlone)"] + perThousand
    }

    /// The turn-offs per 1,000 lone sends with their interval; empty with fewer than 100 lone sends.
    private var perThousand: [String] {
        guard alone >= 100, let interval = Truth.Wilson(turnOffsAlone, of: alone) else { return ["", "", ""] }
        return [Truth.Decimal.ratio(1000 * turnOffsAlone, alone)]
            + [interval.low, interval.high].map { Truth.Decimal.text(1000 * $0) }
    }
}

extension Truth.TurnOffTables.FrequencyCounts {
    fileprivate var cells: [String] {
        ["\(people)", "\(turnedOff)"] + Truth.CSV.proportion(turnedOff, of: people) + ["\(openers)"]
            + Truth.CSV.proportion(openers, of: people)
    }
}
