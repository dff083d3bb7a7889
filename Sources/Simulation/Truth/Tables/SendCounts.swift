extension Truth {
    /// The counts of some sends.
    struct SendCounts: Sendable {
        private(set) var sent = 0
        private(set) var received = 0
        private(set) var opened = 0
        private(set) var influenced = 0

        /// Counts one more send.
        mutating func add(_ send: Send) {
            sent += 1
            received += send.isReceived ? 1 : 0
            opened += send.isOpened ? 1 : 0
            influenced += send.isInfluenced ? 1 : 0
        }

        /// The columns of `cells`.
        static let columns = """
            sent received direct_opens influenced_opens direct_open_rate direct_open_rate_low direct_open_rate_high \
            influenced_open_rate total_open_rate
            """

        /// The counts and their rates.
        var cells: [String] {
            [sent, received, opened, influenced].map(String.init) + CSV.proportion(opened, of: sent)
                + [Decimal.ratio(influenced, sent), Decimal.ratio(opened + influenced, sent)]
        }
    }
}
