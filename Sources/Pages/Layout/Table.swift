/// An HTML table: column heads, and groups of rows. Sorting by the page's script keeps the rows of a group together.
package struct Table {
    /// A column with its label. The first column contains the names of the rows.
    package enum Column {
        case words(String)
        case number(String)
        /// Bars under this scale. The table can't be sorted by them.
        case bars(SafeHTML)
        /// Numbers. The table can't be sorted by them.
        case fixed(String)
    }

    /// A cell after the name of its row.
    package enum Cell {
        case bar(SafeHTML)
        case rate(ShownRate)
        case interval(ShownRate)
        /// A number. Narrow pages hide the column heads and show labels instead: `label`, or that of the column, as for
        /// rates and intervals.
        case number(String, label: String? = nil, isOpen: Bool = false)
        case words(String)
        /// A sentence, and a plot that opens below it.
        case plot(String, SafeHTML)
        /// The change of a rate with its interval, or `no clear change`; a dash for what is not compared.
        case change(Verdict?)
        /// A share, and the share before; nil if there is none.
        case share(String, String?)
        /// What kind of value the row is.
        case kind(String)
        /// A small line, hidden from screen readers.
        case spark(SafeHTML?)
        /// A sentence with a link.
        case link(String, href: String)
        /// A number on a background of class `heat-` plus `step`; nil for no background.
        case shade(String, step: Int?)
    }

    /// A row: its name, then its cells.
    package struct Row {
        package let name: String
        /// The page about it; nil if there is none.
        package var link: String?
        package var style = ""
        /// Whether its numbers can still change.
        package var isOpen = false
        /// A cell for each further column; none if the name is as wide as the table.
        package let cells: [Cell]
    }

    /// The CSS classes: one of `versions`, `days`, `steps`, `checks` and `hours`, then any of `stacked`, `many`,
    /// `named` and `reasons`.
    let style: String
    package let columns: [Column]
    package let groups: [[Row]]
    /// Whether narrow pages show its rows as columns. The style sheet then lays the table out as a grid, for which some
    /// browsers drop the table's ARIA roles, so they are written out.
    var isTurned = false
    /// The words of the box that shows the rows of the style `rest`; empty if no row has it.
    package var fold = ""

    /// Returns the table as HTML, without columns that hold nothing in any row. `heading` is the id of the element that
    /// names it.
    func markup(labelledBy heading: String) -> SafeHTML {
        let kept = [0] + columns.indices.dropFirst().filter(isFilled)
        let columns = kept.map { (column: self.columns[$0], cell: cell(of: $0)) }
        let names = SafeHTML.element("tr", role: role("row"), [:], columns.map { head($0.column, $0.cell) })
        let shown = columns.dropFirst().map { (label: hidesHead ? $0.column.label : nil, cell: $0.cell) }
        let bodies = groups.map { rows in
            SafeHTML.element(
                "tbody", role: role("rowgroup"), [:],
                rows.map { row in
                    row.markup(
                        role, shown, kept.dropFirst().compactMap { row.cells.isEmpty ? nil : row.cells[$0 - 1] })
                })
        }
        return .element(
            "table", role: role("table"), ["class": "\(style) sortable", "aria-labelledby": heading],
            [.element("thead", role: role("rowgroup"), [:], [names])] + bodies)
    }

    /// Returns the table and column of a column's first number; nil if no number of it is that of a cell.
    private func cell(of column: Int) -> Substring? {
        guard column > 0 else { return nil }
        return groups.lazy.flatMap(\.self).filter { !$0.cells.isEmpty }
            .compactMap { $0.cells[column - 1].source?.column }.first
    }

    /// Whether any row has something in a column. In a table of other rows than versions, variants or campaigns, a dash
    /// in every row means something, so all columns are kept.
    private func isFilled(_ column: Int) -> Bool {
        let rows = groups.flatMap(\.self).filter { !$0.cells.isEmpty }
        return !hidesHead || rows.isEmpty || rows.contains { !$0.cells[column - 1].isBlank }
    }

    /// Returns the ARIA role to write out; nil if it is implied.
    private func role(_ name: StaticString) -> StaticString? { isTurned ? name : nil }

    /// Whether narrow pages show the rows as blocks, without column heads.
    private var hidesHead: Bool { style.hasPrefix("versions") }

    private func head(_ column: Column, _ cell: Substring?) -> SafeHTML {
        let header = role("columnheader")
        let cell = cell.map { String($0) }
        return switch column {
        case .words(let label):
            .element("th", role: header, ["scope": "col", "data-cell": cell], [.text(label)])
        case .number(let label):
            .element("th", role: header, ["scope": "col", "class": "n", "data-cell": cell], [.text(label)])
        case .fixed(let label):
            .element(
                "th", role: header, ["scope": "col", "class": "n", "data-fixed": "", "data-cell": cell], [.text(label)])
        case .bars(let scale):
            .element(
                "th", role: header, ["scope": "col", "class": "bars", "data-fixed": ""],
                [scale, .element("span", ["class": "hidden"], [.text("Bar")])])
        }
    }
}

