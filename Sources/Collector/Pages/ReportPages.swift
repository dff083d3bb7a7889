import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Serves the newest report of a folder of reports: the files below `latest`, and nothing else.
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
        guard let root = Self.resolved(folder + "/latest"), let parts = Self.parts(of: path),
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
