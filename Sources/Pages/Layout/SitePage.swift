/// A kind of page in the report: its file name, its name in the navigation, and its titles.
package struct SitePage: Sendable, Equatable {
    /// The file name.
    let file: String
    /// The name in the navigation.
    let label: String
    /// What the page is about; the title if there are several apps.
    let subject: String
    /// The title if there are no apps. It also starts a sentence that ends with the range.
    let nothing: String
}

extension SitePage {
    package static let index = SitePage(
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

    /// Returns the opt-in page of a part of an app's people.
    static func optIn(of part: OptInPart) -> SitePage {
        SitePage(file: part.file, label: optIn.label, subject: part.name, nothing: optIn.nothing)
    }

    /// All pages of the navigation, in its order. To add a page, add it here and give it a section in `Site`.
    static let all = [index, optIn, provisional, winBack, opens, reach, quality, glossary]
}
