import Pages
import Testing

/// How pages write numbers, durations, days and names.
@Suite struct PageFormatTests {
    @Test func countsHaveCommasAndATrueMinus() {
        #expect(
            [0, 7, 999, 1000, 12_345, 1_234_567].map(PageFormat.count)
                == ["0", "7", "999", "1,000", "12,345", "1,234,567"])
        #expect(PageFormat.count(-12_345) == "\u{2212}12,345")
        #expect(PageFormat.count(Int.min).hasPrefix("\u{2212}9,223"))
    }

    @Test func oneIsWrittenInTheSingular() throws {
        let more = [1, 2, 1_000].map { PageFormat.counted($0, "more is", "more are") }
        #expect(more == ["1 more is", "2 more are", "1,000 more are"])
        let row = Fixtures.reach("day", nil, nil, [1, 0, 0, 2, 0, 0], app: "a", day: Day("2026-04-30")!)
        let html = try Fixtures.site(["reach_page": [row]]).page("reach.html")
        #expect(html.contains("<h1>1 person can be reached</h1>"))
    }

    @Test func ratesHaveOneDecimalAndAnIntervalWithoutRepeatedSigns() {
        #expect(PageFormat.percent(0.594) == "59.4%")
        #expect(PageFormat.percent(0) == "0.0%")
        #expect(PageFormat.percent(1) == "100.0%")
        #expect(PageFormat.percent(-0.019) == "\u{2212}1.9%")
        #expect(PageFormat.interval(Rate(value: 0.594, low: 0.591, high: 0.598)) == "59.1–59.8")
    }

    @Test func differencesAreInPointsWithTheirInterval() {
        let difference = Rate(value: 0.019, low: -0.0021, high: 0.0401)
        #expect(PageFormat.points(difference) == "+1.9 pts (\u{2212}0.2 to +4.0)")
        #expect(PageFormat.points(Rate(value: 0, low: -0.01, high: 0.01)) == "0.0 pts (\u{2212}1.0 to +1.0)")
    }

    @Test func whatIsNoNumberIsADash() {
        #expect(PageFormat.percent(.nan) == "–")
        #expect(PageFormat.percent(.infinity) == "–")
        #expect(PageFormat.duration(seconds: nil) == "–")
        #expect(PageFormat.duration(seconds: .nan) == "–")
    }

    @Test func durationsHaveTwoUnitsAtMost() {
        let spans: [(Double, String)] = [
            (0, "0.0 s"), (4.24, "4.2 s"), (9.96, "10 s"), (38, "38 s"), (59.6, "1 min"), (125, "2 min 5 s"),
            (11_520, "3 h 12 min"), (187_200, "2 d 4 h"), (604_800, "7 d"),
        ]
        for (seconds, text) in spans { #expect(PageFormat.duration(seconds: seconds) == text) }
    }

    @Test func windowsAreInTheirLargestWholeUnit() {
        #expect(
            [604_800, 86_400, 129_600, 90].map(PageFormat.window) == ["7 days", "1 day", "36 hours", "90 seconds"])
    }

    @Test func instantsAreInUTCToTheMinute() {
        #expect(PageFormat.instant("2026-05-01T02:10:09.123456Z") == "1 May 2026, 02:10 UTC")
        #expect(PageFormat.instant("sometime") == "sometime")
    }

    @Test func daysReadAsTheyAreWritten() throws {
        let day = try #require(Day("2026-08-23"))
        #expect(day.text == "23 Aug 2026")
        #expect(day.description == "2026-08-23")
        #expect(day == Day(year: 2026, month: 8, day: 23))
        for text in ["2026-02-29", "2026-13-01", "2026-8-23", "26-08-23", "", "+026-08-23"] {
            #expect(Day(text) == nil)
        }
        let (last, first) = (try #require(Day("2028-02-29")), try #require(Day("2028-03-01")))
        #expect(first.number == last.number + 1)
        #expect(last < first)
    }

    @Test func namesAreClippedAndHoldNothingUnseen() {
        #expect(PageFormat.name("a\u{202E}b\u{0}") == "a\u{FFFD}b\u{FFFD}")
        #expect(PageFormat.name(String(repeating: "W", count: 500)).unicodeScalars.count == 65)
    }
}
