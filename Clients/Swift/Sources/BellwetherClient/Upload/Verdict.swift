/// The meaning of an answer.
enum Verdict {
    /// The collector has the events.
    case received(Acknowledgement)
    /// The events must be sent again. `atLeast` is the wait that the server asked for, in milliseconds.
    case later(atLeast: Int64?, FlushObstacle)
    /// The collector can't read the body.
    case unreadable(status: Int)
    case tooLarge
    /// The answer will not change until the app or the server does.
    case refused(FlushObstacle)

    /// Validates the answer to a request with `sent` events. `now` is the time of its arrival.
    init(_ answer: UploadAnswer?, sent: Int, at now: Timestamp) {
        guard let answer else {
            self = .later(atLeast: nil, .noAnswer)
            return
        }
        switch answer.status {
        case 200..<300:
            let acknowledgement = answer.status == 200 ? Acknowledgement(answer.body, sent: sent) : nil
            self = acknowledgement.map(Verdict.received) ?? .later(atLeast: nil, .noAcknowledgement)
        case 400, 415: self = .unreadable(status: answer.status)
        case 413: self = .tooLarge
        case 401, 403: self = .refused(.keyRefused)
        case 408, 429, 500...:
            let wait = answer.retryAfter.flatMap { RetryAfter.milliseconds($0, date: answer.date, now: now) }
            self = .later(atLeast: wait, .unavailable(status: answer.status))
        default: self = .refused(.misconfigured(status: answer.status))
        }
    }
}
