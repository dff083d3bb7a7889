import Foundation
import Glibc
import Pages

extension ReportFolder {
    /// The list of the reports, beside them.
    static let listFile = "reports.html"

    /// Writes the list of the reports that are kept, newest first. Readers see either the old list or the new one.
    func writeList() throws(ReportError) {
        let temporary = path + "/" + Self.partialPrefix + Self.listFile
        unlink(temporary)
        let page: String
        do { page = try list().render(with: .embedded()) } catch { throw ReportError.unreadable(path) }
        try write(page, to: temporary)
        try check(rename(temporary, path + "/" + Self.listFile), path + "/" + Self.listFile)
    }

    private func list() throws -> ReportList {
        // Names that begin with the time sort by it; a number after it is of the same second.
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted {
            $0.compare($1, options: .numeric) == .orderedDescending
        }
        return ReportList(names.compactMap(entry))
    }

    /// Reads a report's manifest; nil if the folder has none.
    private func entry(_ folder: String) -> ReportList.Entry? {
        guard folder.hasPrefix(ReportName.runPrefix),
            let data = FileManager.default.contents(atPath: "\(path)/\(folder)/manifest.json"),
            let manifest = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return nil }
        let parameters = manifest["parameters"] as? [String: Any] ?? [:]
        let day = { (name: String) in (parameters[name] as? String).flatMap { Day($0) } }
        return ReportList.Entry(
            folder: folder, from: day("from"), to: day("to"), app: parameters["app"] as? String,
            headline: manifest["headline"] as? String ?? "", isStale: manifest["stale"] is String)
    }
}
