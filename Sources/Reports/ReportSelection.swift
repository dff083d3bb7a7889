import Pages

/// What a report is about: the options that choose its days and its app.
public struct ReportSelection: Codable, Sendable, Equatable {
    private let from: String?
    private let to: String?
    /// The number of days; nil if the first day is named.
    private let days: Int?
    private let asOf: String?
    private let app: String?

    init(_ request: ReportRequest) {
        (from, to) = (request.from?.description, request.to?.description)
        days = request.from == nil ? request.days : nil
        (asOf, app) = (request.asOf, request.app)
    }

    /// Whether no option chooses anything.
    var isUsual: Bool { self == ReportRequest().selection }

    /// Whether it is about all apps.
    var isOfAllApps: Bool { app == nil }

    /// The name of the link to the newest report about this, for example `from-2026-03-01-to-2026-03-31`. Of one without
    /// options, in a folder whose nightly reports are of one app, it is `all-apps`.
    var link: String {
        isUsual ? "all-apps" : options
    }

    private var options: String {
        [
            from.map { "from-\($0)" }, to.map { "to-\($0)" },
            days == ReportRequest().days ? nil : days.map { "days-\($0)" },
            asOf.map { "as-of-\($0.replacing([":": ""]))" }, app.map { "app-\($0)" },
        ].compactMap(\.self).joined(separator: "-")
    }
}

extension ReportRequest {
    /// What the report is about.
    public var selection: ReportSelection { ReportSelection(self) }
}
