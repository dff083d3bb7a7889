extension Truth {
    /// A text that is told apart and ordered by its UTF-8 bytes. Absent is the empty one.
    ///
    /// Two `String`s are equal already when they look the same, however they are composed; two of these are not.
    package struct Text: Sendable, Hashable, Comparable, ExpressibleByStringLiteral {
        /// The text.
        package let string: String

        /// This text, the empty one for nil.
        package init(_ string: String?) { self.string = string ?? "" }

        /// The text as written.
        package init(stringLiteral value: String) { string = value }

        /// Whether there is nothing in it.
        package var isEmpty: Bool { string.isEmpty }

        /// Whether both have the same bytes.
        package static func == (left: Text, right: Text) -> Bool { left.string.utf8.elementsEqual(right.string.utf8) }

        /// Whether `left` comes first, byte by byte.
        package static func < (left: Text, right: Text) -> Bool {
            left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
        }

        /// Feeds the bytes.
        package func hash(into hasher: inout Hasher) {
            var string = string
            string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}
