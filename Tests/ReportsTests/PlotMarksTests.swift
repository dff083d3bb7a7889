import Pages
import Testing

/// The names above a plot of what happened on its days.
@Suite struct PlotMarksTests {
    @Test func namesDoNotMeetOnAnyPage() throws {
        let axis = try DayAxis(first: #require(Day("2026-02-01")), last: #require(Day("2026-04-30")))
        var random = SystemRandomNumberGenerator()
        for count in 1...40 {
            let rows = try (0..<count).map { number in
                let day = try #require(Day("2026-04-30")?.before(Int.random(in: 0...88, using: &random)))
                return ("\(day)", number % 3 == 0 ? "team" : "app_version", "A mark \(number * number * number)")
            }
            let labels = PlotMarks(Fixtures.marks(rows, app: "a")).labels(on: axis)
            try #require(!labels.isEmpty)
            // On narrow pages the style sheet hides labels of some styles.
            for (width, hidden) in [(244.0, ["minor", "spare"]), (450.0, ["spare"]), (880.0, [])] {
                let shown = labels.filter { !hidden.contains($0.style) }
                let boxes = shown.map { label in
                    let (start, size) = (label.share * width, Double(label.text.count) * 6.7)
                    return label.anchor == "start" ? start...start + size : start - size...start
                }.sorted { $0.lowerBound < $1.lowerBound }
                #expect(zip(boxes, boxes.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
                #expect(boxes.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= width })
            }
        }
    }
}
