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

    @Test(arguments: [
        ("text", 4.5), ("muted", 4.5), ("link", 4.5), ("warning", 4.5), ("allowed", 3), ("denied", 3),
        ("no-answer", 3), ("step", 3), ("quiet", 3), ("soft", 3), ("deep", 3), ("deep-denied", 3),
    ])
    func aRoleStandsOutFromThePaper(role: String, needs: Double) throws {
        for theme in Self.themes {
            #expect(Self.contrast(try #require(theme[role]), try #require(theme["paper"])) >= needs)
        }
    }

    @Test func textStandsOutFromTintedGround() throws {
        for theme in Self.themes {
            for text in ["text", "link", "warning"] {
                #expect(Self.contrast(try #require(theme[text]), try #require(theme["open"])) >= 4.5)
            }
            for tint in ["before", "now"] {
                #expect(Self.contrast(try #require(theme["muted"]), try #require(theme[tint])) >= 4.5)
            }
            #expect(Self.contrast(try #require(theme["allowed"]), try #require(theme["band"])) >= 3)
            #expect(Self.contrast(try #require(theme["denied"]), try #require(theme["denied-band"])) >= 3)
        }
    }

    /// A lower contrast than 3 is enough because there is also a gap between neighbours.
    @Test func outcomesOfTrialsStandOutFromTheirNeighbours() throws {
        let outcomes = ["allowed", "quiet", "soft", "deep", "denied", "deep-denied"]
        for theme in Self.themes {
            for (first, second) in zip(outcomes, outcomes.dropFirst()) {
                let contrast = Self.contrast(try #require(theme[first]), try #require(theme[second]))
                #expect(contrast >= 1.5, "\(first) and \(second)")
            }
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

    /// They are stacked in one column without a gap.
    @Test func duplicatesStandOutFromWhatWasAccepted() throws {
        for theme in Self.themes {
            #expect(Self.contrast(try #require(theme["deep"]), try #require(theme["step"])) >= 3)
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
