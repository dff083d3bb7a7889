/// A kind of page in the report: its file name, its name in the navigation, its titles, and what it shows of an app.
package struct SitePage: Sendable {
    /// The file name.
    let file: String
    /// The name in the navigation.
    let label: String
    /// What the page is about; the title if there are several apps.
    let subject: String
    /// The title if there are no apps. It also starts a sentence that ends with the range.
    let nothing: String
    /// Whether only some ranges have it.
    var isOfRange = false
    /// Makes the section of an app; nil if the page has no sections by app.
    var section: (@Sendable (SectionSource) -> any Section)?
}

/// What the section of an app is made from.
struct SectionSource {
    let app: String
    /// The rows of the pages' range, and those of the report's own range.
    let rows, whole: ReportRows
    /// The links among the pages of the app.
    let links: VerdictLinks
    /// The campaigns that have pages, if the app is alone.
    let campaigns: [CampaignPart]
    /// Whether the app is alone on the page.
    let isAlone: Bool
}

extension SitePage: Equatable {
    package static func == (one: SitePage, other: SitePage) -> Bool { one.file == other.file }
}

extension SitePage {
    package static let index = SitePage(
        file: "index.html", label: "Overview", subject: "Who allows notifications", nothing: "No one was asked"
    ) { OverviewSection($0.app, $0.rows, whole: $0.whole, links: $0.links) }
    static let optIn = SitePage(
        file: "opt-in.html", label: "Opt-in", subject: "Answers to the prompt", nothing: "No one was asked"
    ) { OptInSection($0.app, $0.rows, whole: $0.whole, links: $0.links, isAlone: $0.isAlone) }
    static let provisional = SitePage(
        file: "provisional.html", label: "Provisional", subject: "Provisional trials",
        nothing: "No one started a provisional trial"
    ) { ProvisionalSection($0.app, $0.rows) }
    static let winBack = SitePage(
        file: "win-back.html", label: "Win-back", subject: "Asked again after a refusal",
        nothing: "No one was asked again"
    ) { WinBackSection($0.app, $0.rows) }
    static let opens = SitePage(
        file: "opens.html", label: "Opens", subject: "Who opens notifications", nothing: "Nothing was sent"
    ) { OpensSection($0.app, $0.rows, whole: $0.whole, campaigns: $0.campaigns) }
    static let reach = SitePage(
        file: "reach.html", label: "Reach", subject: "Who can be reached", nothing: "No one was seen"
    ) { ReachSection($0.app, $0.rows) }
    static let quality = SitePage(
        file: "quality.html", label: "Data quality", subject: "Data quality", nothing: "No events came"
    ) { QualitySection($0.app, $0.rows) }
    static let glossary = SitePage(
        file: "glossary.html", label: "Glossary", subject: "What the numbers mean", nothing: "What the numbers mean")

    /// Returns the opt-in page of a part of an app's people.
    static func optIn(of part: OptInPart) -> SitePage {
        SitePage(file: part.file, label: optIn.label, subject: part.name, nothing: optIn.nothing)
    }

    /// Returns the page of a campaign.
    static func campaign(_ part: CampaignPart) -> SitePage {
        SitePage(file: part.file, label: opens.label, subject: part.name, nothing: opens.nothing)
    }

    /// All pages of the navigation, in its order. To add a page, add it here: it needs a name only if code names it.
    package static let all = [
        index,
        optIn,
        provisional,
        winBack,
        opens,
        reach,
        quality,
        glossary,
    ]
}
