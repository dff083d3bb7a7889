import EventLog
public import Pages
public import Postgres

/// A report's files (CSV tables, HTML pages, manifest) and changes. They depend only on the event log, the report's
/// parameters, and the numbers that the previous report published, which it is compared with.
public struct Report: Sendable {
    /// Each file's path, relative to the report's folder, and its content.
    public let files: [(path: String, text: String)]
    /// The report in a few lines, for mail and chat.
    public let digest: Digest
    /// The same of the last full week; nil if it was not requested or no app has any number in the week.
    public let weekly: Digest?
    /// What changed and what is wrong in the days of the landing page, most severe first.
    public let findings: [Verdict]
    /// Whether no app has any number in any range.
    public let isEmpty: Bool
    /// Only events received up to this time count; nil if there are no events.
    public let horizon: String?
    /// The first day whose numbers of sends, opens and activity are whole, if retention dropped events that earlier days of
    /// the report need; otherwise nil. They need them if the tables hold later events than the horizon.
    public let completeFrom: Day?
    /// The last day; nil if there are no events.
    public let lastDay: Day?
    /// The numbers to store on publication, for the next report to compare with; nil if there are no events.
    public let publication: Publication?
    /// Whether a comparable report of a later state of the log was published before this one.
    let isOvertaken: Bool
    /// The rows that the pages of each range show, by the folder of these pages (empty, or with a slash at the end).
    package let rows: [String: ReportRows]

    /// The program version and the schema version, for the manifest.
    public struct Versions: Sendable {
        public let program: String
        public let schema: Int

        public init(program: String, schema: Int) {
            self.program = program
            self.schema = schema
        }
    }

