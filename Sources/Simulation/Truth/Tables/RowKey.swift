extension Truth {
    /// The key columns of a table's rows, except the day.
    protocol RowKey: Hashable, Sendable {
        /// The app, always the first key column.
        var app: Text { get }

        /// The cells of the other key columns.
        var otherCells: [String] { get }

        /// Returns whether a row with this key comes before one with `other`; compares rows of the same app and day.
        func precedes(_ other: Self) -> Bool

        /// The rows of the same table that a row with this key is a part of; empty if there are none.
        var sums: [[String]] { get }
    }

    /// The row key of tables by app.
    struct AppKey: RowKey {
        var app: Text

        var otherCells: [String] { [] }

        func precedes(_ other: AppKey) -> Bool { false }
    }

    /// The row key of tables by app and OS version.
    struct SystemKey: RowKey {
        var app: Text
        var os: OperatingSystem?

        var otherCells: [String] { CSV.system(os) }

        func precedes(_ other: SystemKey) -> Bool {
            guard let os, let otherOS = other.os else { return os == nil && other.os != nil }
            let (name, otherName) = (Text(os.name), Text(otherOS.name))
            return (name, os.major, os.minor) < (otherName, otherOS.major, otherOS.minor)
        }
    }

    /// The row key of tables by app and campaign.
    struct CampaignKey: RowKey {
        var app: Text
        var campaign: Text

        var otherCells: [String] { [CSV.text(campaign)] }

        func precedes(_ other: CampaignKey) -> Bool { campaign < other.campaign }
    }

    /// The row key of tables by app, weekday (1 is Monday) and hour.
    struct HourKey: RowKey {
        var app: Text
        var weekday: Int
        var hour: Int

        var otherCells: [String] { ["\(weekday)", "\(hour)"] }

        func precedes(_ other: HourKey) -> Bool { (weekday, hour) < (other.weekday, other.hour) }
    }

    /// The row key of tables by app and level of the receiver.
    struct LevelKey: RowKey {
        var app: Text
        var level: Level?

        var otherCells: [String] { [level?.rawValue ?? ""] }

        func precedes(_ other: LevelKey) -> Bool { Text(level?.rawValue) < Text(other.level?.rawValue) }
    }

    /// The row key of tables by app, trigger and state of the app.
    struct StateKey: RowKey {
        var app: Text
        var trigger: Text
        var appState: Text

        var otherCells: [String] { [trigger, appState].map(CSV.text) }

        func precedes(_ other: StateKey) -> Bool { (trigger, appState) < (other.trigger, other.appState) }
    }
}

extension Truth.RowKey {
    var sums: [[String]] { [] }
}
