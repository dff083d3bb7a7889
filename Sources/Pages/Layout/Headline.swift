/// The headline of a page or of an app's section.
package struct Headline {
    /// A sentence without its full stop, with the main number if there is one.
    package let title: String
    /// The sentences below the title, with the base of the number.
    package let lede: String
    /// A sentence after these that is stressed; empty if there is none.
    package var strong = ""
    /// The sentences after that.
    package var rest = ""
    /// What to look at next, at most three.
    package var looks: [Look] = []

    /// A sentence with a link.
    package struct Look {
        /// The words before the link, the link's text and target, and the words after it.
        package let before: String
        package let link: String
        package let href: String
        package let after: String

        /// The values for the templates.
        var model: PageModel {
            PageModel([
                "before": .text(before), "link": .text(link), "href": .text(href), "after": .text(after),
            ])
        }
    }
}
