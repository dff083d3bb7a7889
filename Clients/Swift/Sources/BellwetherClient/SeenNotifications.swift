/// What has been recorded by this process, so that it is recorded once.
struct SeenNotifications: Sendable {
    private var received: Set<String> = []
    private var responses: Set<Response> = []

    /// The greatest number of each that is remembered.
    private static let limit = 1_000

    /// A response of the user: scenes get it once more with their connection options.
    struct Response: Sendable, Hashable {
        var request: String
        /// When the notification was delivered, in seconds.
        var date: Double
        var action: String
    }

    /// Remembers a received notification. Returns whether it is new.
    mutating func insert(received id: String) -> Bool {
        if received.count >= SeenNotifications.limit { received = [] }
        return received.insert(id).inserted
    }

    /// Remembers a response. Returns whether it is new.
    mutating func insert(_ response: Response) -> Bool {
        if responses.count >= SeenNotifications.limit { responses = [] }
        return responses.insert(response).inserted
    }
}
