/// Finds the page or figure about a value of a dimension, such as an OS version, among the pages of one app.
struct ValueLinks {
    /// The files of the opt-in pages of parts of the app's people.
    let parts: Set<String>
    /// The dimensions that have a figure on the opt-in page.
    let dimensions: Set<String>
    /// The app's section on its pages; every app has pages of its own or is alone in the report.
    private static let section = "app-1"

    init(parts: [OptInPart] = [], dimensions: [String] = []) {
        self.parts = Set(parts.map(\.file))
        self.dimensions = Set(dimensions)
    }

    /// Returns the page of a value, or the figure of its dimension, or the opt-in page.
    func href(_ dimension: String, _ name: String) -> String {
        if let page = own(dimension, name) { return page }
        guard dimensions.contains(dimension) else { return SitePage.optIn.file }
        return "\(SitePage.optIn.file)#\(Self.section)-\(Self.figure(dimension))"
    }

    /// Returns the page of a value; nil if it has none.
    func own(_ dimension: String, _ name: String) -> String? {
        page(dimension, name).flatMap { parts.contains($0) ? $0 : nil }
    }

    /// The name of the figure of a dimension.
    static func figure(_ dimension: String) -> String { "where-" + dimension.replacing(["_": "-"]) }

    private func page(_ dimension: String, _ name: String) -> String? {
        switch dimension {
        case "os", "os_version": OptInPart.page(name.prefix { $0 != "." }.lowercased().replacing([" ": "-"]))
        case "app_version": OptInPart.page("app-" + name)
        default: nil
        }
    }

    /// Returns the page or figure that a finding is about.
    func href(_ finding: Finding) -> String {
        switch finding.rule {
        case "silent", "rejects", "latency": return SitePage.quality.file
        case "open_rate_24h": return SitePage.opens.file
        case "push_service": return SitePage.reach.file
        case "mix": return href("os_version", "")
        default:
            guard let subject = finding.subject else { return SitePage.optIn.file }
            for (prefix, dimension) in [("app version ", "app_version"), ("placement ", "placement")]
            where subject.hasPrefix(prefix) {
                return href(dimension, String(subject.dropFirst(prefix.count)))
            }
            return href("os_version", subject)
        }
    }
}
