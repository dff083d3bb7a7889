/// A page of the report's site: what the layout and the navigation need of it.
struct SitePage: Sendable, Equatable {
    /// The file's name in the report's folder.
    let file: String
    /// The name in the navigation.
    let label: String
    /// The template of its body.
    let template: String

    static let index = SitePage(file: "index.html", label: "Overview", template: "index")

    /// Every page, in the order of the navigation. A new one is a row here, a view model and a template.
    static let all = [index]
}
