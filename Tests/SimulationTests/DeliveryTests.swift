import Simulation
import Testing

@Suite struct DeliveryTests {
    private func delivery(_ offset: Microseconds, _ outcome: Truth.Delivery.Outcome) -> Truth.Delivery {
        Truth.Delivery(receivedAt: start + offset, outcome: outcome)
    }

    private func daily(_ deliveries: [Truth.Delivery], horizon: Microseconds = 60 * day, to: Int? = nil) -> [String] {
        rows("deliveries_daily", [], deliveries: deliveries, parameters(horizon: horizon, from: 0, to: to))
    }

    @Test func outcomesAreCountedByTheDayOfReceipt() {
        let deliveries = [
            delivery(0, .accepted), delivery(day - 1, .duplicate), delivery(2 * day, .rejected(reason: "erased")),
            delivery(2 * day, .accepted), delivery(-1, .accepted), delivery(60 * day, .accepted),
        ]
        #expect(daily(deliveries) == ["2026-01-01,1,1,0", "2026-01-03,1,0,1"], "a day without any has no row")
    }

    @Test func daysCountWholeAlsoTheHorizons() {
        let after = delivery(2 * day + hour, .rejected(reason: "erased"))
        #expect(daily([after], horizon: 2 * day, to: 5) == ["2026-01-03,0,0,1"])
        #expect(daily([delivery(3 * day, .accepted)], horizon: 2 * day, to: 5) == [])
    }

    @Test func rejectsAreCountedByTheirReasonInTheRange() {
        let reasons = ["unknown_type", "invalid_json", "unknown_type"]
        let deliveries = reasons.map { delivery(hour, .rejected(reason: $0)) }
        let outside = [delivery(-1, .rejected(reason: "erased")), delivery(0, .duplicate)]
        #expect(
            rows("rejects", [], deliveries: deliveries + outside, parameters(from: 0)) == [
                "invalid_json,1", "unknown_type,2",
            ])
    }
}
