import Foundation
import Testing

/// The contrast of the style sheet's colours.
@Suite struct StyleSheetTests {
    private static let sheet = try! String(
        contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "dashboards/page.css"), encoding: .utf8)

    /// The colours by role: the light theme, then the dark one.
    private static let themes: [[String: String]] = sheet.matches(of: /:root \{([^}]*)\}/).map { block in
        Dictionary(
            block.output.1.matches(of: /--([a-z0-9-]+): (#[0-9a-f]{6})/).map {
                (String($0.output.1), String($0.output.2))
            },
            uniquingKeysWith: { $1 })
    }

    @Test func rolesHaveTheColoursOfTheDesign() {
        let design = [
            ("paper", "#ffffff", "#101418"), ("text", "#16191d", "#e9ecef"), ("muted", "#555c66", "#a7afb9"),
            ("link", "#1456b8", "#8abcff"), ("warning", "#8a5a00", "#e8bd5a"), ("allowed", "#17509e", "#6aa9f7"),
            ("denied", "#c46a1b", "#c9803a"), ("no-answer", "#767e88", "#8a939e"), ("step", "#7d93b3", "#54708f"),
        ]
        for (role, light, dark) in design { #expect(Self.themes.map { $0[role] } == [light, dark], "\(role)") }
    }

    /// Outcomes of trials need little contrast with their neighbours because there is also a gap between them.
    /// Duplicates are stacked on what was accepted in one column without a gap.
    @Test(
        arguments: [
            ("text", "paper", 4.5), ("muted", "paper", 4.5), ("link", "paper", 4.5), ("warning", "paper", 4.5),
            ("allowed", "paper", 3), ("denied", "paper", 3), ("no-answer", "paper", 3), ("step", "paper", 3),
            ("quiet", "paper", 3), ("soft", "paper", 3), ("deep", "paper", 3), ("deep-denied", "paper", 3),
            ("text", "open", 4.5), ("link", "open", 4.5), ("warning", "open", 4.5), ("muted", "before", 4.5),
            ("muted", "now", 4.5), ("allowed", "band", 3), ("denied", "denied-band", 3), ("deep", "step", 3),
            ("allowed", "quiet", 1.5), ("quiet", "soft", 1.5), ("soft", "deep", 1.5), ("deep", "denied", 1.5),
            ("denied", "deep-denied", 1.5),
        ] as [(String, String, Double)])
    func aRoleStandsOutFromItsGround(role: String, ground: String, needs: Double) throws {
        for theme in Self.themes {
            #expect(Self.contrast(try #require(theme[role]), try #require(theme[ground])) >= needs)
        }
    }

    /// The border must have enough contrast because nothing else marks a range as a link.
    @Test func theBordersOfRangesStandOutFromThePaper() throws {
        let border = try #require(
            Self.sheet.firstMatch(of: /\.switch summary \{[^}]*border: 1px solid var\(--([a-z-]+)\)/))
        for theme in Self.themes {
            let colour = try #require(theme[String(border.output.1)])
            #expect(Self.contrast(colour, try #require(theme["paper"])) >= 3)
        }
    }

    @Test func numbersStandOutFromEveryShade() throws {
        for theme in Self.themes {
            for (step, role) in [(1, "text"), (2, "text"), (3, "text"), (5, "paper"), (6, "paper")] {
                #expect(Self.contrast(try #require(theme["heat-\(step)"]), try #require(theme[role])) >= 4.5)
            }
            #expect(Self.contrast(try #require(theme["heat-4"]), "#101418") >= 4.5)
        }
    }

    @Test func nothingIsSmallerThan11Pixels() {
        for size in Self.sheet.matches(of: /font(?:-size)?: ([0-9.]+)rem/) {
            #expect((Double(size.output.1) ?? 0) * 16 >= 11, "\(size.output.0)")
        }
        #expect(Self.sheet.firstMatch(of: /font[^;]*[0-9]px/) == nil)
    }

    @Test func headsThatAreHiddenOnNarrowPagesAreSeenWhenTheKeyboardReachesThem() throws {
        let hidden = try #require(Self.sheet.firstRange(of: ".versions thead {")).upperBound
        let rules = try #require(Self.sheet[hidden...].firstMatch(of: /\.versions thead:focus-within \{([^}]*)\}/))
        for rule in ["position: static", "width: auto", "height: auto", "clip-path: none"] {
            #expect(rules.output.1.contains(rule), "\(rule)")
        }
    }

    @Test func theSheetLoadsNothing() {
        #expect(Self.sheet.firstMatch(of: /url\(|@import|@font-face|<\//) == nil)
    }

    /// Returns the contrast ratio as defined by WCAG 2.
    private static func contrast(_ first: String, _ second: String) -> Double {
        let luminances = [first, second].map(luminance).sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    private static func luminance(_ colour: String) -> Double {
        let value = Int(colour.dropFirst(), radix: 16) ?? 0
        let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
            let share = Double(part) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
