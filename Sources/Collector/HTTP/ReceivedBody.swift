import HTTPTypes
import Hummingbird
import HummingbirdCore
import Ingest
import NIOCore
import NIOHTTP1

/// Reads the body of a request within the limits.
enum ReceivedBody {
    /// Reads a whole body and decompresses it. The memory that it holds is charged to `place`.
    static func read(
        _ request: Request, inflatedLimit: Int, _ limits: CollectorLimits, _ place: inout Admission.Place
    ) async throws -> [UInt8] {
        let isCompressed = try isGzip(request.headers)
        let limit = isCompressed ? limits.bodyBytes : min(limits.bodyBytes, inflatedLimit)
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw Problem.tooLarge(limit, "bytes")
        }
        let sent = try await collect(request.body, limit, &place)
        guard isCompressed else { return sent }
        do {
            return try Gzip.inflated(sent, limit: inflatedLimit) { try place.take($0) }
        } catch let error as BodyError {
            throw Problem(error)
        }
    }

    /// Returns whether the body is compressed with gzip. Throws for any other coding.
    private static func isGzip(_ headers: HTTPFields) throws(Problem) -> Bool {
        switch headers[.contentEncoding]?.lowercased() ?? "identity" {
        case "identity", "": return false
        case "gzip", "x-gzip": return true
        default:
            throw .unsupported(
                "The body's Content-Encoding is not read: send it with gzip, or as it is.",
                headers: [.acceptEncoding: "gzip"])
        }
    }

    private static func collect(
        _ body: RequestBody, _ limit: Int, _ place: inout Admission.Place
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            for try await buffer in body {
                guard bytes.count + buffer.readableBytes <= limit else { throw Problem.tooLarge(limit, "bytes") }
                try place.take(buffer.readableBytes)
                bytes.append(contentsOf: buffer.readableBytesView)
            }
        } catch is SlowClient {
            throw Problem.timeout
        } catch let error as HTTPParserError where error != .invalidEOFState {
            throw Problem.malformed("The body's chunks can't be read, nothing was stored: send each with its size.")
        } catch let error where !(error is Problem) {
            // The client has disconnected.
            throw Problem(
                status: .badRequest, code: "cut_off",
                detail: "The connection was cut in mid-body, nothing of it was stored.",
                headers: [.connection: "close"])
        }
        // A body also ends if its connection is closed because the collector is stopping.
        guard !Task.isCancelled else { throw Problem.stopping }
        return bytes
    }
}
