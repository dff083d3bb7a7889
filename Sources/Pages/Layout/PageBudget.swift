/// Limits how much data a page shows, so that it stays small. The CSV files have all data.
package struct PageBudget: Sendable {
    /// The maximum size of a page in bytes.
    package static let pageSize = 200_000

    /// The number of apps with a section.
    let sections: Int
    /// The number of rows in the table of all apps and of entries in the list of apps.
    let apps: Int
    /// The number of rows in a table by version, variant or campaign, including rows of majors.
    let rows: Int
    /// The number of major OS versions with a plot; 0 in smaller budgets, because each app has separate pages with more
    /// room.
    let majors: Int
    /// The number of days in a plot, counted back from the last.
    let plottedDays: Int
    /// The number of days in the table under a plot, counted back from the last.
    let listedDays: Int

    /// The budgets from largest to smallest. A page uses the first with which it is no larger than `pageSize`.
    package static let all = [
        PageBudget(sections: 12, apps: 200, rows: 48, majors: 4, plottedDays: 400, listedDays: 400),
        PageBudget(sections: 12, apps: 100, rows: 32, majors: 4, plottedDays: 200, listedDays: 92),
        PageBudget(sections: 12, apps: 50, rows: 16, majors: 4, plottedDays: 100, listedDays: 28),
        PageBudget(sections: 12, apps: 50, rows: 16, majors: 0, plottedDays: 100, listedDays: 28),
        PageBudget(sections: 8, apps: 50, rows: 8, majors: 0, plottedDays: 100, listedDays: 7),
        PageBudget(sections: 4, apps: 50, rows: 8, majors: 0, plottedDays: 100, listedDays: 7),
        PageBudget(sections: 2, apps: 50, rows: 8, majors: 0, plottedDays: 60, listedDays: 7),
        PageBudget(sections: 2, apps: 10, rows: 8, majors: 0, plottedDays: 60, listedDays: 7),
    ]

    /// Returns the page of the largest budget that keeps it within `pageSize`, otherwise that of the smallest budget. Most
    /// pages fit into the first. For others this is a binary search, because a smaller budget gives no larger page.
    package static func largest(_ render: (PageBudget) throws -> String) rethrows -> String {
        var page = try render(all[0])
        var (tooLarge, fitting) = (0, all.count)
        guard page.utf8.count > pageSize else { return page }
        while fitting - tooLarge > 1 {
            let middle = (tooLarge + fitting) / 2
            let shorter = try render(all[middle])
            if shorter.utf8.count > pageSize && middle < all.count - 1 {
                tooLarge = middle
            } else {
                (fitting, page) = (middle, shorter)
            }
        }
        return page
    }
}
