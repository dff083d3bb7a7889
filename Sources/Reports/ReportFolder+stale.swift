import Foundation
import Glibc
import Pages

extension ReportFolder {
    /// Marks the latest report as stale because a newer one could not be made. Publishes a copy of it with the sentence
    /// on every page, a file `stale.txt`, and updated checksums in the manifest. Does nothing if there is no report or
    /// the latest one is already marked.
    ///
    /// - Parameters:
    ///   - time: when making the newer report failed; part of the name of the copy's folder.
    ///   - sentence: the plain text to show on the pages.
    /// - Throws: `ReportError` with status 73; `latest` then still points to the unmarked report.
    public func markStale(at time: String, saying sentence: String) throws(ReportError) {
        guard unmarked != nil else { return }
        let lock = try lock()
        defer { close(lock) }
        // While this waited for the lock, a newer report may have been published.
        guard let latest = unmarked else { return }
        let files = try StaleReport(of: latest, saying: sentence).files
        try publishLocked(files, at: time + "-stale", as: ReportName.latest)
    }

    /// The path of the latest report; nil if there is none or it is marked.
    private var unmarked: String? {
        guard let run = latestRun else { return nil }
        let latest = path + "/" + run
        let isMarked = access(latest + "/" + ReportName.stale, F_OK) == 0
        return access(latest + "/manifest.json", R_OK) == 0 && !isMarked ? latest : nil
    }
}

/// The files of a report, with a sentence added to every page.
private struct StaleReport {
    private(set) var files: [(path: String, text: String)] = []

    /// Reads the report in `folder`.
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
            files.append((ReportName.stale, sentence + "\n"))
            checksums[ReportName.stale] = (sentence + "\n").sha256
            let manifest = try Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json"))
            files.append(("manifest.json", try Self.manifest(manifest, checksums, sentence)))
        } catch {
            throw ReportError.unreadable(folder)
        }
    }

    /// Returns the manifest with the new checksums and the sentence under the key `stale`.
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
    /// Returns the page with a sentence at the start of `<main>`, or of `<body>` if it has no `<main>`.
    fileprivate func saying(_ sentence: String) -> String {
        guard let start = range(of: "<main") ?? range(of: "<body"),
            let end = range(of: ">", range: start.upperBound..<endIndex)
        else { return self }
        var page = self
        let text = sentence.replacing(["&": "&amp;", "<": "&lt;"])
        page.insert(
            contentsOf: "\n<p class=\"quality\" role=\"status\"><strong>\(text)</strong></p>", at: end.upperBound)
        return page
    }
}
