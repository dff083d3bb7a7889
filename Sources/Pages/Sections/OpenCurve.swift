/// A plot of how fast the sends of an app, or of one of its campaigns, are opened.
struct OpenCurve {
    /// Rows of `open_curve` of one dimension and name, by seconds.
    let rows: [Row]

    /// Returns the figure; nil if too few were sent.
    var figure: Figure? {
        // In a young range the oldest sends are too few for a point.
        let points = rows.filter { $0.shown("opened_rate", of: $0.counted("sent")).shown != nil }
        let lines = [
            CurvePlot.Line(style: "allowed", name: "Opened", rates: points.compactMap { $0.rate("opened_rate") })
        ]
        let moments = points.map { PageFormat.moment(seconds: $0.int("seconds") ?? 0) }
        guard let plot = CurvePlot(moments: moments, lines: lines) else { return nil }
        let title = "Time from the send to the open"
        let end = lines[0].rates.last.map { PageFormat.percent($0) } ?? PageFormat.dash
        return Figure(
            name: "curve", title: title,
            caption: "Notifications opened by then, percent of those sent at least that long ago.",
            plot: { id in
                plot.svg(
                    id: id, title: title,
                    description:
                        "A line with a band for the 95% interval, to \(end). The figure’s table has the numbers.")
            }, data: table(of: points),
            note: "The time axis is not linear. Each point counts only notifications that are at least that old, so "
                + "each has its own base: in a young range the line can fall, and it ends where they are too few."
                + (points.count < rows.count ? " Moments without a point are in the CSV." : ""),
            csv: "open_curve", isHalf: true)
    }

    /// The numbers of the points: the plot shows a row at the place of its point.
    private func table(of points: [Row]) -> Table {
        Table(
            style: "days",
            columns: [.words("Within")] + ["Sent", "Opened", "Of sent", "95% interval"].map { .number($0) },
            groups: [
                points.map { row in
                    let rate = row.shown("opened_rate", of: row.counted("sent"))
                    return Table.Row(
                        name: PageFormat.window(seconds: row.int("seconds") ?? 0),
                        cells: [
                            .number(row.count("sent")), .number(row.count("opened")), .rate(rate), .interval(rate),
                        ])
                }
            ])
    }
}
