/// The OS versions of an app in page order: grouped by OS, newest first, each major version (`iOS 17`) before its minor
/// versions (`iOS 17.4`).
struct VersionList {
    /// The rows of one major version: its own and those of its minor versions. Some may be missing.
    struct Group {
        let rows: [Row]
    }

    let groups: [Group]
    /// The number of minor versions that are not listed, and of the people in them. Counts majors if the list has only
    /// majors.
    let omitted: (versions: Int, people: Int)

    /// Lists at most `limit` of the rows of levels `version` and `major`: those with the largest numbers in the column
    /// `size`. If a major has only one minor version, and no other people, lists only the minor version.
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

    /// Drops the row of a major whose only minor version has the same number of people.
    private static func withoutRepetition(_ group: [Row], by size: String) -> [Row] {
        group.count == 2 && group[0].isMajor && group[0].int(size) == group[1].int(size) ? [group[1]] : group
    }

    /// Sorts the rows into page order and groups those of one major. OSes keep the order of their first rows.
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
    /// Returns the groups as table rows. `isOpen` says whether a row's numbers can still change.
    func table(_ cells: (Row) -> [Table.Cell], isOpen: (Row) -> Bool = { _ in false }) -> [[Table.Row]] {
        groups.map { group in
            group.rows.enumerated().map { index, row in
                let isHead = row.isMajor || index == 0 && group.rows.count == 1
                return Table.Row(
                    name: row.versionLabel, style: isHead ? "major" : "version", isOpen: isOpen(row), cells: cells(row))
            }
        }
    }

    /// Whether any row is withheld for privacy: its column `size` is nil.
    func isWithheld(by size: String) -> Bool { groups.contains { $0.rows.contains { $0[size] == nil } } }

    /// Returns a sentence about the versions that are not listed; empty if all are. `people` names what is counted, for
    /// example `people asked`.
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

    /// The name for display, for example `iOS 17.4`; `no version` if the events have none.
    var versionLabel: String {
        self["os_name"] == nil && self["os_version"] == nil
            ? "no version" : PageFormat.name("\(osName) \(text("os_version"))")
    }
}

extension Array {
    /// Splits the array between neighbours for which `belong` is false.
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
