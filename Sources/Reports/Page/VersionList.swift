/// The OS versions of an app in the order of the page: by OS, newest first, each major before its versions.
struct VersionList {
    /// A major with its versions, or what there is of them.
    struct Group {
        let rows: [Row]
    }

    let groups: [Group]
    /// Versions that are not listed, or of a list of majors alone majors, and how many people are in them.
    let omitted: (versions: Int, people: Int)

    /// The rows of levels `version` and `major`, at most so many: those with most people in the column of sizes. A major
    /// with a single version is that version alone.
    init(_ rows: [Row], by size: String, atMost limit: Int) {
        let rank = { (row: Row) in row.int(size) ?? -1 }
        let ordered = Self.grouped(rows).flatMap { Self.withoutRepetition($0, by: size) }
        let ranked = ordered.enumerated().sorted { (rank($1.element), $0.offset) < (rank($0.element), $1.offset) }
        let kept = Set(ranked.prefix(limit).map(\.offset))
        groups = Self.grouped(ordered.enumerated().filter { kept.contains($0.offset) }.map(\.element)).map(Group.init)
        let isOfMajors = ordered.allSatisfy(\.isMajor)
        let left = ordered.enumerated().filter { !kept.contains($0.offset) && $0.element.isMajor == isOfMajors }
            .map(\.element)
        omitted = (left.count, left.reduce(0) { $0 + ($1.int(size) ?? 0) })
    }

    private static func withoutRepetition(_ group: [Row], by size: String) -> [Row] {
        group.count == 2 && group[0].isMajor && group[0].int(size) == group[1].int(size) ? [group[1]] : group
    }

    /// The rows in the order of the page, those of one major together.
    private static func grouped(_ rows: [Row]) -> [[Row]] {
        var places: [String: Int] = [:]
        for row in rows where places[row.osName] == nil { places[row.osName] = places.count }
        let keyed = rows.map { row in
            let version = VersionNumber(row.text("os_version"))
            return (place: places[row.osName] ?? 0, major: version.major, version: version, row: row)
        }
        let ordered = keyed.sorted {
            if $0.place != $1.place { return $0.place < $1.place }
            if $0.major != $1.major { return $1.major < $0.major }
            if $0.row.isMajor != $1.row.isMajor { return $0.row.isMajor }
            return $1.version < $0.version
        }
        return ordered.chunked { $0.place == $1.place && $0.major == $1.major }.map { $0.map(\.row) }
    }
}

extension VersionList {
    /// The groups as rows of a table, and which of them can still change.
    func table(_ cells: (Row) -> [Table.Cell], isOpen: (Row) -> Bool = { _ in false }) -> [[Table.Row]] {
        groups.map { group in
            group.rows.enumerated().map { index, row in
                let isHead = row.isMajor || index == 0 && group.rows.count == 1
                return Table.Row(
                    name: row.versionLabel, style: isHead ? "major" : "version", isOpen: isOpen(row), cells: cells(row))
            }
        }
    }

    /// Whether a row's numbers are withheld: it has none in the column of sizes.
    func isWithheld(by size: String) -> Bool { groups.contains { $0.rows.contains { $0[size] == nil } } }

    /// What is not listed, or nothing. `people` says who is counted: `people asked`.
    func omission(_ people: String) -> String {
        guard omitted.versions > 0 else { return "" }
        return "\(PageFormat.counted(omitted.versions, "more OS version", "more OS versions")) "
            + "(\(PageFormat.count(omitted.people)) \(people)) \(omitted.versions == 1 ? "is" : "are") in the CSV; the "
            + "table lists those with most \(people)."
    }
}

extension Row {
    fileprivate var osName: String { text("os_name") }
    fileprivate var isMajor: Bool { self["level"] == "major" }

    /// `iOS 17.4`, cleaned for display; `no version` where the events name none.
    var versionLabel: String {
        self["os_name"] == nil && self["os_version"] == nil
            ? "no version" : PageFormat.name("\(osName) \(text("os_version"))")
    }
}

extension Array {
    /// Neighbours that belong together, together.
    func chunked(where belong: (Element, Element) -> Bool) -> [[Element]] {
        reduce(into: []) { chunks, element in
            if let last = chunks.last?.last, belong(last, element) {
                chunks[chunks.count - 1].append(element)
            } else {
                chunks.append([element])
            }
        }
    }
}
