/// Limits for each client and for all clients together. They bound the collector's memory.
public struct CollectorLimits: Sendable {
    /// Largest body as sent, in bytes. Of Segment's calls with the key in a header, also after decompression.
    public var bodyBytes = 5 << 20
    /// Largest body after decompression, in bytes.
    public var inflatedBytes = 20 << 20
    /// Largest body of Segment's calls after decompression, in bytes, if the key is in the body; Segment's own limit is
    /// 500 KB.
    public var segmentBytes = 1 << 20
    /// Maximum number of events in one request. A body of valid events never reaches it, since the shortest event takes
    /// more than 128 bytes.
    public var events = (20 << 20) / 128
    /// How many bytes of rejects one key may add to the quarantine in a day (UTC). Further rejects are counted but not
    /// kept.
    public var quarantineBytesADay = 100_000_000
    /// How many requests may be in flight at the same time; further ones are answered with 429.
    public var requests = 1_024
    /// How much memory all requests in flight may hold, in bytes: their bodies plus `eventBytes` for each event.
    /// Further ones are answered with 429.
    public var memoryBytes = 256 << 20
    /// How many files of reports may be on their way to clients at the same time; further requests for one are answered
    /// with 429. A client that does not read takes one place, and less than 256 KiB, for `answerTime`.
    public var readers = 256
    /// How many connections may be open; further ones wait to be accepted.
    public var connections = 1_024
    /// How long a client that connects may take to send its first request's head.
    public var headTime = Duration.seconds(30)
    /// How long a connection may wait for the head of its next request. Longer than the 60 s of nginx and of load
    /// balancers, because one that sends a request while the connection is being closed answers its client with 502.
    public var idleTime = Duration.seconds(75)
    /// How long a client may take to send a body.
    public var bodyTime = Duration.seconds(30)
    /// How long a client may take to read an answer.
    public var answerTime = Duration.seconds(60)
    /// How long a commit may wait for a lock of another session; after that its requests are answered with 503.
    public var lockTime = Duration.seconds(8)
    /// How long a request may wait for its commit; after that it is answered with 503.
    public var commitTime = Duration.seconds(10)
    /// How long requests in flight may take after the collector is told to stop.
    public var stopTime = Duration.seconds(5)

    /// How many rejected events an answer lists.
    static let rejectsInAnswer = 1_000
    /// Estimated memory of one accepted or rejected event, in bytes, in addition to its share of the body.
    static let eventBytes = 512

    /// Creates the default limits.
    public init() {}
}
