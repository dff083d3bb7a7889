extension Truth {
    /// A text compared and ordered by its UTF-8 bytes; an absent text is empty.
    ///
    /// `String` treats canonically equivalent texts as equal, but PostgreSQL with `COLLATE "C"` and this type do not.
    package struct Text: Sendable, Hashable, Comparable, ExpressibleByStringLiteral {
        package let string: String

        /// Creates a text; nil becomes the empty text.
        package init(_ string: String?) { self.string = string ?? "" }

        package init(stringLiteral value: String) { string = value }

        package var isEmpty: Bool { string.isEmpty }

        /// Returns whether both have the same bytes.
        package static func == (left: Text, right: Text) -> Bool { left.string.utf8.elementsEqual(right.string.utf8) }

        /// Returns whether `left` sorts first by bytes.
        package static func < (left: Text, right: Text) -> Bool {
            left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
        }

        package func hash(into hasher: inout Hasher) {
            var string = string
            string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}
