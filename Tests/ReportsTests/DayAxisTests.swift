import Pages
import Testing

/// The labels below a plot of days.
@Suite struct DayAxisTests {
    private static let texts: [(String, String, [String])] = [
        ("2026-04-30", "2026-04-30", ["30 Apr"]),
        ("2026-04-24", "2026-04-30", ["24 Apr", "26 Apr", "28 Apr", "30 Apr"]),
        ("2026-04-28", "2026-04-30", ["28 Apr", "29 Apr", "30 Apr"]),
        ("2026-02-01", "2026-04-30", ["1 Feb", "1 Mar", "1 Apr", "30 Apr"]),
        ("2026-01-15", "2026-06-20", ["15 Jan", "1 Mar", "1 May", "20 Jun"]),
        ("2024-12-28", "2025-03-27", ["28 Dec", "1 Feb", "1 Mar", "27 Mar"]),
        ("2024-11-01", "2025-03-31", ["1 Nov", "1 Jan", "1 Feb", "31 Mar"]),
        ("2024-03-15", "2026-03-14", ["Mar 2024", "Dec 2024", "Jul 2025", "Mar 2026"]),
    ]

    @Test(arguments: texts) func atLeastFourDaysAreNamedIfThereIsRoom(first: String, last: String, texts: [String])
        throws
    {
        let axis = try DayAxis(first: #require(Day(first)), last: #require(Day(last)))
        #expect(axis.labels().map(\.text) == texts)
    }

    /// A letter of 11 px is at most 6.7 px wide in these labels; on a page of 320 px the plot is 244 px wide.
    @Test func noLabelMeetsAnotherOnTheNarrowestPage() throws {
        let start = try #require(Day("2025-09-20"))
        let days = (1...800).compactMap { start.before(-$0) }
        try #require(days.count == 800)
        for first in days.prefix(40) {
            for last in days where first < last && last.number - first.number < 500 {
                let boxes = DayAxis(first: first, last: last).labels().map(box)
                let isApart = zip(boxes, boxes.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
                #expect(isApart, "\(first) to \(last)")
            }
        }
    }

    private func box(_ label: PlotFrame.Label) -> ClosedRange<Double> {
        let (middle, width) = (label.share * 244, Double(label.text.count) * 6.7)
        return switch label.anchor {
        case "start": middle...middle + width
        case "end": middle - width...middle
        default: middle - width / 2...middle + width / 2
        }
    }
}
