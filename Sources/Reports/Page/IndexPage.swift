/// The first page of a report: how many people allow notifications, by OS version and by day.
public struct IndexPage: Sendable {
    /// The first day of the range, by the day of the prompt; nil where nothing was ever received.
    public var from: Day?
    /// The last day of the range, inclusive.
    public var to: Day?
    /// The time zone of the days, such as `UTC`.
    public var timeZone: String
    /// Events received up to this instant are in the report, RFC 3339 in UTC; nil where nothing was ever received.
    public var horizon: String?
    /// The longest time from a prompt to the decision that counts.
    public var conversionWindowSeconds: Int
    /// Rows of fewer people are withheld; 0 withholds none.
    public var minimumCell: Int
    /// The apps of the report.
    public var sections: [AppSection]

    /// A page with the conversion window in seconds.
    public init(
        from: Day?, to: Day?, timeZone: String, horizon: String?, conversionWindowSeconds: Int, minimumCell: Int,
        sections: [AppSection]
    ) {
        self.from = from
        self.to = to
        self.timeZone = timeZone
        self.horizon = horizon
        self.conversionWindowSeconds = conversionWindowSeconds
        self.minimumCell = minimumCell
        self.sections = sections
    }

    /// A page with the conversion window in days.
    public init(
        from: Day?, to: Day?, timeZone: String, horizon: String?, conversionWindowDays: Int, minimumCell: Int,
        sections: [AppSection]
    ) {
        self.init(
            from: from, to: to, timeZone: timeZone, horizon: horizon,
            conversionWindowSeconds: conversionWindowDays * 86_400, minimumCell: minimumCell, sections: sections)
    }

    /// The page as HTML, at most 200,000 bytes: the same bytes for the same values.
    ///
    /// - Throws: `PageError` for a defect in the templates.
    public func render() throws -> String { try render(with: .embedded()) }

    /// The page from other templates than those compiled in.
    package func render(with templates: PageTemplates) throws -> String {
        var smallest = ""
        for budget in PageBudget.all {
            smallest = try render(with: templates, within: budget)
            if smallest.utf8.count <= PageBudget.pageSize { break }
        }
        return smallest
    }

    private func render(with templates: PageTemplates, within budget: PageBudget) throws -> String {
        let headline = headline
        let layout = PageLayout(
            page: .index, templates: templates, subject: subject, title: "\(headline.title) – \(subject)")
        return try layout.render(templates.render(SitePage.index.template, model(within: budget)))
    }

    /// The app, or how many apps.
    private var subject: String {
        switch sections.count {
        case 0: "Bellwether"
        case 1: PageFormat.name(sections[0].appID, atMost: 80)
        default: "\(PageFormat.count(sections.count)) apps"
        }
    }
}
