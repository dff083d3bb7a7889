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

package struct UploadAnswer: Sendable, Hashable {
    var status: Int
    var body: [UInt8] = []
    var retryAfter: String?
    var date: String?
}
