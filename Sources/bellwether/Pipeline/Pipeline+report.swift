import EventLog
import Events
import Foundation
import Pages
import Postgres
import Projections
import Reports

extension Pipeline {
    /// Makes and publishes a report. Returns the path of its first page, and the report.
    ///
    /// - Parameters:
    ///   - isChosen: whether the caller chose the days or the app.
    ///   - allowingEmpty: whether to publish a report without any number.
    ///   - isNightly: whether it is the nightly report of the folder.
    /// - Throws: `Failure` 66 for an empty report, 64 for a nightly report of one app in the folder of all apps.
    func report(
        _ request: ReportRequest, to out: String, keeping kept: Int = 30, isChosen: Bool = false,
        allowingEmpty: Bool = false, isNightly: Bool = false
    ) async throws -> (page: String, report: Report) {
        let folder = ReportFolder(path: out, keeping: kept)
        try folder.checkAccess()
        let earlier = folder.latestRun
        // Two sessions take little more than half the time of one, if the server has two cores.
        let (session, other) = (try await database.session(as: .project), try await database.session(as: .project))
        if !isQuiet { try await tellPendingSettings(on: session) }
        if let app = request.app {
            if isNightly, let latest = folder.latest, latest.app == nil { throw Failure.ofAllApps(out, app) }
            if !allowingEmpty { try await refuseUnknown(app, out, on: session) }
        }
        let versions = Report.Versions(program: Program.version, schema: Schema.newest)
        let meter = ProgressMeter("Reporting", unit: "parts", isQuiet: isQuiet)
        let report = try await meter.during {
            try await Report.make(
                request, versions, on: session, and: [other],
                progress: { done, count in meter.show(done, share: Double(done) / Double(count)) },
                keep: { publication in try await publication.write(on: session) })
        }
        await other.close()
        if !isQuiet { tellIncompleteDays(of: report, request) }
        if report.isEmpty, !allowingEmpty {
            // Of a log whose first events are of today, the days up to yesterday are empty: that is no mistake.
            if isChosen || report.horizon == nil && folder.latest?.hasEvents == true {
                throw Failure.emptyReport(
                    out, report.horizon == nil ? "The log has no events" : "The log has no events in these days")
            }
        }
        let time = Date().formatted(.iso8601.timeSeparator(.omitted))
        let (name, isLinked) = try folder.publish(
            report, at: time, of: request.selection, isNightly: isNightly, after: earlier)
        // Commit the record of the published numbers only now, when the report can be read.
        if report.publication != nil { try await session.commit() }
        await session.close()
        if !isLinked, !isQuiet {
            Console.note("A newer report was published in \(out) meanwhile, so `latest` still points to that one.")
        }
        return ("\(out)/\(name)/index.html", report)
    }

    /// Throws if no event has this app, for example because of a typo. The error names the existing apps.
    private func refuseUnknown(_ app: String, _ out: String, on session: Session) async throws {
        let apps = try await session.run { try KnownApps($0) }
        if let absence = apps.absence(of: app) { throw Failure.emptyReport(out, absence) }
    }

    /// Prints a note if numbers of the first days lack what retention dropped.
    private func tellIncompleteDays(of report: Report, _ request: ReportRequest) {
        guard let first = report.completeFrom else { return }
        let isInRange = report.lastDay.map { first <= $0 } ?? false
        let cure =
            (isInRange ? "give --from \(first), or " : "")
            + (request.asOf == nil ? "run `bellwether project` first" : "leave out --as-of")
        Console.note(
            "Numbers of sends, opens and activity of days before \(first) are missing or too small, because retention "
                + "dropped events that they need: \(cure).")
    }

    /// Prints a note for each pending setting, which the report does not use yet. The pages don't mention them because
    /// they depend only on settings in force.
    private func tellPendingSettings(on session: Session) async throws {
        for setting in try await session.run({ connection in try Setting.all(connection) }) {
            guard let pending = setting.pending else { continue }
            let now = "\(setting.name) \(setting.value)"
            Console.note("This report still uses \(now): to use \(pending), run `bellwether project` first.")
        }
    }
}

extension Failure {
    /// A report that would be empty, for this reason.
    fileprivate static func emptyReport(_ out: String, _ reason: String) -> Failure {
        Failure(
            status: 66,
            description: "\(reason), so the report would be empty, and \(out) is unchanged: correct --app, --from, "
                + "--to, --days or --as-of, or give --allow-empty.")
    }

    /// A nightly report of one app in a folder whose reports are of all apps.
    fileprivate static func ofAllApps(_ out: String, _ app: String) -> Failure {
        Failure(
            status: 64,
            description:
                "The nightly reports in \(out) are of all apps, and one of \(PageFormat.name(app)) would replace "
                + "them: give --out another folder.")
    }
}

extension Verdict {
    /// The finding as a line of text. Unprintable characters of names become escapes.
    var line: String {
        "\(severity.rawValue): \(appID.map { PageFormat.name($0) + ": " } ?? "")\(sentence)".visible
    }
}
