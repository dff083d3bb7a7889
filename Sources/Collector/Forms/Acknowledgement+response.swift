import Events
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Ingest
import NIOCore

extension Acknowledgement {
    /// Returns the answer to the request. Segment's libraries look for `success`.
    func response(_ route: Route) -> Response {
        var json =
            "{\"accepted\":\(accepted),\"duplicates\":\(duplicates),\"rejected_count\":\(rejected.count),\"rejected\":"
        json += rejected.isEmpty ? "[]" : rejectedJSON
        if route.isSegments { json += ",\"ignored\":\(ignored),\"success\":true" }
        json += "}"
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: json)))
    }

    private var rejectedJSON: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let rows = rejected.prefix(CollectorLimits.rejectsInAnswer).map {
            Row(index: $0.index, reason: $0.reason.rawValue, detail: $0.detail)
        }
        return (try? encoder.encode(rows)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    private struct Row: Encodable {
        let index: Int
        let reason: String
        let detail: String
    }
}
