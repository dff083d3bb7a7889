import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Serves the reports of a folder: the files below `latest`, the list of the reports, and the files of each report
/// below the name of its folder, or below its date if it is the last of that day. Nothing else of the folder is served.
struct ReportPages {
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "csv": "text/csv; charset=utf-8", "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
    ]

    /// The folder that `report --out` names.
    let folder: String
    private let files = FileIO()

    init(folder: String) { self.folder = folder }

    /// Returns the file at a path. Throws `Problem.notFound` if there is none or it may not be served.
    func response(to request: Request, _ context: CollectorContext) async throws -> Response {
        guard let file = file(at: request.uri.path) else { throw Problem.notFound }
        var headers = Self.headers
        headers[.contentType] = Self.types[file.type] ?? "application/octet-stream"
        headers[.eTag] = file.tag
        if request.headers[values: .ifNoneMatch].contains(where: { $0.contains(file.tag) }) {
            return Response(status: .notModified, headers: headers)
        }
        let body = try await files.loadFile(path: file.path, context: context)
        return Response(status: .ok, headers: headers, body: body)
    }

    /// A new report changes pages under the same path, so clients must revalidate each time.
    private static let headers: HTTPFields = [
        .cacheControl: "no-cache", .contentSecurityPolicy: "frame-ancestors 'none'", .xContentTypeOptions: "nosniff",
    ]

    private struct File {
        let path: String
        let type: String
        let tag: String
    }

    private func file(at path: String) -> File? {
        guard let parts = Self.parts(of: path) else { return nil }
        if parts == ["reports.html"] { return file(parts, below: folder) }
        guard parts.count > 1, let kept = report(named: parts[0]) else { return file(parts, below: folder + "/latest") }
        return file(Array(parts.dropFirst()), below: "\(folder)/\(kept)")
    }

    /// Returns the folder of the report with this name, such as `report-2026-11-27T020000Z`, or of the last report of
    /// this date, such as `2026-11-27`; nil if there is none.
    private func report(named name: String) -> String? {
        let isDate = name.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
        guard isDate || name.hasPrefix("report-") else { return nil }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let found = isDate ? names.filter { $0.hasPrefix("report-\(name)T") } : names.filter { $0 == name }
        return found.filter { access("\(folder)/\($0)/manifest.json", R_OK) == 0 }
            .max { $0.compare($1, options: .numeric) == .orderedAscending }
    }

    private func file(_ parts: [String], below root: String) -> File? {
        guard let root = Self.resolved(root),
            let found = Self.resolved(root + "/" + parts.joined(separator: "/")), found.hasPrefix(root + "/")
        else { return nil }
        var status = stat()
        guard stat(found, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let changed = status.st_mtim
        let tag = "\"\(status.st_ino)-\(status.st_size)-\(changed.tv_sec)-\(changed.tv_nsec)\""
        return File(path: found, type: String(found.split(separator: ".").last ?? ""), tag: tag)
    }

    /// Returns the decoded names of a path; nil if one begins with a dot or contains a slash, backslash or control
    /// character.
    private static func parts(of path: String) -> [String]? {
        var parts: [String] = []
        for part in path.split(separator: "/") {
            guard let name = String(part).removingPercentEncoding, !name.hasPrefix("."),
                !name.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
            else { return nil }
            parts.append(name)
        }
        if parts.isEmpty || path.hasSuffix("/") { parts.append("index.html") }
        return parts
    }

    /// Returns the path with all symbolic links resolved; nil if nothing is there.
    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
