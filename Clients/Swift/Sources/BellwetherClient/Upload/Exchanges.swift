import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The requests of a session that wait for their answers.
final class Exchanges: NSObject, URLSessionDataDelegate {
    /// The greatest size in bytes of a body that is read; a receipt is far smaller.
    private static let longestBody = 1 << 20

    private struct Exchange {
        let continuation: CheckedContinuation<UploadAnswer?, Never>
        var body: [UInt8] = []
    }

    private let running = Lock<[Int: Exchange]>([:])

    func begin(_ task: Int, _ continuation: CheckedContinuation<UploadAnswer?, Never>) {
        running.withLock { $0[task] = Exchange(continuation: continuation) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = running.withLock { running in
            let size = running[dataTask.taskIdentifier]?.body.count ?? 0
            guard size + data.count <= Exchanges.longestBody else { return true }
            running[dataTask.taskIdentifier]?.body += data
            return false
        }
        guard isTooLong else { return }
        finish(dataTask, nil)
        dataTask.cancel()
    }

    /// Follows no redirection: `POST` would become `GET`.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finish(task, error == nil ? task.response as? HTTPURLResponse : nil)
    }

    /// Returns the answer to the waiting request, if it still waits.
    private func finish(_ task: URLSessionTask, _ response: HTTPURLResponse?) {
        guard let exchange = running.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        let answer = response.map { response in
            UploadAnswer(
                status: response.statusCode, body: exchange.body,
                retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
                date: response.value(forHTTPHeaderField: "Date"))
        }
        exchange.continuation.resume(returning: answer)
    }
}
