/// Finds the page about a verdict, or about a part of an app's people, among the pages of one app.
struct VerdictLinks {
    /// The parts of the app's people that have opt-in pages.
    private let parts: [OptInPart]
    private let campaigns: [CampaignPart]
    /// The files of the pages of verdicts by their keys.
    private let pages: [String: String]

    init(parts: [OptInPart] = [], campaigns: [CampaignPart] = [], pages: [VerdictPage] = []) {
        (self.parts, self.campaigns) = (parts, campaigns)
        self.pages = Dictionary(pages.map { ($0.verdict.key, $0.file) }, uniquingKeysWith: { $1 })
    }

    /// Returns the page of a verdict, otherwise the page about its number.
    func href(_ verdict: Verdict) -> String {
        if let page = pages[verdict.key] { return page }
        if verdict.isOfData { return SitePage.quality.file }
        switch verdict.metric {
        case "reach", "push_service": return SitePage.reach.file
        case "opens": return SitePage.opens.file
        case "turn_offs": return campaigns.first { $0.isOf(verdict.name) }?.file ?? SitePage.opens.file
        case "provisional": return SitePage.provisional.file
        default: return SitePage.optIn.file
        }
    }

    /// Returns the opt-in page of a part; nil if it has none.
    func own(_ dimension: String, _ name: String) -> String? {
        parts.first { $0.isOf(dimension, name) }?.file
    }

    /// The name of the table of a dimension.
    static func figure(_ dimension: String) -> String { "where-" + dimension.replacing(["_": "-"]) }
}
