import Foundation
import Glibc

extension ReportFolder {
    /// Says on every page of the report that `latest` names that it could not be renewed, unless it says so already: a copy of
    /// its folder, with the sentence and checksums that agree with it, takes its place as a new report would. Without a report
    /// nothing happens.
    ///
    /// - Parameter time: when it could not be renewed, as the copy's folder is named.
    /// - Parameter sentence: what the pages say, as text.
    /// - Throws: `ReportError` with status 73; the report stays as it was.
    public func markStale(at time: String, saying sentence: String) throws(ReportError) {
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path + "/latest") else { return }
        let latest = path + "/" + target
        guard access(latest + "/manifest.json", R_OK) == 0, access(latest + "/" + Self.staleFile, F_OK) != 0 else {
            return
        }
        let files = try StaleReport(of: latest, saying: sentence).files
        _ = try publish(files, at: time + "-stale")
    }

    /// The file of a report that could not be renewed; it holds the sentence.
    static let staleFile = "stale.txt"
}

/// The files of a report with a sentence on every page.
private struct StaleReport {
    private(set) var files: [(path: String, text: String)] = []

    init(of folder: String, saying sentence: String) throws(ReportError) {
        do {
            var checksums: [String: String] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder)
                guard !isFolder.boolValue, path != "manifest.json" else { continue }
                let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
                let marked = path.hasSuffix(".html") ? text.saying(sentence) : text
                if marked != text { checksums[path] = marked.sha256 }
                files.append((path, marked))
            }
            files.append((ReportFolder.staleFile, sentence + "\n"))
            checksums[ReportFolder.staleFile] = (sentence + "\n").sha256
            let manifest = try Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json"))
            files.append(("manifest.json", try Self.manifest(manifest, checksums, sentence)))
        } catch {
            throw ReportError.unreadable(folder)
        }
    }

    /// The manifest with other checksums, and with what became of the report.
    private static func manifest(_ text: Data, _ checksums: [String: String], _ sentence: String) throws -> String {
        var manifest = try JSONSerialization.jsonObject(with: text) as? [String: Any] ?? [:]
        let files = manifest["files"] as? [String: String] ?? [:]
        manifest["files"] = files.merging(checksums) { $1 }
        manifest["stale"] = sentence
        let data = try JSONSerialization.data(
            withJSONObject: manifest, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}

extension String {
    /// The page with a sentence at the head of its content.
    fileprivate func saying(_ sentence: String) -> String {
        guard let start = range(of: "<main") ?? range(of: "<body"),
            let end = range(of: ">", range: start.upperBound..<endIndex)
        else { return self }
        var page = self
        let text = sentence.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        page.insert(
            contentsOf: "\n<p class=\"quality alert\" role=\"status\"><strong>\(text)</strong></p>", at: end.upperBound)
        return page
    }
}
