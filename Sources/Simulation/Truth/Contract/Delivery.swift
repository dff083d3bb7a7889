extension Truth {
    /// One delivery: something that came in and was accepted, or not.
    package struct Delivery: Sendable {
        /// What became of it.
        package enum Outcome: Sendable, Equatable {
            case accepted
            case duplicate
            /// Rejected, for this reason of the contract's list.
            case rejected(reason: String)
        }

        /// When it was received by the contract.
        package var receivedAt: Microseconds

        /// What became of it.
        package var outcome: Outcome

        /// A delivery of this time and outcome.
        package init(receivedAt: Microseconds, outcome: Outcome) {
            self.receivedAt = receivedAt
            self.outcome = outcome
        }
    }
}
