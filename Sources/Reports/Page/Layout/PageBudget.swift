/// How much of the data a page shows, so that it stays small whatever the data: the rest is in the CSV.
package struct PageBudget: Sendable {
    /// The largest page, in bytes.
    static let pageSize = 200_000

    /// Apps with a section.
    let sections: Int
    /// Rows of a table by version, variant or campaign, majors included.
    let rows: Int
    /// OS majors whose rates are drawn side by side; none where apps have little room, as each has pages of its own.
    let majors: Int
    /// Days drawn in a plot, the last ones.
    let plottedDays: Int
    /// Days in the table under a plot, the last ones.
    let listedDays: Int

    /// From plenty to the least; a page takes the first that fits.
    static let all = [
        PageBudget(sections: 12, rows: 48, majors: 4, plottedDays: 400, listedDays: 400),
        PageBudget(sections: 12, rows: 32, majors: 4, plottedDays: 200, listedDays: 92),
        PageBudget(sections: 12, rows: 16, majors: 4, plottedDays: 100, listedDays: 28),
        PageBudget(sections: 12, rows: 16, majors: 0, plottedDays: 100, listedDays: 28),
        PageBudget(sections: 8, rows: 8, majors: 0, plottedDays: 100, listedDays: 7),
        PageBudget(sections: 4, rows: 8, majors: 0, plottedDays: 100, listedDays: 7),
        PageBudget(sections: 2, rows: 8, majors: 0, plottedDays: 60, listedDays: 7),
    ]
}
