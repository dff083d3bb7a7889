extension SectionModel {
    /// The grant rate by day of the prompt.
    var trend: PageModel {
        let days = section.days.sorted { $0.day < $1.day }
        let plotted = Array(days.suffix(budget.plottedDays))
        let listed = days.suffix(budget.listedDays)
        let plot = TrendPlot(days: plotted, usual: section.total?.grantRate)
        let last = plotted.last { !$0.isOpen && shown($0).shown != nil }
        return figure(2, "trend")
            + PageModel([
                "plot": .optional(plot.map { model(of: $0, last: last) }),
                "isOpen": .flag(plotted.contains(where: \.isOpen)),
                "rows": .list(listed.map(dayRow)),
                "hasRows": .flag(!listed.isEmpty),
                "omission": .text(omission(of: days, plotted: plotted.count, listed: listed.count)),
            ])
    }

    private func model(of plot: TrendPlot, last: OptInDay?) -> PageModel {
        let latest = last.flatMap { day in
            shown(day).shown.map { rate in
                "\(PageFormat.percent(rate.value)) (\(PageFormat.unbroken(rate))) in the 7 days to \(day.day.text)"
            }
        }
        return PageModel([
            "svgHTML": .html(
                plot.svg(
                    id: "app-\(number)-plot", title: "Grant rate by day of the prompt, pooled over 7 days",
                    description: "A line with a band for the 95\u{202F}% interval, \(page.days). "
                        + (latest.map { "Latest settled: \($0). " } ?? "") + "The table below holds every day.")),
            "axis": .text(plot.axis), "latest": .text(latest ?? "no settled days"),
        ])
    }

    private func shown(_ day: OptInDay) -> ShownRate {
        ShownRate(day.pooledRate, base: day.pooledBase, usual: section.total?.grantRate)
    }

    private func dayRow(_ day: OptInDay) -> PageModel {
        let rate = shown(day)
        return PageModel([
            "day": .text(day.day.text), "asked": .text(day.prompted.map(PageFormat.count) ?? PageFormat.dash),
            "base": .text(PageFormat.count(day.pooledBase)), "rate": .text(rate.text), "style": .text(rate.style),
            "interval": .text(rate.interval), "isOpen": .flag(day.isOpen),
        ])
    }

    private func omission(of days: [OptInDay], plotted: Int, listed: Int) -> String {
        if plotted < days.count {
            return "Drawn are the last \(PageFormat.count(plotted)) of \(PageFormat.count(days.count)) days; "
                + "the CSV has all."
        }
        return listed < days.count ? "The table lists the last \(PageFormat.count(listed)) days; the CSV has all." : ""
    }
}
