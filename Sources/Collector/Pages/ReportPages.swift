import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Serves the reports of a folder: the files below `latest`, the list of the reports, and the files of each report
/// below the name of its folder, or below its date if it is the last of that day. Nothing else of the folder is served.
struct ReportPages {
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "csv": "text/csv; charset=utf-8", "json": "application/json", "txt": "text/plain; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png",
    ]

    /// The folder that `report --out` names.
    private let folder: String
    private let readers: Admission

    /// Serves a folder to at most `readers` clients at the same time.
    init(folder: String, readers: Int, _ metrics: CollectorMetrics) {
        self.folder = folder
        self.readers = Admission(requests: readers) { count, _ in metrics.reading(count) }
    }

    /// Returns the file at a path. Throws `Problem.notFound` if there is none or it may not be served, and
    /// `Problem.tooManyReaders` if too many clients are reading.
    func response(to request: Request, _ context: CollectorContext) throws(Problem) -> Response {
        guard let file = file(at: request.uri.path) else {
            guard let response = redirect(from: request.uri.path) else { throw .notFound }
            return response
        }
        var headers = Self.headers
        headers[.contentType] = Self.types[file.type] ?? "application/octet-stream"
        headers[.eTag] = file.content.tag
        if request.headers[values: .ifNoneMatch].contains(where: { $0.contains(file.content.tag) }) {
            return Response(status: .notModified, headers: headers)
        }
        guard let place = readers.hold() else { throw .tooManyReaders }
        return Response(status: .ok, headers: headers, body: Self.body(file.content, place, context.eventLoop))
    }

    /// Returns a body that reads the next piece of a file once the client has taken the one before. It keeps its place
    /// until it is sent or the connection ends.
    private static func body(
        _ file: OpenFile, _ place: Admission.Hold, _ eventLoop: any EventLoop
    ) -> ResponseBody {
        ResponseBody(contentLength: file.byteCount) { writer in
            defer { withExtendedLifetime(place) {} }
            var offset = 0
            while offset < file.byteCount {
                let count = min(OpenFile.pieceBytes, file.byteCount - offset)
                let piece = try await file.read(at: offset, count: count)
                guard piece.readableBytes > 0 else { throw FileBecameShorter() }
                offset += piece.readableBytes
                try await writer.write(piece)
                // The writer returns before the event loop has the piece. Only after that does it know whether the client
                // takes more, so without this wait a file is read faster than it is sent.
                try await eventLoop.submit {}.get()
            }
            try await writer.finish(nil)
        }
    }

    /// A file lost bytes while it was being sent: the connection must end, because the client was told its length.
    private struct FileBecameShorter: Error {}

    /// A new report changes pages under the same path, so clients must revalidate each time.
    private static let headers: HTTPFields = [
        .cacheControl: "no-cache", .contentSecurityPolicy: "frame-ancestors 'none'", .xContentTypeOptions: "nosniff",
    ]

    /// Returns a redirect from a folder without the slash at the end, such as `/2026-11-28`, so that the links of its page
    /// are right. It is relative, because a proxy may serve the reports below a path.
    private func redirect(from path: String) -> Response? {
        guard let name = path.split(separator: "/").last, !path.hasSuffix("/"), file(at: path + "/") != nil else {
            return nil
        }
        var headers = Self.headers
        headers[.location] = "./\(name)/"
        return Response(status: .temporaryRedirect, headers: headers)
    }

    private struct File {
        let content: OpenFile
        let type: String
    }

    private func file(at path: String) -> File? {
        guard let parts = Self.parts(of: path) else { return nil }
        if parts == ["reports.html"] { return file(parts, below: folder) }
        guard parts.count > 1, let kept = report(named: parts[0]) else { return file(parts, below: folder + "/latest") }
        return file(Array(parts.dropFirst()), below: "\(folder)/\(kept)")
    }

    /// Returns the folder of the report with this name, such as `report-2026-11-27T020000Z`, or of the last report of
    /// this date, such as `2026-11-27`, or `latest`; nil if there is none.
    private func report(named name: String) -> String? {
        if name == "latest" { return name }
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
        guard let content = OpenFile(found) else { return nil }
        return File(content: content, type: String(found.split(separator: ".").last ?? ""))
    }

    /// Returns the decoded names of a path; nil if one begins with a dot or contains a slash, backslash or control
    /// character.
    private static func parts(of path: String) -> [String]? {
        var parts: [String] = []
        for part in path.split(separator: "/") {
            guard let name = String(part).removingPercentEncoding, name.utf8.first != UInt8(ascii: "."),
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