    /// Reads the tables in one database snapshot, then renders the pages.
    ///
    /// - Parameters:
    ///   - session: a session of the role `project`.
    ///   - others: more sessions of that role; all sessions share the snapshot and read in parallel.
    ///   - progress: called after each part with the number of parts read and their total.
    ///   - keep: stores the publication, and returns whether a newer comparable report is stored already; runs while
    ///     the pages are rendered.
    public static func make(
        _ request: ReportRequest, _ versions: Versions, on session: Session, and others: [Session] = [],
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in },
        keep: @escaping @Sendable (Publication) async throws -> Bool = { _ in false }
    ) async throws -> Report {
        let templates = try request.templates.map(PageTemplates.replaced) ?? PageTemplates.embedded()
        var readings = try await read(request, on: session, and: others, progress)
        let week = readings[0].parameters.week == nil ? nil : readings.removeLast()
        let publication = Publication(readings[0])
        async let overtaken: Bool = {
            guard let publication else { return false }
            return try await keep(publication)
        }()
        var files = readings.flatMap { $0.files.map { ($0.path, $0.text) } }
        let apps = readings.reduce(into: ReportRows()) { $0.add($1.rows) }.apps
        let pages = pages(of: readings, apps)
        let digest = digest(of: pages, readings, at: request.address)
        let weekly = week.flatMap { week in
            week.rows.apps.isEmpty
                ? nil : Self.weekly(of: pages, week, whole: readings[0].rows, apps, at: request.address)
        }
        files += try await render(pages, with: templates) + digest.files + (weekly?.weeklyFiles ?? [])
        files.sort { $0.0 < $1.0 }
        files.append(
            (
                "manifest.json",
                try Manifest(readings[0].parameters, versions, digest.title, readings[0].rests, files).text
            ))
        let isOvertaken = try await overtaken
        return Report(
            files: files.map { (path: $0.0, text: $0.1) }, digest: digest, weekly: weekly,
            findings: Verdict.told(in: landing(readings).rows),
            isEmpty: apps.isEmpty, horizon: readings[0].parameters.horizon,
            completeFrom: readings[0].parameters.completeFrom, lastDay: readings[0].parameters.to,
            publication: publication, isOvertaken: isOvertaken, rows: rows(of: readings))
    }

    /// Reads every range of the report: its own range first, then the shorter ones, then the week of the weekly digest.
    private static func read(
        _ request: ReportRequest, on session: Session, and others: [Session],
        _ progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> [ReportReading] {
        try await withThrowingTaskGroup { group in
            for session in [session] + others {
                group.addTask { try await session.run { connection in _ = try connection.execute(makePastTables) } }
            }
            try await group.waitForAll()
        }
        let isOnParts = try await session.run { try Parts.prepareForReaders($0) }
        try await session.begin(.snapshot)
        do {
            let (parameters, snapshot) = try await session.run { connection in
                // PostgreSQL takes the snapshot at the first query after this lock. Swapping in rebuilt tables needs
                // ACCESS EXCLUSIVE on the same table, so it waits until the report has been read.
                try connection.execute(
                    Statement("hold generation", "LOCK TABLE projection.checkpoint IN ACCESS SHARE MODE"))
                if isOnParts { try Parts.share(connection) }
                return (try ReportParameters.resolve(request, connection), try connection.exportSnapshot())
            }
            let work = ReportWork(parameters, isPast: request.asOf != nil, progress)
            let readings = try await read(work, seeing: snapshot, on: session, and: others)
            try await session.commit()
            return readings
        } catch {
            await session.rollBack()
            throw error
        }
    }

    /// Creates the session's temporary tables for rows computed at a past horizon (`--as-of`). Runs before the snapshot
    /// transaction, which is read-only: it can fill temporary tables but not create them.
    private static let makePastTables = Statement("make past tables", "SELECT projection.make_past_tables()")

    /// Reads the shares of `work` on all sessions and merges the results by range.
    private static func read(
        _ work: ReportWork, seeing snapshot: Snapshot, on session: Session, and others: [Session]
    ) async throws -> [ReportReading] {
        try await withThrowingTaskGroup { group in
            group.addTask { try await session.run { connection in try work.read(connection) } }
            for other in others {
                group.addTask {
                    try await other.run { connection in
                        try connection.transaction(seeing: snapshot) { connection in try work.read(connection) }
                    }
                }
            }
            var all = try await group.next() ?? []
            for try await some in group { for range in some.indices { all[range].add(some[range]) } }
            return all
        }
    }

    /// Returns the rows of every range by the folder of its pages.
    private static func rows(of readings: [ReportReading]) -> [String: ReportRows] {
        let choices = readings[0].parameters.choices
        return Dictionary(
            readings.map { (PageHead($0.parameters, among: choices).folder, $0.rows) }, uniquingKeysWith: { $1 })
    }

    /// Returns the pages of every range. An app that has rows in any range gets pages in all of them.
    private static func pages(of readings: [ReportReading], _ apps: [String]) -> [Page] {
        let choices = readings[0].parameters.choices
        return readings.flatMap { reading in
            var head = PageHead(reading.parameters, among: choices)
            head.rests = reading.rests
            return Site(head, reading.rows, whole: readings[0].rows, of: apps).pages
        }
    }

    /// Returns the digest of the landing range.
    private static func digest(of pages: [Page], _ readings: [ReportReading], at address: String?) -> Digest {
        Digest(
            pages.filter { $0.place == .index && $0.head.folder.isEmpty }, landing(readings).rows, address: address)
    }

    /// Returns the digest of the week: that of the pages of its days if the report has any.
    private static func weekly(
        of pages: [Page], _ week: ReportReading, whole: ReportRows, _ apps: [String], at address: String?
    ) -> Digest {
        let head = PageHead(week.parameters, among: [])
        let isOverview = { (page: Page) in
            page.place == .index && page.head.from == head.from && page.head.to == head.to
        }
        let overviews = pages.filter(isOverview)
        let hasPages = !overviews.isEmpty
        return Digest(
            hasPages ? overviews : Site(head, week.rows, whole: whole, of: apps).pages.filter(isOverview), week.rows,
            whole: whole, address: address, hasPages: hasPages)
    }

    /// Returns what was read for the landing range.
    private static func landing(_ readings: [ReportReading]) -> ReportReading {
        let folder = readings[0].parameters.choices.first { $0.folder.isEmpty }?.tables
        return readings.first { $0.parameters.folder == folder } ?? readings[0]
    }

    /// Renders the pages in parallel to pairs of path and HTML.
    private static func render(_ pages: [Page], with templates: PageTemplates) async throws -> [(String, String)] {
        try await withThrowingTaskGroup { group in
            for page in pages { group.addTask { (page.file, try page.render(with: templates)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
