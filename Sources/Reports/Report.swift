public import Postgres

/// A report: the files that are a function of the log, of the parameters and, where published numbers are compared, of what
/// the report before published; and of nothing else.
public struct Report: Sendable {
    /// Path below the report's folder, and content.
    public let files: [(path: String, text: String)]
    /// What changed, what is new and what is wrong, the gravest first.
    public let findings: [Finding]
    /// What is to be kept of it once it is published; nil where it shows nothing.
    public let publication: Publication?

    /// The schema and the program that wrote it, for the manifest.
    public struct Versions: Sendable {
        public let program: String
        public let schema: Int

        public init(program: String, schema: Int) {
            self.program = program
            self.schema = schema
        }
    }

    /// Reads everything in one snapshot of the database, with the rights of the role `project`. The other sessions have
    /// the same rights and read at the same time. `progress` is told how many parts were read, of how many; `keep` runs while
    /// pages are drawn.
    public static func make(
        _ request: ReportRequest, _ versions: Versions, on session: Session, and others: [Session] = [],
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in },
        keep: @escaping @Sendable (Publication) async throws -> Void = { _ in }
    ) async throws -> Report {
        let templates = try request.templates.map(PageTemplates.replaced) ?? PageTemplates.embedded()
        let readings = try await read(request, on: session, and: others, progress)
        let publication = Publication(readings[0])
        async let kept: Void = { if let publication { try await keep(publication) } }()
        var files = readings.flatMap { $0.files.map { ($0.path, $0.text) } }
        files += try await render(pages(of: readings), with: templates)
        files.sort { $0.0 < $1.0 }
        files.append(("manifest.json", try Manifest(readings[0].parameters, versions, files).text))
        try await kept
        return Report(
            files: files.map { (path: $0.0, text: $0.1) }, findings: readings[0].findings, publication: publication)
    }

    /// What the report needs, by range; its own range first.
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
        try await session.begin(.snapshot)
        do {
            let (parameters, snapshot) = try await session.run { connection in
                // Before the snapshot is taken, so that no rebuild changes tables between two reads of it.
                try connection.execute(
                    Statement("hold generation", "LOCK TABLE projection.checkpoint IN ACCESS SHARE MODE"))
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

    /// Before the snapshot, in which a session can fill such tables but not make them.
    private static let makePastTables = Statement("make past tables", "SELECT projection.make_past_tables()")

    /// What all sessions read together, by range.
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

    /// The pages of every range; an app that any range knows has its pages in all.
    private static func pages(of readings: [ReportReading]) -> [Page] {
        let apps = readings.reduce(into: ReportRows()) { $0.add($1.rows) }.apps
        let choices = readings[0].parameters.choices
        return readings.flatMap { reading in
            Site(
                PageHead(reading.parameters, among: choices), reading.rows, of: apps, findings: readings[0].findings
            ).pages
        }
    }

    /// Pages as files, on all cores.
    private static func render(_ pages: [Page], with templates: PageTemplates) async throws -> [(String, String)] {
        try await withThrowingTaskGroup { group in
            for page in pages { group.addTask { (page.file, try page.render(with: templates)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
