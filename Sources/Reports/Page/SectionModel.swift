/// What the template of one app shows.
struct SectionModel {
    let section: AppSection
    /// 1 for the first app of the page.
    let number: Int
    /// Whether the page is about this app alone, so that its headline is the page's.
    let isAlone: Bool
    let page: PageWords
    let budget: PageBudget

    /// Every figure, or none where no one was asked.
    var model: PageModel {
        let headline = Headline(section, page: page)
        return PageModel([
            "id": "app-\(number)",
            "hasHeading": .flag(!isAlone),
            "app": .text(PageFormat.name(section.appID, atMost: 80)),
            "title": .text(headline.title),
            "lede": .text(headline.lede),
            "numbers": .optional(section.total.flatMap { $0.prompted > 0 ? keyNumbers($0) : nil }),
            "steps": .optional(section.total.flatMap { $0.prompted > 0 ? steps($0) : nil }),
            "trend": .optional(section.isEmpty ? nil : trend),
            "versions": .optional(section.rows.isEmpty ? nil : versions),
            "retention": .optional(section.rows.isEmpty ? nil : retention),
        ])
    }

    /// What every figure has: its number on the page, its place and the level of its heading.
    func figure(_ place: Int, _ name: String) -> PageModel {
        PageModel([
            "id": "app-\(number)-\(name)",
            "figure": "\((number - 1) * 4 + place)",
            "level": .text(isAlone ? "2" : "3"),
            "days": .text(page.days),
            "hasApp": .flag(!isAlone),
            "app": .text(PageFormat.name(section.appID, atMost: 40)),
        ])
    }

    /// The versions that the page has room for.
    var list: VersionList { VersionList(section.rows, atMost: budget.rows) }

    /// What is not listed, or nothing.
    func omission(_ list: VersionList) -> String {
        let (versions, prompted) = list.omitted
        guard versions > 0 else { return "" }
        return "\(PageFormat.count(versions)) more OS \(versions == 1 ? "version" : "versions") "
            + "(\(PageFormat.count(prompted)) asked) are in the CSV; the table lists those with most people asked."
    }
}
