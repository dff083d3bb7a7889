/// The headline of a page or of an app's section.
struct Headline {
    /// A sentence without its full stop, with the main number if there is one.
    let title: String
    /// The sentences below the title, with the base of the number.
    let lede: String
}
