/// The headline of a page or of an app's section.
struct Headline {
    /// A sentence without its full stop, with the main number if there is one.
    let title: String
    /// The sentences below the title, with the base of the number.
    let lede: String
    /// A sentence after these that is stressed; empty if there is none.
    var strong = ""
    /// The sentences after that.
    var rest = ""
    /// What to look at next, at most three.
    var looks: [Look] = []

    /// A sentence with a link.
    struct Look {
        /// The words before the link, the link's text and target, and the words after it.
        let before: String
        let link: String
        let href: String
        let after: String

        /// The values for the templates.
        var model: PageModel {
            PageModel([
                "before": .text(before), "link": .text(link), "href": .text(href), "after": .text(after),
            ])
        }
    }
}
