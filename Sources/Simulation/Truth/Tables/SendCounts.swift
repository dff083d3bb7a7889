extension Truth {
    /// The counts of a group of sends.
    struct SendCounts: Sendable {
        private(set) var sent = 0

        /// The installations sent to; only collected for a minimum cell.
        private(set) var recipients: Set<Identifier> = []
        private(set) var received = 0
        private(set) var opened = 0
        private(set) var influenced = 0
        private(set) var sent24h = 0
        private(set) var opened24h = 0

        /// Counts one send; `isForPeople` says whether to collect the installations sent to.
        mutating func add(_ send: Send, isForPeople: Bool) {
            sent += 1
            if isForPeople { recipients.insert(send.event.installation) }
            received += send.isReceived ? 1 : 0
            opened += send.isOpened ? 1 : 0
            influenced += send.isInfluenced ? 1 : 0
            sent24h += send.isOver24h ? 1 : 0
            opened24h += send.isOver24h && send.isOpened24h ? 1 : 0
        }

        /// The column names of `cells`.
        static let columns = """
            sent received direct_opens influenced_opens direct_open_rate direct_open_rate_low direct_open_rate_high \
            influenced_open_rate
            """

        /// The cells of the counts and rates over the open window.
        var cells: [String] {
            [sent, received, opened, influenced].map(String.init) + CSV.proportion(opened, of: sent)
                + [Decimal.ratio(influenced, sent)]
        }

        /// The cells of the sends, of those opened directly, and of the rate.
        var directCells: [String] { ["\(sent)", "\(opened)"] + CSV.proportion(opened, of: sent) }

        /// The column names of `cells24h`.
        static let columns24h = "sent_24h opened_24h open_rate_24h open_rate_24h_low open_rate_24h_high"

        /// The cells of the sends whose first 24 hours are over: their number, those opened in that time, and the rate.
        var cells24h: [String] { [sent24h, opened24h].map(String.init) + CSV.proportion(opened24h, of: sent24h) }
    }
}
