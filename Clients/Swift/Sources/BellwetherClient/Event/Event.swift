/// Something that happened, before it has an identity.
package struct Event: Sendable, Hashable {
    package var type: EventType
    package var occurredAt: Timestamp
    /// The place among the installation's permission events; nil for other events.
    package var sequence: Int64?
    package var data: EventData

    package init(_ type: EventType, at occurredAt: Timestamp, sequence: Int64? = nil, data: EventData = EventData()) {
        self.type = type
        self.occurredAt = occurredAt
        self.sequence = sequence
        self.data = data
    }
}
