/// A notification, identified by its purpose and day.
struct Notification: Equatable, Sendable {
    /// The purpose. An app sends an installation at most one notification of each series a day.
    enum Series: UInt8, Sendable {
        case campaign, order, parcel
    }

    var series: Series

    /// The number of the day in its id.
    var day: Int32

    /// The index into `Vocabulary.campaigns`; nil if it belongs to no campaign.
    var campaign: UInt8?

    /// Returns the campaign notification of a day.
    static func campaign(of day: Int) -> Notification {
        Notification(series: .campaign, day: Int32(day), campaign: UInt8(day % Vocabulary.rotatingCampaigns.count))
    }

    /// The notification id, for example `n-2026-04-01`.
    var id: String { Self.prefixes[Int(series.rawValue)] + CivilDate(dayNumber: Int(day)).description }

    var campaignName: String? { campaign.map { Vocabulary.campaigns[Int($0)] } }

    private static let prefixes = ["n-", "o-", "p-"]
}
