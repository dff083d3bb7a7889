import Foundation

/// Carries requests to the collector. Tests replace the network by a model.
package protocol Transport: Sendable {
    /// Sends a request. Returns the answer, or nil if there is none or the task is cancelled.
    func send(_ request: UploadRequest) async -> UploadAnswer?
}

/// A `POST` request with events.
package struct UploadRequest: Sendable, Hashable {
    let url: URL
    let headers: [String: String]
    package let body: [UInt8]

    var isCompressed: Bool { headers["Content-Encoding"] != nil }
}

extension UploadRequest {
    /// Creates a request with this body. Compresses it if that is allowed and worthwhile.
    init(_ plain: [UInt8], compresses: Bool, _ configuration: Configuration) {
        let compressed = compresses && plain.count > 1 << 10 ? Gzip.compress(plain) : nil
        var headers = ["Authorization": "Bearer " + configuration.key, "Content-Type": "application/x-ndjson"]
        headers["Content-Encoding"] = compressed.map { _ in "gzip" }
        self.init(
            url: configuration.url.appendingPathComponent("v1/events"), headers: headers, body: compressed ?? plain)
    }
}

package struct UploadAnswer: Sendable, Hashable {
    var status: Int
    var body: [UInt8] = []
    var retryAfter: String?
    var date: String?
}
