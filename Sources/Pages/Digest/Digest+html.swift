extension Digest {
    /// The digest as a page for mail: tables with inline styles, which mail programs keep, and no picture. Its statements
    /// name their verdicts, as those of pages do.
    var html: String {
        VerdictMark.$isOn.withValue(true) {
            Digest(overviews, rows, whole: whole, address: address, hasPages: hasPages).markup
        }
    }

    private var markup: String {
        let isOfOne = apps.count == 1 && omitted == 0
        let shared = changes.map { Self.item($0.severity.label, $0.sentence) }
        let top = isOfOne ? [] : [Self.title(headline.title, isMain: true), Self.paragraph(headline.lede)] + shared
        let sections = apps.map { section($0, isOfOne: isOfOne) }
        let foot = [omission, about + "."].filter { !$0.isEmpty }.map { Self.paragraph($0, style: Self.small) }
        let body = SafeHTML.joined(top + sections + foot)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="referrer" content="no-referrer"/>
            <title>\(SafeHTML.escape(headline.title))</title>
            </head>
            <body style="margin: 0; padding: 24px 16px; background: #ffffff; color: #16191d; \(Self.font)">
            <main style="max-width: 600px; margin: 0 auto">
            \(body.text)
            </main>
            </body>
            </html>

            """
    }

    private static let font =
        "font: 15px/1.5 -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere"
    private static let small = "margin: 24px 0 0; font-size: 12px; color: #555c66"
    private static let cell = "padding: 6px 0; border-top: 1px solid #dfe3e8; vertical-align: top"

    private func section(_ app: App, isOfOne: Bool) -> SafeHTML {
        let name = Self.paragraph(
            head.name(of: app.appID), style: "margin: \(isOfOne ? 0 : 32)px 0 0; color: #555c66")
        let link = address.map { address in
            SafeHTML.element(
                "p", ["style": "margin: 16px 0 0"],
                [
                    .element(
                        "a", ["href": address + app.page, "style": "color: #1456b8"],
                        [.text("Open the overview")])
                ])
        }
        let changes = app.changes.prefix(Self.limit).map { Self.item($0.verdict.severity.label, Self.words($0)) }
        let experiments = app.experiments.prefix(Self.limit).map { Self.item("Experiment", $0) }
        return .joined(
            [name, Self.title(app.headline.title, isMain: isOfOne), Self.paragraph(app.lede)]
                + [table(app.numbers)] + app.headline.looks.map { look($0, app) } + changes + experiments
                + [app.marks.isEmpty ? nil : Self.paragraph(app.marks), link].compactMap(\.self))
    }

    private func table(_ numbers: [KeyNumber]) -> SafeHTML {
        guard !numbers.isEmpty else { return .joined([]) }
        let rows = numbers.map { number in
            let more = [number.interval, number.note].filter { !$0.isEmpty }.joined(separator: ", ")
            return SafeHTML.element(
                "tr", [:],
                [
                    .element(
                        "th", ["scope": "row", "style": "\(Self.cell); text-align: left; font-weight: 400"],
                        [.text(number.label), Self.line(more)]),
                    .element(
                        "td", ["style": "\(Self.cell); text-align: right; white-space: nowrap"],
                        [
                            .element("strong", ["style": "font-size: 18px"], [.text(number.value)]),
                            Self.line(number.change),
                        ]),
                ])
        }
        return .element(
            "table", ["style": "width: 100%; margin: 16px 0 0; border-collapse: collapse"],
            [.element("tbody", [:], rows)])
    }

    /// Returns a line of small text; nothing if it is empty.
    private static func line(_ text: String) -> SafeHTML {
        guard !text.isEmpty else { return .joined([]) }
        return .joined([
            .element("br"), .element("span", ["style": "font-size: 12px; color: #555c66"], [.text(text)]),
        ])
    }

    /// Returns what to look at, with a link if the report has pages of these days and its address is known.
    private func look(_ look: Headline.Look, _ app: App) -> SafeHTML {
        let folder = String(app.page.dropLast(SitePage.index.file.count))
        let name = SafeHTML.text(look.link)
        let link = (hasPages ? address : nil).map { address in
            SafeHTML.element("a", ["href": address + folder + look.href, "style": "color: #1456b8"], [name])
        }
        return .element(
            "p", ["style": "margin: 8px 0 0"],
            [.text("→ " + look.before.withoutJoiners), link ?? name, .text(look.after.withoutJoiners)])
    }

    private static func title(_ text: String, isMain: Bool) -> SafeHTML {
        let style = "margin: 4px 0 0; font-size: 24px; line-height: 1.2; font-weight: 700"
        return isMain
            ? .element("h1", ["style": style], [.text(text)]) : .element("h2", ["style": style], [.text(text)])
    }

    private static func paragraph(_ text: String, style: String = "margin: 8px 0 0") -> SafeHTML {
        text.isEmpty ? .joined([]) : .element("p", ["style": style], [.text(text.withoutJoiners)])
    }

    private static func item(_ label: String, _ sentence: String) -> SafeHTML {
        .element(
            "p", ["style": "margin: 8px 0 0"],
            [.element("strong", [:], [.text(label + ": ")]), .text(sentence.withoutJoiners)])
    }
}
