extension Truth {
    /// One delivery of an event: any line or request element that came in, accepted or not.
    package struct Delivery: Sendable {
        /// What the event contract says the result is.
        package enum Outcome: Sendable, Equatable {
            case accepted
            case duplicate
            /// Rejected with this reason from the contract's list.
            case rejected(reason: String)
        }

        /// The time of receipt as defined by the contract.
        package var receivedAt: Microseconds

        package var outcome: Outcome

        package init(receivedAt: Microseconds, outcome: Outcome) {
            self.receivedAt = receivedAt
            self.outcome = outcome
        }
    }
}
