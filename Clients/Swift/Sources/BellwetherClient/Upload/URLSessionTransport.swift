import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with `URLSession`, in the foreground.
///
/// A background session would send a body that was written hours before, and the server would take the difference for a wrong
/// clock. A request ends within 45 s, so that `sent_at` is right to less than the minute that the server tolerates.
package final class URLSessionTransport: Transport {
    private let exchanges = Exchanges()
    private let session: URLSession

    /// Creates a session. Nothing of it is stored: no cookies, no cache, no credentials.
    package init(usesConstrainedNetworks: Bool) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = 30
        configuration.timeoutIntervalForResource = 45
        #if canImport(Darwin)
        configuration.waitsForConnectivity = false
        configuration.allowsConstrainedNetworkAccess = usesConstrainedNetworks
        #endif
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    package func send(_ request: UploadRequest) async -> UploadAnswer? {
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = "POST"
        urlRequest.allHTTPHeaderFields = request.headers
        let (session, body, running) = (session, Data(request.body), Lock<URLSessionTask?>(nil))
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = session.uploadTask(with: urlRequest, from: body)
                exchanges.begin(task.taskIdentifier, continuation)
                running.withLock { $0 = task }
                task.resume()
                if Task.isCancelled { task.cancel() }
            }
        } onCancel: {
            running.withLock { $0 }?.cancel()
        }
    }
}
