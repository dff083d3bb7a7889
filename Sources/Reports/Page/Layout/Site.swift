/// All pages of a report.
package struct Site: Sendable {
    package let pages: [Page]

    /// The pages of these rows, with a section on each for every app that has a row anywhere.
    package init(_ head: PageHead, _ rows: ReportRows, findings: [Finding] = []) {
        let apps = rows.apps
        pages = SitePage.all.map { place in
            Page(
                place: place, head: head, sections: apps.compactMap { Self.section(of: place, app: $0, rows) },
                shared: place == .quality ? DeliveriesSection(rows) : nil,
                findings: place == .index && head.horizon != nil ? findings : nil)
        }
    }

    private static func section(of place: SitePage, app: String, _ rows: ReportRows) -> (any Section)? {
        switch place {
        case .index: OverviewSection(app, rows)
        case .optIn: OptInSection(app, rows)
        case .provisional: ProvisionalSection(app, rows)
        case .winBack: WinBackSection(app, rows)
        case .opens: OpensSection(app, rows)
        case .reach: ReachSection(app, rows)
        case .quality: QualitySection(app, rows)
        default: nil
        }
    }
}
