import EventLog
import Foundation
import Postgres

/// One nightly run. Its stages run in order until one fails, and each is recorded in `analytics.runs`.
struct Night: Encodable {
    enum Stage: String, Encodable, CaseIterable {
        case ingest, project, report, retention, notify
    }

    enum Outcome: String, Encodable {
        case done, failed, skipped
    }

    /// The outcome of one stage.
    struct Note: Encodable {
        let stage: Stage
        let outcome: Outcome
        let seconds: Double
        /// A sentence that says what the stage did or why it failed.
        let detail: String
    }

    /// The run's number in `analytics.runs`.
    let run: Int
    private(set) var stages: [Note] = []
    /// The error of the stage that failed, if one did.
    private(set) var failure: Failure?

    private let session: Session

    private enum CodingKeys: String, CodingKey {
        case run, stages
    }

    /// Runs `body` while holding the lock for nightly runs. Throws immediately with status 75 if another run holds it.
    static func hold(_ database: Database, _ body: (inout Night) async throws -> Void) async throws -> Night {
        let session = try await database.session(as: .project)
        let taken = try await session.run { connection in
            try connection.execute(
                Statement("take nightly lock", "SELECT pg_try_advisory_lock(hashtextextended('nightly', 0))")
            ).bool(0, 0)
        }
        guard taken == true else {
            throw Failure(
                status: 75, description: "Another nightly run is in progress: wait for it, then run this again.")
        }
        let number = try await session.run { connection in
            try connection.execute(
                Statement("number run", "SELECT 1 + coalesce(max(runs.run), 0) FROM analytics.runs")
            ).singleInt()
        }
        var night = Night(run: number, session: session)
        try await body(&night)
        // Closing the session releases the lock.
        await session.close()
        return night
    }

    private init(run: Int, session: Session) {
        self.run = run
        self.session = session
    }

    /// The weeks whose digest was posted, of all apps or of one.
    func postedWeeks(of app: String?) -> PostedWeeks { PostedWeeks(session: session, run: run, app: app) }

    /// Returns a sentence that says that the message of an earlier night was not delivered, and why; nil if the last one
    /// was. A run that noted a week but not the outcome of the stage was killed while it posted.
    func lostMessage() async -> String? {
        let found = try? await session.run { [run] connection in
            try connection.execute(Self.findMessage, [.int(run)]).rows()
        }
        guard let outcome = found?.first, outcome[0] == Outcome.failed.rawValue else { return nil }
        return "The message of an earlier night was not delivered. \(outcome[1] ?? "")"
    }

    private static let findMessage = Statement(
        "find last message",
        """
        SELECT
            coalesce(note.outcome, 'failed'),
            coalesce(note.detail, 'The run ended while it posted the digest of the week, which may have arrived.')
        FROM (SELECT runs.* FROM analytics.runs WHERE runs.stage = 'notify') AS note
        FULL JOIN analytics.weekly_digest ON weekly_digest.run = note.run
        WHERE coalesce(note.run, weekly_digest.run) < $1::bigint
        ORDER BY coalesce(note.run, weekly_digest.run) DESC
        LIMIT 1
        """)

    /// Returns whether a stage succeeded.
    func isDone(_ stage: Stage) -> Bool { stages.contains { $0.stage == stage && $0.outcome == .done } }

    /// Runs a stage, or records it as skipped if an earlier one failed. `work` returns a sentence on what it did; if it
    /// throws, the stage has failed.
    ///
    /// - Throws: `CancellationError` if the run is ended in the middle of the stage, which is then not recorded.
    mutating func perform(_ stage: Stage, _ work: () async throws -> String) async throws {
        guard failure == nil else {
            return await note(stage, .skipped, since: Date(), "An earlier stage failed.")
        }
        let started = Date()
        do {
            let detail = try await work()
            await note(stage, .done, since: started, detail)
        } catch let error where !(error is CancellationError) {
            // The server's error for a statement that was cancelled by a signal to this program.
            try Task.checkCancellation()
            let failed = (error as? Failure) ?? Failure(describing: error) ?? .defect(error)
            failure = failed
            await note(stage, .failed, since: started, failed.description)
        }
    }

    /// Runs a stage that is no reason for the night to fail, also if an earlier one failed.
    mutating func attempt(_ stage: Stage, _ work: () async throws -> String) async throws {
        let earlier = failure
        failure = nil
        defer { failure = earlier }
        try await perform(stage, work)
    }

    /// Records the outcome of a stage, in the database too. If the database is out of reach, only the program's output
    /// has it.
    private mutating func note(_ stage: Stage, _ outcome: Outcome, since started: Date, _ detail: String) async {
        let seconds = Date().timeIntervalSince(started)
        stages.append(Note(stage: stage, outcome: outcome, seconds: seconds, detail: detail))
        let values: [Parameter] = [
            .int(run), .text(stage.rawValue), .text(outcome.rawValue), .text(String(seconds)), .text(detail),
        ]
        try? await session.run { connection in _ = try connection.execute(Self.write, values) }
    }

    private static let write = Statement(
        "note stage",
        "SELECT projection.note_run($1::bigint, $2, $3, $4::double precision, $5)")
}
