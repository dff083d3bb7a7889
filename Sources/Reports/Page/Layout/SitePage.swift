/// A page of the report's site: what the layout, the navigation and the head need of it.
package struct SitePage: Sendable, Equatable {
    /// The file's name in the report's folder.
    let file: String
    /// The name in the navigation.
    let label: String
    /// What it is about, as the title where there are several apps.
    let subject: String
    /// What there is to say where there are none: goes on with the range.
    let nothing: String
}

extension SitePage {
    static let index = SitePage(
        file: "index.html", label: "Overview", subject: "Who allows notifications", nothing: "No one was asked")
    static let optIn = SitePage(
        file: "opt-in.html", label: "Opt-in", subject: "Answers to the prompt", nothing: "No one was asked")
    static let provisional = SitePage(
        file: "provisional.html", label: "Provisional", subject: "Provisional trials",
        nothing: "No one started a provisional trial")
    static let winBack = SitePage(
        file: "win-back.html", label: "Win-back", subject: "Asked again after a refusal",
        nothing: "No one was asked again")
    static let opens = SitePage(
        file: "opens.html", label: "Opens", subject: "Who opens notifications", nothing: "Nothing was sent")
    static let reach = SitePage(
        file: "reach.html", label: "Reach", subject: "Who can be reached", nothing: "No one was seen")
    static let quality = SitePage(
        file: "quality.html", label: "Data quality", subject: "Data quality", nothing: "No events came")
    static let glossary = SitePage(
        file: "glossary.html", label: "Glossary", subject: "What the numbers mean", nothing: "What the numbers mean")

    /// The opt-in page of a part of an app's people.
    static func optIn(of part: OptInPart) -> SitePage {
        SitePage(file: part.file, label: optIn.label, subject: part.name, nothing: optIn.nothing)
    }

    /// Every page, in the order of the navigation. A new one is a row here and a section for an app in `Site`.
    static let all = [index, optIn, provisional, winBack, opens, reach, quality, glossary]
}
