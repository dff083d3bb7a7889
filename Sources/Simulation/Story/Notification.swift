/// A notification, as its sender and the app call it.
struct Notification: Equatable, Sendable {
    /// What it is sent for; an app sends at most one of each to an installation on a day.
    enum Series: UInt8, Sendable {
        case campaign, order, parcel
    }

    /// What it is sent for.
    var series: Series

    /// The number of the day that it is named for.
    var day: Int32

    /// The place of the campaign in the vocabulary, nil for a notification of none.
    var campaign: UInt8?

    /// The campaign of a day.
    static func campaign(of day: Int) -> Notification {
        Notification(series: .campaign, day: Int32(day), campaign: UInt8(day % Vocabulary.dailyCampaigns.count))
    }

    /// Its id, such as `n-2026-04-01`.
    var id: String { Self.prefixes[Int(series.rawValue)] + CivilDate(dayNumber: Int(day)).description }

    /// The name of its campaign.
    var campaignName: String? { campaign.map { Vocabulary.campaigns[Int($0)] } }

    private static let prefixes = ["n-", "o-", "p-"]
}
