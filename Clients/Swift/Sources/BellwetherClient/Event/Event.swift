/// An event before it gets its id.
package struct Event: Sendable, Hashable {
    package var type: EventType
    package var occurredAt: Timestamp
    /// The number of this permission event within its installation; nil for other events.
    package var sequence: Int64?
    package var data: EventData

    package init(_ type: EventType, at occurredAt: Timestamp, sequence: Int64? = nil, data: EventData? = nil) {
        self.type = type
        self.occurredAt = occurredAt
        self.sequence = sequence
        self.data = data ?? EventData()
    }
}
