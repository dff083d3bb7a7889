import ArgumentParser
import EventLog
import Foundation
import Ingest
import Pages
import Postgres
import Projections
import Reports

/// `bellwether nightly --inbox DIR --out DIR`
struct NightlyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nightly",
        abstract: "Ingest the files of an inbox, project, report, and apply retention.",
        discussion: """
            Ingests the *.ndjson, *.jsonl and *.json files of the inbox, also with .gz or .zst. Each file moves to \
            INBOX/done after its events are committed, or to INBOX/failed, with a note, if it can't be read; these \
            folders can be on another volume. Write a file under another name, such as a.ndjson.part, and rename it \
            when it is complete. If a stage fails, the \
            last report stays, and its pages say since when runs have failed. Retention is applied only if it was set \
            with `settings set engagement_months N`. With --app give --out a separate folder: a report of one app \
            never replaces one of all apps.

            --notify posts the digest of the report, or what failed, as {"text": "…"}. A message that can't be sent is \
            tried three times. Then the stage notify has failed, which does not change the exit status, and the next \
            night's message says so. With --notify-on weekly the digest is of the last week from Monday to Sunday, \
            is posted once, and is also in the report's folder, as digest-weekly.html.

            Exit status: 0 if everything was done; 75 if another nightly run is in progress; if a stage failed, the \
            status of that stage; if files moved to INBOX/failed, that of the first one: 65 if it is damaged or has no \
            events, 66 if it can't be read, such as a folder, 73 if it can't be moved; 10 if nothing failed, but a finding is an alert and \
            --alert was given.

            Example:  bellwether nightly --inbox /var/spool/bellwether --out /var/lib/bellwether/reports
            """)

    @Option(help: ArgumentHelp("The folder that event files are put into.", valueName: "dir"))
    var inbox: String

    @Option(help: ArgumentHelp("The folder to publish reports in.", valueName: "dir"))
    var out: String

    @OptionGroup var range: ReportOptions
    @OptionGroup var notification: NotifyOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    /// The result in the form that `--json` prints.
    private struct Summary: Encodable {
        let night: Night
        let failedFiles: [FailedFile]
        /// The findings of the report; empty if it could not be made.
        let findings: [Verdict]

        private enum CodingKeys: String, CodingKey {
            case findings
            case failedFiles = "failed_files"
        }

        func encode(to encoder: any Encoder) throws {
            try night.encode(to: encoder)
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(failedFiles, forKey: .failedFiles)
            try members.encode(findings, forKey: .findings)
        }
    }

    /// A file that was moved to `INBOX/failed`, or that could not be moved.
    private struct FailedFile: Encodable {
        let path: String
        let detail: String
        let isMoved: Bool
        /// The exit status of the command if this is the first such file.
        let status: Int32

        private enum CodingKeys: String, CodingKey {
            case path, detail
        }

        init(_ source: Source, _ failure: Failure, isMoved: Bool) {
            path = source.path
            self.isMoved = isMoved
            detail = failure.description
            status = failure.status
        }
    }

    func run() async throws {
        var request = try range.request()
        request.hasWeek = notification.notifyOn == .weekly
        let webhook = try notification.webhook()
        if webhook != nil, let obstacle = Webhook.obstacle { Console.error(obstacle) }
        let inbox = try Inbox(path: inbox)
        let started = Date()
        var failedFiles: [FailedFile] = []
        var made: Report?
        let night: Night
        do {
            night = try await database.withDatabase(quiet: output.quiet) { database in
                let pipeline = Pipeline(database, isQuiet: output.quiet)
                return try await Night.hold(database) { night in
                    try await night.perform(.ingest) { try await ingest(inbox, pipeline, &failedFiles) }
                    try await night.perform(.project) { try await project(pipeline) }
                    try await night.perform(.report) {
                        let (page, report) = try await pipeline.report(
                            request, to: out, keeping: range.keep, isChosen: range.isChosen(isNightly: true),
                            allowingEmpty: range.allowEmpty, isNightly: true)
                        made = report
                        return page
                    }
                    try await night.perform(.retention) { try await retain(pipeline) }
                    if let webhook {
                        let lost = await night.lostMessage()
                        let sentences = problems(night.failure, failedFiles) + [lost].compactMap(\.self)
                        let weeks = night.postedWeeks(of: request.app)
                        try await night.attempt(.notify) { try await notify(webhook, made, sentences, weeks) }
                    }
                }
            }
        } catch {
            if (error as? Failure)?.status != 75, !Task.isCancelled {
                markStale(since: started)
                await notify(webhook, of: error)
            }
            throw error
        }
        if !night.isDone(.report) { markStale(since: started) }
        let findings = made?.findings ?? []
        try print(Summary(night: night, failedFiles: failedFiles, findings: findings))
        if let failure = night.failure { throw failure }
        if let file = failedFiles.first {
            throw Failure(
                status: file.status,
                description: failures(failedFiles, inFull: false))
        }
        try range.check(findings)
    }

    /// Ingests the files one after another. A file that changes while it is read stays in the inbox for the next run.
    private func ingest(
        _ inbox: Inbox, _ pipeline: Pipeline, _ failedFiles: inout [FailedFile]
    ) async throws -> String {
        var reports: [Ingest.Report] = []
        let ignored = try inbox.ignored()
        if !ignored.isEmpty, !output.quiet {
            Console.note(
                """
                Skipped, not event files (.ndjson, .jsonl or .json, or one of these and .gz or .zst): \
                \(ignored.map(\.visible).joined(separator: ", ")).
                """)
        }
        if !output.quiet { noteFolders(of: inbox) }
        var outcome = Outcome()
        for (source, failure) in inbox.giveBackHeld() {
            failedFiles.append(FailedFile(source, failure, isMoved: false))
        }
        for source in try inbox.sources() {
            let before = FileState(source)
            do {
                let report = try await pipeline.ingest([source])[0]
                reports.append(report)
                if let note = report.severalObjects, !output.quiet { Console.note(note) }
                if let damage = report.damage { throw damage }
                try [report].checkReadable(source.path)
                outcome.add(report.outcome)
                if try !inbox.keep(source, asItWas: before), !output.quiet {
                    Console.note(
                        "\(source.path.visible) changed while it was read: the next run ingests what is new in it.")
                }
            } catch {
                guard let failure = error.ofFile else { throw error }
                guard (error as? SourceError)?.kind != .changing, FileState(source) == before,
                    let failed = setAside(source, asItWas: before, failure, in: inbox)
                else {
                    if !output.quiet { Console.note(failure.description) }
                    continue
                }
                failedFiles.append(failed)
            }
        }
        // The rejects of a file that failed are said with the file.
        outcome.tellOfRejects(quiet: output.quiet)
        let total = IngestSummary(reports, seconds: 0).outcome
        return "\(reports.count) \(reports.count == 1 ? "file" : "files"), \(total.line)"
    }

    /// Prints a note for each folder of the inbox that holds event files.
    private func noteFolders(of inbox: Inbox) {
        for (name, files) in inbox.folders() {
            Console.note(
                """
                Left in the inbox: \(files.grouped) event \(files == 1 ? "file" : "files") in the folder \
                \(name.visible); move them to the inbox itself.
                """)
        }
    }

    /// Moves a file that failed out of the way. One that can't be moved stays in the inbox. Returns nil if the file is
    /// gone or changed since `before`.
    private func setAside(
        _ source: Source, asItWas before: FileState?, _ failure: Failure, in inbox: Inbox
    ) -> FailedFile? {
        do {
            guard failure.status != 73 else { throw failure }
            guard try inbox.setAside(source, asItWas: before, because: failure.description) else { return nil }
            return FailedFile(source, failure, isMoved: true)
        } catch {
            return FailedFile(source, (error as? Failure) ?? failure, isMoved: false)
        }
    }

    private func project(_ pipeline: Pipeline) async throws -> String {
        let reports = try await pipeline.project()
        return "up to batch \(reports.map(\.position).min() ?? 0)"
    }

    private func retain(_ pipeline: Pipeline) async throws -> String {
        let session = try await pipeline.database.session(as: .project)
        let months = try await session.run { connection in
            try connection.execute(
                Statement("read retention", "SELECT settings.engagement_months FROM projection.settings")
            ).int(0, 0)
        }
        await session.close()
        guard let months else { return "All engagement events are kept" }
        return try await pipeline.retain(months: months).line
    }

    /// Sentences on what went wrong.
    private func problems(_ failure: Failure?, _ failedFiles: [FailedFile]) -> [String] {
        let files = failedFiles.isEmpty ? nil : failures(failedFiles, inFull: true)
        return [failure.map { "The nightly run failed. \($0.description)" }, files].compactMap(\.self)
    }

    /// Returns sentences on the files that failed. `inFull`: also why the first one did, which standard output says of
    /// each.
    private func failures(_ files: [FailedFile], inFull: Bool) -> String {
        let moved = files.count(where: \.isMoved)
        let counts = [
            moved > 0 ? "\(moved) of the inbox's files went to \(inbox)/failed." : nil,
            moved < files.count ? "\(files.count - moved) of the inbox's files could not be moved out of it." : nil,
        ]
        let reason = inFull ? files[0].detail : "The lines that begin with \"failed:\" say why."
        return (counts.compactMap(\.self) + [reason]).joined(separator: " ")
    }

    /// Posts the message of a night if there is an occasion. Returns a sentence that says what was done.
    private func notify(
        _ webhook: Webhook, _ report: Report?, _ problems: [String], _ weeks: PostedWeeks? = nil
    ) async throws -> String {
        let week = try await due(report?.weekly, weeks)
        guard let message = notification.message(report, week: week, problems: problems) else {
            return notification.notifyOn == .weekly ? "No new week" : "No alert"
        }
        do {
            try await webhook.post(message, timeout: notification.notifyTimeout)
        } catch let failure as Failure {
            Console.error(failure.description)
            if let monday = week?.from { try await weeks?.remove(monday) }
            throw failure
        }
        return "Sent"
    }

    /// Returns the digest of a week, and notes that it is posted; nil if it was posted before.
    private func due(_ week: Digest?, _ weeks: PostedWeeks?) async throws -> Digest? {
        guard let week, let monday = week.from, let weeks, try await weeks.add(monday) else { return nil }
        return week
    }

    /// Posts what ended the night before any stage. A message that can't be sent is only noted.
    private func notify(_ webhook: Webhook?, of error: any Error) async {
        guard let webhook else { return }
        let failure = (error as? Failure) ?? Failure(describing: error) ?? .defect(error)
        _ = try? await notify(webhook, nil, problems(failure, []))
    }

    /// Marks the pages of the last report as stale. If they can't be written, they stay as they are.
    private func markStale(since time: Date) {
        let shown = time.formatted(.iso8601.dateTimeSeparator(.space)).replacing(["Z": " UTC"])
        let folder = ReportFolder(path: out, keeping: range.keep)
        do {
            try folder.markStale(
                at: time.formatted(.iso8601.timeSeparator(.omitted)),
                saying: "This report could not be renewed: nightly runs have failed since \(shown).")
        } catch {
            Console.error("\(error)")
        }
    }

    private func print(_ summary: Summary) throws {
        if output.json { return try Console.result(json: summary) }
        for note in summary.night.stages {
            let what = "\(note.stage.rawValue): \(note.outcome.rawValue)"
            try Console.result("\(what) (\(note.seconds.short) s): \(note.detail)")
        }
        for file in summary.failedFiles { try Console.result("failed: \(file.path.visible): \(file.detail)") }
        if !output.quiet { for finding in summary.findings { Console.note(finding.line) } }
    }
}

extension Error {
    /// The failure if it concerns only one file, so that others can still be read; otherwise nil.
    fileprivate var ofFile: Failure? {
        if self is SourceError { return Failure(describing: self) }
        return (self as? Failure).flatMap { [65, 73].contains($0.status) ? $0 : nil }
    }
}
