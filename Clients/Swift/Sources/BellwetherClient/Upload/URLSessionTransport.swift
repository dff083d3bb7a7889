import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with `URLSession`, in the foreground.
///
/// Not in a background session: its body would be hours old when it is sent, and the server would mistake that for a wrong clock.
/// A request ends within 45 s for the same reason: the server tolerates 60 s.
final class URLSessionTransport: Transport {
    private let session: URLSession

    /// Creates a session that stores no cookies, cache or credentials.
    init(usesConstrainedNetworks: Bool) {
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
        session = URLSession(configuration: configuration, delegate: NoRedirection(), delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    func send(_ request: UploadRequest) async -> UploadAnswer? {
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = "POST"
        urlRequest.allHTTPHeaderFields = request.headers
        let (session, post, body, running) = (session, urlRequest, Data(request.body), Lock<URLSessionTask?>(nil))
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = session.uploadTask(with: post, from: body) { data, response, error in
                    let answer = error == nil ? (response as? HTTPURLResponse).map { UploadAnswer($0, data) } : nil
                    continuation.resume(returning: answer)
                }
                running.withLock { $0 = task }
                task.resume()
                if Task.isCancelled { task.cancel() }
            }
        } onCancel: {
            running.withLock { $0 }?.cancel()
        }
    }
}

/// Follows no redirection, because `POST` would become `GET`.
private final class NoRedirection: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension UploadAnswer {
    fileprivate init(_ response: HTTPURLResponse, _ body: Data?) {
        status = response.statusCode
        self.body = Array(body ?? Data())
        retryAfter = response.value(forHTTPHeaderField: "Retry-After")
        date = response.value(forHTTPHeaderField: "Date")
    }
}