extension Table.Column {
    /// The label; empty for bars.
    package var label: String {
        switch self {
        case .words(let label), .number(let label), .fixed(let label): label
        case .bars: ""
        }
    }
}

extension Table.Row {
    /// Returns the row as HTML. `role` maps a role to the one to write out; `columns` are those that are shown: the
    /// label for narrow pages, nil if the head stays visible, and the cell that the head names; `cells` are theirs.
    fileprivate func markup(
        _ role: (StaticString) -> StaticString?, _ columns: [(label: String?, cell: Substring?)], _ cells: [Table.Cell]
    ) -> SafeHTML {
        let open = SafeHTML.joined([.text(" "), .element("small", [:], [.text("open")])])
        let plain = SafeHTML.element("bdi", [:], [.text(self.name.isEmpty ? "none" : self.name)])
        let name = link.map { SafeHTML.element("a", ["href": $0], [plain]) } ?? plain
        let head = SafeHTML.element(
            "th", role: role("rowheader"), ["scope": "row", "colspan": cells.isEmpty ? "99" : nil],
            isOpen ? [name, open] : [name])
        let sources = cells.map(\.source)
        let row = zip(sources, columns).lazy.compactMap { $0?.column == $1.cell ? $0?.row : nil }.first
        let inside = cells.indices.map { place in
            let (cell, source, column) = (cells[place], sources[place], columns[place])
            return cell.markup(role("cell"), column.label, source?.cell, cell.name(source, in: column.cell, row))
        }
        return .joined([
            .element(
                "tr", role: role("row"), ["class": style.isEmpty ? nil : style, "data-cell": row.map { String($0) }],
                [head] + inside),
            .text("\n"),
        ])
    }
}

extension Table.Cell {
    /// Whether the cell holds no number and no words.
    fileprivate var isBlank: Bool {
        switch self {
        case .rate(.none): true
        case .change(let verdict): verdict?.hasDifference != true
        case .share(let text, _): text == PageFormat.dash
        case .interval(let rate): rate.shown == nil
        case .number(let text, _, _), .words(let text), .link(let text, _): text.isEmpty || text == PageFormat.dash
        default: false
        }
    }

    /// The name of the cell whose number it is; nil if it has none or is more than a number.
    private var cell: String? {
        if case .change(let verdict?) = self { return verdict.hasDifference ? verdict.row.cell("difference") : nil }
        return number.flatMap(CellMark.cell)
    }

    /// The name of the cell whose number it is, with its parts (`CellMark.split`).
    fileprivate var source: (cell: String, column: Substring?, row: Substring?)? {
        cell.map { cell in
            let parts = CellMark.split(cell)
            return (cell, parts?.column, parts?.row)
        }
    }

