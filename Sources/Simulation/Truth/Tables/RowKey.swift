extension Truth {
    /// The key columns of a row, but for its day.
    protocol RowKey: Hashable, Sendable {
        /// The first of them.
        var app: Text { get }

        /// The cells of the others.
        var otherCells: [String] { get }

        /// Whether a row of this key comes before one of `other`, within one app and day.
        func precedes(_ other: Self) -> Bool
    }

    /// A row for each app.
    struct AppKey: RowKey {
        var app: Text

        var otherCells: [String] { [] }

        func precedes(_ other: AppKey) -> Bool { false }
    }

    /// A row for each app and OS version.
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

    /// A row for each app and app version.
    struct AppVersionKey: RowKey {
        var app: Text
        var version: Text

        var otherCells: [String] { [CSV.text(version)] }

        func precedes(_ other: AppVersionKey) -> Bool {
            AppVersionOrder(version) < AppVersionOrder(other.version)
        }
    }

    /// A row for each app, placement, variant and OS name.
    struct VariantKey: RowKey {
        var app: Text
        var placement: Text
        var variant: Text
        var osName: Text

        var otherCells: [String] { [placement, variant, osName].map(CSV.text) }

        func precedes(_ other: VariantKey) -> Bool {
            (placement, variant, osName) < (other.placement, other.variant, other.osName)
        }
    }

    /// A row for each app and campaign.
    struct CampaignKey: RowKey {
        var app: Text
        var campaign: Text

        var otherCells: [String] { [CSV.text(campaign)] }

        func precedes(_ other: CampaignKey) -> Bool { campaign < other.campaign }
    }
}
