import Foundation

/// Carries requests to the collector. Tests put a model in the place of the network.
package protocol Transport: Sendable {
    /// Sends a request and returns the answer; nil if there is none. Ends early if the task is cancelled.
    func send(_ request: UploadRequest) async -> UploadAnswer?
}

/// A `POST` request with events.
package struct UploadRequest: Sendable, Hashable {
    let url: URL
    let headers: [String: String]
    package let body: [UInt8]
}

/// What came back.
package struct UploadAnswer: Sendable, Hashable {
    var status: Int
    var body: [UInt8] = []
    /// The header `Retry-After`.
    var retryAfter: String?
    /// The header `Date`.
    var date: String?
}
