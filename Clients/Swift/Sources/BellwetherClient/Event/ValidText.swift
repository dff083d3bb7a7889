extension String {
    /// Returns the text without U+0000, truncated to `limit` Unicode scalars; nil if nothing is left.
    func valid(upTo limit: Int) -> String? {
        let hasZero = utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? true
        if utf8.count <= limit, !hasZero { return isEmpty ? nil : self }
        let scalars = unicodeScalars.lazy.filter { $0.value != 0 }.prefix(limit)
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }

    /// The text without U+0000 if it has the length of a required text (1–255 scalars), otherwise nil.
    var validName: String? {
        valid(upTo: 256).flatMap { $0.utf8.count <= 255 || $0.unicodeScalars.count <= 255 ? $0 : nil }
    }
}
