import Foundation
import Glibc

extension ReportFolder {
    /// The list of the reports, beside them.
    static let listFile = "reports.html"

    /// Writes the list of the reports that are kept, newest first. Readers see either the old list or the new one.
    func writeList() throws(ReportError) {
        let temporary = path + "/" + Self.partialPrefix + Self.listFile
        unlink(temporary)
        let page: String
        do { page = try KeptReport.list(of: path, with: .embedded()) } catch { throw ReportError.unreadable(path) }
        try write(page, to: temporary)
        try check(rename(temporary, path + "/" + Self.listFile), path + "/" + Self.listFile)
    }
}

/// A report in its folder, as its manifest describes it.
private struct KeptReport {
    let folder: String
    private let parameters: [String: Any]
    private let isStale: Bool

    /// Reads a report's manifest; nil if the folder has none.
    private init?(_ folder: String, in path: String) {
        guard folder.hasPrefix(ReportFolder.runPrefix),
            let data = FileManager.default.contents(atPath: "\(path)/\(folder)/manifest.json"),
            let manifest = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return nil }
        self.folder = folder
        parameters = manifest["parameters"] as? [String: Any] ?? [:]
        isStale = manifest["stale"] is String
    }

    /// Returns the page that lists the reports in a folder of reports.
    static func list(of path: String, with templates: PageTemplates) throws -> String {
        // Names that begin with the time sort by it; a number after it is of the same second.
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted {
            $0.compare($1, options: .numeric) == .orderedDescending
        }
        return try templates.render(
            "reports",
            PageModel([
                "policy": .text(PageLayout.policy(style: templates.style, script: templates.script)),
                "styleHTML": .html(SafeHTML(trusted: templates.style)),
                "reports": .list(names.compactMap { KeptReport($0, in: path)?.model }),
            ])
        ).text
    }

    private var model: PageModel {
        PageModel([
            "folder": .text(folder), "time": .text(time), "days": .text(days),
            "app": .text((parameters["app"] as? String).map { PageFormat.name($0, atMost: 60) } ?? "all"),
            "note": .text(isStale ? "marked as out of date" : ""),
        ])
    }

    /// When it was published, from the folder's name: `report-2026-11-27T020000Z` is `27 Nov 2026, 02:00 UTC`.
    private var time: String {
        let name = folder.dropFirst(ReportFolder.runPrefix.count)
        guard let day = Day(String(name.prefix(10))), name.dropFirst(10).first == "T" else { return String(name) }
        let digits = name.dropFirst(11).prefix(4)
        return digits.count == 4 ? "\(day.text), \(digits.prefix(2)):\(digits.suffix(2)) UTC" : day.text
    }

    private var days: String {
        let ends = ["from", "to"].map { (parameters[$0] as? String).flatMap { Day($0) }?.text }
        guard let from = ends[0], let to = ends[1] else { return "no events" }
        return from == to ? from : "\(from) to \(to)"
    }
}
