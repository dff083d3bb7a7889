/// The first sentence about a page or an app, with its number and the number's base.
struct Headline {
    /// Without its full stop.
    let title: String
    /// The sentences under it.
    let lede: String
}
