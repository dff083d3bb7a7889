package import Foundation

/// Carries requests to the collector. Tests put a model in the place of the network.
package protocol Transport: Sendable {
    /// Sends a request and returns the answer; nil if there is none. Ends early if the task is cancelled.
    func send(_ request: UploadRequest) async -> UploadAnswer?
}

/// A `POST` request with events.
package struct UploadRequest: Sendable, Hashable {
    package let url: URL
    package let headers: [String: String]
    package let body: [UInt8]
}

/// What came back.
package struct UploadAnswer: Sendable, Hashable {
    package var status: Int
    package var body: [UInt8]
    /// The header `Retry-After`.
    package var retryAfter: String?
    /// The header `Date`.
    package var date: String?

    package init(status: Int, body: [UInt8] = [], retryAfter: String? = nil, date: String? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.date = date
    }
}
