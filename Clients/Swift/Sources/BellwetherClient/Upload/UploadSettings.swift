import Foundation

package struct UploadSettings: Sendable {
    /// The collector's address, without a path.
    var url: URL
    var key: String
    var transport: any Transport
    var clock: @Sendable () -> ClockReading
    /// Returns a random number of a range.
    var jitter: @Sendable (ClosedRange<Int64>) -> Int64 = { .random(in: $0) }
    /// Waits for this many milliseconds.
    var sleep: @Sendable (Int64) async throws -> Void
    var diagnose: @Sendable (Diagnostic) -> Void

    /// Returns a request with this body. Compresses it if that is allowed and worthwhile.
    func request(_ body: [UInt8], compresses: Bool) -> UploadRequest {
        let compressed = compresses && body.count > 1 << 10 ? Gzip.compress(body) : nil
        var headers = ["Authorization": "Bearer " + key, "Content-Type": "application/x-ndjson"]
        headers["Content-Encoding"] = compressed.map { _ in "gzip" }
        return UploadRequest(url: url.appendingPathComponent("v1/events"), headers: headers, body: compressed ?? body)
    }
}
