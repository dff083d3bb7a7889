/// The OS versions of an app in page order: by platform, each major version (`iOS 17`) before its minor versions
/// (`iOS 17.4`), those with most people first. Versions of fewer than 30 people are folded into one row for each OS.
struct VersionList {
    /// The rows of one major version: its own and those of its minor versions. Some may be missing.
    struct Group {
        let rows: [Row]
    }

    /// The small versions of one OS: how many there are, and how many people are in them.
    struct Others {
        let os: String
        var versions = 0
        /// The rows that add up to them.
        var rows: [Row] = []
        /// Whether another version of the OS is withheld. The number of people could tell how many are in that one.
        let isBesideWithheld: Bool
    }

    let groups: [Group]
    let others: [Others]
    /// The column with the number of people.
    private let size: String
    /// The number of versions that are neither listed nor folded, and of the people in them. A major counts if the list
    /// has no minor versions of it.
    let omitted: (versions: Int, people: Count)

    /// Lists at most `limit` of the rows of levels `version` and `major`: those with the largest numbers in the column
    /// `size`. If a major has only one minor version, and no other people, lists only the minor version.
    init(_ rows: [Row], by size: String, atMost limit: Int) {
        let rank = { (row: Row) in row.int(size) ?? -1 }
        let all = Self.grouped(rows, by: rank).flatMap { Self.withoutRepetition($0, by: size) }
        let folded = Self.folded(Self.grouped(all, by: rank), by: rank)
        others = folded.others
        let ordered = folded.groups.flatMap(\.self)
        let ranked = ordered.enumerated().sorted { (rank($1.element), $0.offset) < (rank($0.element), $1.offset) }
        let kept = Set(ranked.prefix(limit).map(\.offset))
        let listed = ordered.enumerated().filter { kept.contains($0.offset) }.map(\.element)
        groups = Self.grouped(listed, by: rank).map(Group.init)
        let isCounted = folded.groups.flatMap { group in group.map { !$0.isMajor || group.count == 1 } }
        let left = ordered.indices.filter { !kept.contains($0) && isCounted[$0] }.map { ordered[$0] }
        omitted = (left.count, Row.total(size, of: left))
        self.size = size
    }

    /// Drops the row of a major whose only minor version has the same number of people.
    private static func withoutRepetition(_ group: [Row], by size: String) -> [Row] {
        group.count == 2 && group[0].isMajor && group[0].int(size) == group[1].int(size) ? [group[1]] : group
    }

    /// Sorts the rows into page order and groups those of one major. Of equal numbers, the newer version is first.
    private static func grouped(_ rows: [Row], by rank: (Row) -> Int) -> [[Row]] {
        let keyed = rows.enumerated().map { index, row in
            (place: index, version: VersionNumber(row.text("os_version")), rank: rank(row), row: row)
        }
        let groups = Dictionary(grouping: keyed) { [$0.row.osName, $0.version.major.text] }.values.map { group in
            group.sorted {
                if $0.row.isMajor != $1.row.isMajor { return $0.row.isMajor }
                if $0.rank != $1.rank { return $1.rank < $0.rank }
                return $0.version == $1.version ? $0.place < $1.place : $1.version < $0.version
            }
        }
        let largest = groups.map { group in (rank: group.map(\.rank).max() ?? -1, group: group) }
        return largest.sorted {
            let (first, second) = ($0.group[0], $1.group[0])
            let (one, other) = (first.row.osName, second.row.osName)
            if one != other { return (Platform.place(one), one) < (Platform.place(other), other) }
            if $0.rank != $1.rank { return $1.rank < $0.rank }
            return second.version.major < first.version.major
        }.map { $0.group.map(\.row) }
    }

    /// Takes out the versions of fewer than 30 people, unless none would remain.
    private static func folded(_ groups: [[Row]], by rank: (Row) -> Int) -> (groups: [[Row]], others: [Others]) {
        func isSmall(_ row: Row) -> Bool { (0..<ShownRate.smallestBase).contains(rank(row)) }
        var others: [Others] = []
        for group in groups {
            let small = isSmall(group[0]) ? group : group.filter(isSmall)
            guard let first = small.first else { continue }
            let place = others.firstIndex { $0.os == first.osName } ?? others.endIndex
            if place == others.endIndex {
                let isWithheld = groups.contains { $0.contains { $0.osName == first.osName && rank($0) < 0 } }
                others.append(Others(os: first.osName, isBesideWithheld: isWithheld))
            }
            let versions = first.isMajor && small.count > 1 ? Array(small.dropFirst()) : small
            others[place].versions += versions.count
            others[place].rows += first.isMajor ? [first] : small
        }
        let names = Set(others.map(\.os))
        let kept = groups.map { group in
            names.contains(group[0].osName)
                ? (isSmall(group[0]) ? [] : group.filter { !isSmall($0) }) : group
        }.filter { !$0.isEmpty }
        return kept.isEmpty ? (groups, []) : (kept, others)
    }
}

extension VersionList {
    /// Returns the groups as table rows, and those of small versions. `people` says what is counted.
    func table(of people: String = "people", _ cells: (Row) -> [Table.Cell]) -> [[Table.Row]] {
        let small = others.map { other in
            let versions = PageFormat.counted(other.versions, "version", "versions")
            let count = other.isBesideWithheld ? "" : "\(Row.total(size, of: other.rows).text) \(people)"
            let name = other.os.isEmpty ? "No version" : "Other \(PageFormat.name(other.os))"
            let numbers = [other.os.isEmpty ? "" : versions, count].filter { !$0.isEmpty }
            return Table.Row(
                name: numbers.isEmpty ? name : "\(name) (\(numbers.joined(separator: ", ")))", style: "others",
                cells: [])
        }
        return listed(cells) + (small.isEmpty ? [] : [small])
    }

    /// Returns the groups, each platform with several of them below its name.
    private func listed(_ cells: (Row) -> [Table.Cell]) -> [[Table.Row]] {
        let platforms = groups.chunked { $0.rows[0].osName == $1.rows[0].osName }
        return platforms.flatMap { own -> [[Table.Row]] in
            let head = Table.Row(name: PageFormat.name(own[0].rows[0].osName), style: "platform", cells: [])
            return (own.count > 1 && platforms.count > 1 ? [[head]] : []) + rows(own, cells)
        }
    }

    private func rows(_ groups: [Group], _ cells: (Row) -> [Table.Cell]) -> [[Table.Row]] {
        groups.map { group in
            group.rows.enumerated().map { index, row in
                let isHead = row.isMajor || index == 0 && group.rows.count == 1
                return Table.Row(name: row.versionLabel, style: isHead ? "major" : "version", cells: cells(row))
            }
        }
    }

    /// Whether any row is withheld for privacy: its column `size` is nil.
    func isWithheld(by size: String) -> Bool { groups.contains { $0.rows.contains { $0[size] == nil } } }

    /// Returns a sentence about the versions that are not listed; empty if all are. `people` names what is counted, for
    /// example `people asked`. `isInFile`: whether a CSV file has them.
    func omission(_ people: String, isInFile: Bool = true) -> String {
        guard omitted.versions > 0 else { return "" }
        let kind = isInFile ? "more" : "other"
        return "\(PageFormat.counted(omitted.versions, "\(kind) OS version", "\(kind) OS versions")) "
            + "(\(omitted.people.text) \(people)) \(omitted.versions == 1 ? "is" : "are") "
            + "\(isInFile ? "in the CSV" : "not listed"); the table lists those with most \(people)."
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
