package import Foundation

/// What an upload needs beside a store.
package struct UploadSettings: Sendable {
    /// The collector's address, without a path.
    package var url: URL
    package var key: String
    package var transport: any Transport
    package var clock: any DeviceClock
    /// Returns a random number of a range.
    package var jitter: @Sendable (ClosedRange<Int64>) -> Int64 = { .random(in: $0) }
    /// Waits for this many milliseconds.
    package var sleep: @Sendable (Int64) async throws -> Void
    package var diagnose: @Sendable (Diagnostic) -> Void

    package init(
        url: URL, key: String, transport: any Transport, clock: any DeviceClock,
        sleep: @escaping @Sendable (Int64) async throws -> Void, diagnose: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.url = url
        self.key = key
        self.transport = transport
        self.clock = clock
        self.sleep = sleep
        self.diagnose = diagnose
    }

    /// Returns a request with this body.
    func request(_ body: [UInt8], isCompressed: Bool) -> UploadRequest {
        var headers = ["Authorization": "Bearer " + key, "Content-Type": "application/x-ndjson"]
        if isCompressed { headers["Content-Encoding"] = "gzip" }
        return UploadRequest(url: url.appendingPathComponent("v1/events"), headers: headers, body: body)
    }
}
