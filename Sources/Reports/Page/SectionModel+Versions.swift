extension SectionModel {
    /// The answers by OS version.
    var versions: PageModel {
        let list = list
        return figure(3, "versions")
            + PageModel([
                "scaleHTML": .html(Bars.scale()),
                "keyHTML": .html(Bars.whiskerKey()),
                "window": .text(page.window),
                "groups": .list(groups(of: list, row: versionRow)),
                "isWithheld": .flag(list.groups.contains { $0.rows.contains { $0.cell == nil } }),
                "minimumCell": .text(PageFormat.count(page.minimumCell)),
                "omission": .text(omission(list)),
            ])
    }

    /// Permission seven and thirty days on, by OS version.
    var retention: PageModel {
        let list = list
        return figure(4, "retention")
            + PageModel([
                "groups": .list(groups(of: list, row: retentionRow)), "omission": .text(omission(list)),
            ])
    }

    private func groups(of list: VersionList, row: (OptInRow) -> PageModel) -> [PageModel] {
        list.groups.map { group in
            let rows = group.rows.enumerated().map { index, version in
                let isHead = version.isMajor || index == 0 && group.rows.count == 1
                return row(version)
                    + PageModel([
                        "label": .text(version.label), "style": .text(isHead ? "major" : "version"),
                    ])
            }
            return PageModel(["rows": .list(rows)])
        }
    }

    private func versionRow(_ row: OptInRow) -> PageModel {
        let rate = ShownRate(row.cell?.grantRate, base: row.cell?.settled ?? 0, usual: section.total?.grantRate)
        let count: (KeyPath<OptInCell, Int>) -> PageValue = { path in
            .text(row.cell.map { PageFormat.count($0[keyPath: path]) } ?? PageFormat.dash)
        }
        return PageModel([
            "barHTML": .html(Bars.answers(row.cell, rate: rate)),
            "rate": .text(rate.text), "rateStyle": .text(rate.style), "interval": .text(rate.interval),
            "allowed": count(\.granted), "denied": count(\.denied), "noAnswer": count(\.undecided),
            "open": count(\.openWindow), "isOpen": .flag((row.cell?.openWindow ?? 0) > 0), "asked": count(\.prompted),
        ])
    }

    private func retentionRow(_ row: OptInRow) -> PageModel {
        retention(row.cell?.retention7d, usual: section.total?.retention7d.retainedRate, key: "7")
            + retention(row.cell?.retention30d, usual: section.total?.retention30d.retainedRate, key: "30")
    }

    private func retention(_ retention: Retention?, usual: Rate?, key: String) -> PageModel {
        let rate = ShownRate(retention?.retainedRate, base: retention?.eligible ?? 0, usual: usual)
        let count: (Int?) -> PageValue = { .text($0.map(PageFormat.count) ?? PageFormat.dash) }
        return PageModel([
            "eligible\(key)": count(retention?.eligible), "retained\(key)": count(retention?.retained),
            "rate\(key)": .text(rate.text), "style\(key)": .text(rate.style), "interval\(key)": .text(rate.interval),
            "opened\(key)": count(retention?.opened),
        ])
    }
}
