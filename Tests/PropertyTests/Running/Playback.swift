import EventLog
import Events
import Foundation
import Ingest
import Pages
import Postgres
import Projections
import Reports
import Simulation
import TestSupport

/// A database in which histories are played one after the other.
struct Playback {
    private let log: TestLog
    private let session: Session
    private let folder: String
    private let projections: [Projection]

    /// Runs `body` with its own database, in which the mutant's piece of SQL is replaced.
    static func run<Value: Sendable>(
        with mutant: Mutant?, _ body: (Playback) async throws -> Value
    ) async throws -> Value {
        try await TestServer.withDatabase { database in
            let folder = NSTemporaryDirectory() + "properties-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let playback = Playback(
                log: try await TestLog(database), session: try await database.session(as: .project), folder: folder,
                projections: mutant?.projections ?? Projection.all)
            try await playback.log.owner.run { try $0.script(Self.lowerLimit) }
            if let function = mutant?.function {
                try await playback.log.owner.run { connection in
                    // The function's body names tables without a schema, so it can't be checked when it is created.
                    try connection.script(Statement("defer bodies", "SET check_function_bodies = off"))
                    try connection.script(function)
                }
            }
            return try await body(playback)
        }
    }

    /// Plays a history in the emptied database and returns the first difference from the reference implementation; nil
    /// if there is none.
    func finding(in history: History) async throws -> Finding? {
        try await log.owner.run { try $0.script(Self.empty) }
        try await begin(with: history.settings)
        do {
            return try await outcome(of: history)
        } catch let error as PostgresError {
            return Finding("\(error)")
        }
    }

    private func outcome(of history: History) async throws -> Finding? {
        for (number, act) in history.acts.enumerated() {
            if let finding = try await play(act, number: number) { return finding }
        }
        try await project(stepSize: 1_000)
        if let finding = try await unequalViews(log) { return finding }
        let reference = Reference(history)
        for question in history.questions {
            if let finding = try await difference(from: reference, question) { return finding }
        }
        for question in Set(history.questions.flatMap(Self.restated)) {
            guard let expected = history.restatements(question) else { continue }
            if let finding = try await restated(question, expected) { return finding }
        }
        return nil
    }

    private static let lowerLimit = Statement(
        file: "lower limit",
        text: """
            CREATE OR REPLACE FUNCTION metric.fold_limit() RETURNS bigint
            LANGUAGE sql IMMUTABLE PARALLEL SAFE
            AS $$ SELECT \(History.journeyLimit)::bigint $$
            """)

    /// Deletes everything except settings, sequences and partitions.
    private static let empty = Statement(
        "empty log and projections",
        """
        DO $$
        DECLARE
            name text;
        BEGIN
            FOR name IN
                SELECT class.oid::regclass::text
                FROM pg_class AS class
                WHERE class.relnamespace IN (
                        'log'::regnamespace, 'projection'::regnamespace, 'analytics'::regnamespace
                    )
                    AND class.relkind IN ('r', 'p')
                    AND NOT class.relispartition
                    AND class.relname NOT IN ('settings', 'intake_rules')
                -- Batches refer to files, so delete files last.
                ORDER BY class.relname = 'source_file'
            LOOP
                EXECUTE 'DELETE FROM ' || name;
            END LOOP;
            PERFORM projection.drop_generation();
        END
        $$
        """)

    /// Sets the settings directly: an empty log needs no rebuild.
    private func begin(with settings: History.Settings) async throws {
        try await log.owner.run { connection in
            _ = try connection.execute(
                Statement(
                    "begin with settings",
                    """
                    UPDATE projection.settings SET
                        time_zone = $1,
                        conversion_window_seconds = $2::bigint,
                        open_window_seconds = $3::bigint,
                        influence_window_seconds = $4::bigint
                    """),
                [
                    .text(settings.zone.name), .int(settings.conversion), .int(settings.open),
                    .int(settings.influence),
                ])
        }
    }

    private func play(_ act: History.Act, number: Int) async throws -> Finding? {
        switch act {
        case .ingest(let deliveries, let batchSize):
            try await ingest(deliveries.map(\.line), batchSize: batchSize, file: number)
        case .project(let stepSize): try await project(stepSize: stepSize)
        case .rebuild(let names):
            _ = try await Projector(session: session).rebuild(projections.filter { names.contains($0.name) })
        case .audit(let names): return try await audit(projections.filter { names.contains($0.name) })
        case .set(let settings): try await set(settings)
        case .publish(let question): try await publish(question)
        }
        return nil
    }

    private func ingest(_ lines: [String], batchSize: Int, file: Int) async throws {
        let path = folder + "/\(file).ndjson"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        try await log.ingest(path, batchSize: batchSize, at: Self.now)
    }

    /// 2030-01-01T00:00:00Z, later than every event in the histories.
    private static let now = Timestamp(microseconds: 1_893_456_000_000_000)

    private func project(stepSize: Int) async throws {
        _ = try await Projector(session: session, stepSize: stepSize).bringUp(projections)
    }

    private func set(_ settings: History.Settings) async throws {
        let values: [(Setting, String)] = [
            (.conversionWindow, "\(settings.conversion)s"), (.openWindow, "\(settings.open)s"),
            (.influenceWindow, "\(settings.influence)s"),
        ]
        try await session.run { connection in
            // The command doesn't accept a POSIX rule as a time zone, but the server does.
            try connection.execute(Self.setZone, [.text(settings.zone.name)])
            for (setting, value) in values { try setting.set(value, connection) }
        }
    }

    private static let setZone = Statement(
        "set zone",
        """
        MERGE INTO projection.pending_setting AS pending
        USING (SELECT $1 AS wanted, settings.time_zone FROM projection.settings) AS zone
            ON pending.name = 'time_zone'
        WHEN MATCHED AND zone.wanted = zone.time_zone THEN DELETE
        WHEN MATCHED THEN UPDATE SET value = zone.wanted
        WHEN NOT MATCHED AND zone.wanted <> zone.time_zone THEN INSERT (name, value) VALUES ('time_zone', zone.wanted)
        """)

    private func audit(_ projections: [Projection]) async throws -> Finding? {
        let found = try await Projector(session: session).check(projections)
        let differing = found.filter { $0.differing > 0 }.map { "\($0.differing) rows of \($0.table)" }
        return differing.isEmpty ? nil : Finding("the audit found \(differing.joined(separator: ", "))")
    }

    private func publish(_ question: History.Question) async throws {
        try await project(stepSize: 1_000)
        try await report(question).publication?.keep(on: session)
    }

    private func report(_ question: History.Question) async throws -> Report {
        var request = ReportRequest(
            from: question.from.map(\.date), to: question.to.map(\.date), minimumCell: question.minimumCell,
            asOf: question.asOf?.text())
        request.hasShorterRanges = false
        return try await Report.make(request, Report.Versions(program: "test", schema: 0), on: session)
    }

    /// The reports whose restatements are compared: of the default range at the question's horizon and at the latest.
    private static func restated(_ question: History.Question) -> [History.Question] {
        [nil, question.asOf].map { History.Question(asOf: $0, minimumCell: question.minimumCell) }
    }

    private func restated(_ question: History.Question, _ expected: [String]) async throws -> Finding? {
        let report = try await report(question)
        let csv = report.files.first { $0.path == "csv/restatements.csv" }?.text ?? ""
        let actual = csv.split(separator: "\n").dropFirst().map(String.init).sorted()
        guard actual != expected else { return nil }
        let (missing, wrong) = (Set(expected).subtracting(actual), Set(actual).subtracting(expected))
        return Finding(
            """
            restatements, asked \(question)
              missing: \(missing.sorted().joined(separator: "\n           "))
              wrong:   \(wrong.sorted().joined(separator: "\n           "))
            """)
    }

    private func difference(from reference: Reference, _ question: History.Question) async throws -> Finding? {
        let report = try await report(question)
        let actual = Dictionary(uniqueKeysWithValues: report.files.map { ($0.path, $0.text) })
        return reference.files(question).lazy.compactMap { file in
            Finding(in: file, asked: question, actual: actual["csv/" + file.name])
        }.first
    }
}

extension Int {
    /// The date of this day number.
    var date: Day { Day(String((Microseconds(self) * .day).text().prefix(10)))! }
}
