/// The collector's answer to a delivery.
struct Acknowledgement: Decodable {
    struct Reject: Decodable {
        let index: Int
        let reason: String
        let detail: String?
    }

    let accepted: Int
    let duplicates: Int
    let rejected_count: Int
    let rejected: [Reject]?

    /// Reads the body of an answer. Returns nil unless it acknowledges exactly this many events: a captive portal answers
    /// 200, too.
    init?(_ body: [UInt8], sent: Int) {
        self.init(json: body)
        let counts = [accepted, duplicates, rejected_count]
        guard counts.allSatisfy({ (0...sent).contains($0) }), counts.reduce(0, +) == sent else { return nil }
    }

    var isErased: Bool { (rejected ?? []).contains { $0.reason == "erased" } }
}
