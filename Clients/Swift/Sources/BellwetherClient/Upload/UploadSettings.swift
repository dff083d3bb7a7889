import Foundation

/// The settings of an uploader.
package struct UploadSettings: Sendable {
    /// The collector's address, without a path.
    var url: URL
    var key: String
    var transport: any Transport
    var clock: any DeviceClock
    /// Returns a random number of a range.
    var jitter: @Sendable (ClosedRange<Int64>) -> Int64 = { .random(in: $0) }
    /// Waits for this many milliseconds.
    var sleep: @Sendable (Int64) async throws -> Void
    var diagnose: @Sendable (Diagnostic) -> Void

    /// Returns a request with this body.
    func request(_ body: [UInt8], isCompressed: Bool) -> UploadRequest {
        var headers = ["Authorization": "Bearer " + key, "Content-Type": "application/x-ndjson"]
        if isCompressed { headers["Content-Encoding"] = "gzip" }
        return UploadRequest(url: url.appendingPathComponent("v1/events"), headers: headers, body: body)
    }
}
