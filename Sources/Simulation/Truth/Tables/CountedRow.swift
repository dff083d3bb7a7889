extension Truth {
    /// A row of a table, with the number of people in it.
    struct CountedRow: Sendable {
        /// The cells of the key columns.
        var keys: [String]

        /// The other cells.
        var cells: [String]

        /// The number that the minimum cell is compared with.
        var base: Int

        /// The rows of the same table that the row is a part of; empty if there are none.
        var sums: [[String]] = []

        /// Whether it is blank because the row of its OS version is blank in another table.
        var isBlankElsewhere = false

        /// The groups that it is in, one for each kind: of rows that differ in the last key only, and of parts of a sum.
        fileprivate var groups: [[String]] { [keys.dropLast()] + sums.map { keys.dropLast() + $0 } }
    }
}

extension [Truth.CountedRow] {
    /// Returns the rows' cells; the withheld ones have their keys only.
    func cells(minimumCell: Int) -> [[String]] {
        let withheld = withheld(minimumCell)
        return indices.map { place in
            self[place].keys + (withheld.contains(place) ? self[place].cells.map { _ in "" } : self[place].cells)
        }
    }

    /// Returns the places of rows that few people are in, and of the smallest other row of each group in which just one
    /// is withheld, until no group has just one.
    func withheld(_ minimumCell: Int) -> Set<Int> {
        guard minimumCell > 0 else { return [] }
        var withheld = Set(indices.filter { (1..<minimumCell).contains(self[$0].base) || self[$0].isBlankElsewhere })
        var known = 0
        while withheld.count > known {
            known = withheld.count
            for kind in 0..<(map(\.groups.count).max() ?? 0) {
                withheld.formUnion(complements(kind, withheld, minimumCell))
            }
        }
        return withheld
    }

    private func complements(_ kind: Int, _ withheld: Set<Int>, _ minimumCell: Int) -> [Int] {
        let grouped = indices.filter { self[$0].groups.count > kind }
        return Dictionary(grouping: grouped) { self[$0].groups[kind] }.values.compactMap { places in
            guard places.count(where: withheld.contains) == 1 else { return nil }
            return places.filter { !withheld.contains($0) && self[$0].base >= minimumCell }
                .min { (self[$0].base, $0) < (self[$1].base, $1) }
        }
    }
}
