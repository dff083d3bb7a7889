/// A number of people or of events on a page.
package struct Count: Sendable, Equatable {
    let value: Int
    /// The name of the cells that it comes from, for `CellMark`.
    let cell: String?

    /// The number: `3,258`.
    var text: String { CellMark.mark(PageFormat.count(value), cell) }

    /// The number of people: `1 person` or `3,258 people`.
    var people: String { CellMark.mark(PageFormat.people(value), cell) }
}