    /// The text of what is a number in most rows; nil for others.
    private var number: String? {
        switch self {
        case .rate(let rate): rate.text
        case .interval(let rate): rate.interval
        case .number(let text, _, _), .share(let text, _), .shade(let text, _): text
        case .bar, .words, .plot, .change, .kind, .spark, .link: nil
        }
    }

    /// Returns what the element says of the name of its cell, beside the head of its column and its row: the rest of
    /// the name; empty if it is that of no cell but would be taken for one; nil for nothing.
    fileprivate func name(
        _ source: (cell: String, column: Substring?, row: Substring?)?, in column: Substring?, _ row: Substring?
    ) -> String? {
        guard let source else {
            return column != nil && row != nil && number.map(CellMark.hasOtherNumber) == true ? "" : nil
        }
        guard let own = source.row, source.column == column else { return source.cell }
        return own == row ? nil : String(own)
    }

    /// Returns the cell as HTML; `cell` is that of its source, and `name` what `name(_:in:_:)` returned.
    fileprivate func markup(_ role: StaticString?, _ label: String?, _ cell: String?, _ name: String?) -> SafeHTML {
        let label = shown(label)
        let element = { (style: String, content: [SafeHTML]) in
            SafeHTML.element("td", role: role, ["class": style, "data-label": label, "data-cell": name], content)
        }
        return switch self {
        case .bar(let bar): element("bars", [bar])
        case .rate(let rate): element("n \(rate.style)", [.text(rate.text, in: cell)])
        case .interval(let rate): element("n interval", [.text(rate.interval, in: cell)])
        case .number(let text, _, let isOpen):
            element(
                isOpen ? "n open" : "n", isOpen ? [.text(text, in: cell), Self.aside("open")] : [.text(text, in: cell)])
        case .words(let text): element("meaning", [.text(text)])
        case .plot(let text, let plot):
            element(
                "meaning",
                [
                    .text(text), .element("details", [:], [.element("summary", [:], [.text("Day by day")]), plot]),
                ])
        case .change(let verdict):
            SafeHTML.element(
                "td", role: role,
                [
                    "class": verdict?.isClear == true ? "n moved" : "n still", "data-label": label, "data-cell": name,
                    "data-verdict": verdict?.hasDifference == true ? verdict?.key : nil,
                ],
                [.text(Self.words(verdict), in: cell), Self.aside(verdict?.difference?.bounds, in: cell)])
        case .share(let share, let before):
            element("n", [.text(share, in: cell), Self.aside(before.map { "was \($0)" })])
        case .kind(let text): element("kind", [.text(text)])
        case .spark(let line): element("sparks", [line ?? .joined([])])
        case .link(let text, let href):
            element("meaning", text.isEmpty ? [] : [.element("a", ["href": href], [.text(text)])])
        case .shade(let text, let step): element(step.map { "n heat-\($0)" } ?? "n", [.text(text, in: cell)])
        }
    }

    /// Returns the label for narrow pages; `label` is the column's, nil if the head stays visible.
    private func shown(_ label: String?) -> String? {
        switch self {
        case .rate, .interval, .change: label
        case .number(_, let own, _): label.map { own ?? $0 }
        case .share: label.map { _ in "Share" }
        case .bar, .words, .plot, .kind, .spark, .link, .shade: nil
        }
    }

    /// Returns the words for a change.
    private static func words(_ verdict: Verdict?) -> String {
        guard let verdict, verdict.hasDifference else { return PageFormat.dash }
        return verdict.isClear
            ? verdict.row.marked("difference") { PageFormat.signed($0) + (verdict.isCount ? "%" : " pts") }
            : "no clear change"
    }

    /// Returns muted text after a number; nothing for nil.
    private static func aside(_ text: String?, in cell: String? = nil) -> SafeHTML {
        guard let text else { return .joined([]) }
        return .joined([.text(" "), .element("span", ["class": "aside"], [.text(text, in: cell)])])
    }
}
