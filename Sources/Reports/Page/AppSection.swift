/// What the page shows of one app.
public struct AppSection: Sendable {
    /// The bundle identifier.
    public var appID: String
    /// The whole app over the range; nil where the minimum cell withholds it.
    public var total: OptInCell?
    /// OS versions and their majors, in any order within an OS; the OS names come in the order of their first row.
    public var rows: [OptInRow]
    /// The days of the trend, ascending; a missing day is a gap.
    public var days: [OptInDay]

    /// The numbers of one app.
    public init(appID: String, total: OptInCell?, rows: [OptInRow], days: [OptInDay]) {
        self.appID = appID
        self.total = total
        self.rows = rows
        self.days = days
    }

    /// Whether anyone was asked, as far as the page may know.
    var isEmpty: Bool { total.map { $0.prompted == 0 } ?? rows.isEmpty }
}
