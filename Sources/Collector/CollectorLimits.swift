/// What clients may take of the collector, each at once and all together. Memory is bounded by these and by nothing else.
public struct CollectorLimits: Sendable {
    /// The greatest body as it is sent, in bytes.
    public var bodyBytes = 5 << 20
    /// The greatest body once it is inflated, in bytes.
    public var inflatedBytes = 20 << 20
    /// The greatest body of Segment's calls once it is inflated, in bytes; Segment itself takes 500 KB.
    public var segmentBytes = 1 << 20
    /// The most events of one request. No body of good events has more: the shortest takes more than 200 bytes.
    public var events = (20 << 20) / 200
    /// How many bytes of rejects a key may put into the quarantine in a day (UTC); further ones are counted and not kept.
    public var quarantineBytesADay = 100_000_000
    /// How many requests may be in work at once; further ones are answered with 429.
    public var requests = 1_024
    /// How much all requests in work may hold of memory, in bytes: what was sent, and what each event is reckoned to
    /// take beside it. Further ones are answered with 429.
    public var memoryBytes = 256 << 20
    /// How many connections may be open; further ones wait to be accepted.
    public var connections = 1_024
    /// How long a client may take to send a request's head, or the next request.
    public var idleTime = Duration.seconds(30)
    /// How long a client may take to send a body.
    public var bodyTime = Duration.seconds(30)
    /// How long a client may take to read an answer.
    public var answerTime = Duration.seconds(60)
    /// How long a commit may wait for a lock that somebody else holds; then what it holds is answered with 503.
    public var lockTime = Duration.seconds(8)
    /// How long a request may wait for its commit; then it is answered with 503.
    public var commitTime = Duration.seconds(10)
    /// How long requests in work may take once the collector is told to stop.
    public var stopTime = Duration.seconds(5)

    /// How many rejected events an answer names.
    static let rejectsInAnswer = 1_000
    /// What an event is reckoned to take of memory, in bytes, beside those that were sent: judged, or held as a reject.
    static let eventBytes = 512

    /// The limits that are in force if nothing else is said.
    public init() {}
}
