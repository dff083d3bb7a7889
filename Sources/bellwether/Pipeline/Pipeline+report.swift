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
    /// - Parameter allowingEmpty: whether to publish a report without any number.
    /// - Throws: `Failure` 66 for an empty report, 64 for a report of one app in the folder of all apps.
    func report(
        _ request: ReportRequest, to out: String, keeping kept: Int = 30, allowingEmpty: Bool = false
    ) async throws -> (page: String, report: Report) {
        // Two sessions take little more than half the time of one, if the server has two cores.
        let (session, other) = (try await database.session(as: .project), try await database.session(as: .project))
        if !isQuiet { try await tellPendingSettings(on: session) }
        let folder = ReportFolder(path: out, keeping: kept)
        if let app = request.app {
            guard folder.latest == nil || folder.latest?.app != nil else { throw Failure.ofAllApps(out, app) }
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
        if report.isEmpty, !allowingEmpty {
            // Of a log whose first events are of today, the days up to yesterday are empty: that is no mistake.
            let isChosen = request.from != nil || request.to != nil
            if report.horizon != nil ? isChosen : folder.latest?.hasEvents == true {
                throw Failure.emptyReport(
                    out, report.horizon == nil ? "The log has no events" : "The log has no events in these days")
            }
        }
        let time = Date().formatted(.iso8601.timeSeparator(.omitted))
        _ = try folder.publish(report, at: time)
        // Commit the record of the published numbers only now, when the report can be read.
        if report.publication != nil { try await session.commit() }
        await session.close()
        return (out + "/latest/index.html", report)
    }

    /// Throws if no event has this app, for example because of a typo. The error names the existing apps.
    private func refuseUnknown(_ app: String, _ out: String, on session: Session) async throws {
        let apps = try await session.run { connection in
            try connection.execute(
                Statement("list apps", "SELECT app.app_id FROM log.app ORDER BY app.app_id COLLATE \"C\"")
            ).rows().compactMap { $0[0] }
        }
        guard !apps.contains(where: { $0.utf8.elementsEqual(app.utf8) }) else { return }
        let listed = apps.prefix(5).map { PageFormat.name($0) }.joined(separator: ", ")
        let more = apps.count > 5 ? " and \(PageFormat.count(apps.count - 5)) more" : ""
        let others = apps.isEmpty ? "of any app" : "of \(PageFormat.name(app)), but of \(listed)\(more)"
        throw Failure.emptyReport(out, "The log has no events \(others)")
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
            description: "\(reason), so the report would be empty, and \(out) is unchanged: correct --app, --from or "
                + "--to, or give --allow-empty.")
    }

    /// A report of one app in a folder whose reports are of all apps.
    fileprivate static func ofAllApps(_ out: String, _ app: String) -> Failure {
        Failure(
            status: 64,
            description: "The reports in \(out) are of all apps, and one of \(PageFormat.name(app)) would replace "
                + "them: give --out another folder.")
    }
}

extension Finding {
    /// The finding as a line of text.
    var line: String {
        "\(severity.rawValue): \(appID.map { PageFormat.name($0) + ": " } ?? "")\(sentence)"
    }
}
