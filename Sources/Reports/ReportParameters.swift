import EventLog
public import Pages
import Postgres

/// What the caller asked for. A nil value is derived from the data.
public struct ReportRequest: Sendable {
    /// First and last day, inclusive.
    public var from: Day?
    public var to: Day?
    /// The number of days up to the last one if `from` is nil.
    public var days = 90
    /// Only this app.
    public var app: String?
    /// Withholds rows of fewer people than this; 0 is off.
    public var minimumCell: Int
    /// The horizon: only events received up to this time count. A text that PostgreSQL reads as `timestamptz`; nil is
    /// the latest `received_at`.
    public var asOf: String?
    /// A folder with templates, a style sheet or a script that replace the built-in ones.
    public var templates: String?
    /// The address at which the report's folder is served, for links in the digest.
    public var address: String?
    /// Whether to add the digest of the last full week.
    public var hasWeek = false
    /// Whether to add pages and tables of the last 7, 28 and 90 days.
    package var hasShorterRanges = true
    /// The largest number of values of a dimension that a table shows of an app; it adds up the others.
    package var valuesShown = 1_000

    public init(
        from: Day? = nil, to: Day? = nil, app: String? = nil, minimumCell: Int = 0, asOf: String? = nil,
        templates: String? = nil, address: String? = nil
    ) {
        self.from = from
        self.to = to
        self.app = app
        self.minimumCell = minimumCell
        self.asOf = asOf
        self.templates = templates
        self.address = address
    }
}

/// The resolved parameters of a report. With the event log and the earlier report, they determine its content.
struct ReportParameters: Sendable {
    /// First and last day, inclusive; nil if not requested and there are no events.
    var from: Day?
    var to: Day?
    let app: String?
    let minimumCell: Int
    /// RFC 3339 in UTC, to the microsecond; nil if there are no events.
    let horizon: String?
    let timeZone: String
    let conversionWindowSeconds: Int
    let openWindowSeconds: Int
    let influenceWindowSeconds: Int
    /// The log position up to which all projections are computed.
    let position: Int
    /// The number of the newest erasure (removal of a person's events) that the report's snapshot includes; 0 if none.
    let erasure: Int
    /// The folder that contains the range's `csv/`, relative to the report's folder, for example `28-days/`; empty for
    /// the report's own range.
    var folder = ""
    /// Whether the caller chose the first day.
    let isChosen: Bool
    /// Whether the caller chose the horizon.
    let isOfChosenHorizon: Bool
    let hasShorterRanges: Bool
    let valuesShown: Int
    /// The Monday of the last full week; nil if the report has no digest of a week, or if there are no events.
    let monday: Day?
    /// The latest horizon of the earlier reports with which this one compares its numbers; nil if none that is
    /// comparable has a day of this one.
    let comparedHorizon: String?
    /// The first day of which all engagement events that the horizon needs are there; nil if they are for all days.
    let completeFrom: Day?
    /// What pages call apps.
    let names: [AppName]

    /// Resolves a request against the database.
    ///
    /// - Throws: `ReportError` if `from` is after `to`.
    static func resolve(_ request: ReportRequest, _ connection: borrowing Connection) throws -> ReportParameters {
        let found = try connection.execute(
            Self.query,
            [
                .optional(request.asOf), .optional(request.from?.description), .optional(request.to?.description),
                .int(request.minimumCell), .optional(request.app), .int(request.days),
            ])
        let parameters = ReportParameters(
            from: found.text(0, 1).flatMap { Day($0) }, to: found.text(0, 2).flatMap { Day($0) }, app: request.app,
            minimumCell: request.minimumCell, horizon: found.text(0, 0), timeZone: found.text(0, 3) ?? "UTC",
            conversionWindowSeconds: try found.int(0, 4) ?? 0, openWindowSeconds: try found.int(0, 5) ?? 0,
            influenceWindowSeconds: try found.int(0, 6) ?? 0, position: try found.int(0, 7) ?? 0,
            erasure: try found.int(0, 9) ?? 0, isChosen: request.from != nil,
            isOfChosenHorizon: request.asOf != nil,
            hasShorterRanges: request.hasShorterRanges, valuesShown: request.valuesShown,
            monday: request.hasWeek ? found.text(0, 10).flatMap { Day($0) } : nil,
            comparedHorizon: found.text(0, 8), completeFrom: found.text(0, 11).flatMap { Day($0) },
            names: try AppName.all(connection))
        if let from = parameters.from, let to = parameters.to, from > to {
            throw ReportError.range(from: from, to: to)
        }
        return parameters
    }

    private static let query = SQLFiles.statement("queries/resolve_parameters.sql")
}

extension ReportParameters {
    /// The ranges of days for which the report has pages; none if there are no days or `hasShorterRanges` is false.
    var choices: [RangeChoice] {
        guard hasShorterRanges, let from, let to else { return [] }
        return RangeChoice.all(from: from, to: to, isChosen: isChosen)
    }

    /// The number of days; 0 if there are none.
    var length: Int { from.flatMap { from in to.map { $0.number - from.number + 1 } } ?? 0 }

    /// The parameters of each range that is shorter than the report's own.
    var shorter: [ReportParameters] {
        choices.dropLast().map { choice in
            var shorter = self
            (shorter.from, shorter.folder) = (choice.from, choice.tables)
            return shorter
        }
    }

    /// The parameters of the last full week; nil if the report has no digest of it.
    var week: ReportParameters? {
        guard let monday else { return nil }
        var week = self
        (week.from, week.to, week.folder) = (monday, monday.before(-6), "week/")
        return week
    }
}

extension PageHead {
    /// Creates what all pages of one range have in common. `choices` are the ranges to link to.
    init(_ parameters: ReportParameters, among choices: [RangeChoice]) {
        self.init(
            from: parameters.from, to: parameters.to, timeZone: parameters.timeZone, horizon: parameters.horizon,
            conversionWindowSeconds: parameters.conversionWindowSeconds,
            openWindowSeconds: parameters.openWindowSeconds,
            influenceWindowSeconds: parameters.influenceWindowSeconds, minimumCell: parameters.minimumCell,
            comparedHorizon: parameters.comparedHorizon)
        self.choices = choices
        names = Dictionary(parameters.names.map { (Array($0.appID.utf8), $0.name) }, uniquingKeysWith: { $1 })
        (tables, csv, topics) = (parameters.folder, ReportTable.files, Topic.all)
        folder = choices.first { $0.tables == parameters.folder }?.folder ?? ""
    }
}

extension Topic {
    /// The topics of the catalogue. Its sentences are plain text of comments in the database.
    package static let all = SQLFiles.catalogue.glossary.map { topic, terms in
        Topic(
            topic,
            terms.map { Term($0.label, name: $0.name, meaning: $0.meaning.replacing(["'": "’", "`": ""])) })
    }
}
