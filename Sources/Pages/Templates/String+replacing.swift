extension String {
    /// Returns the text with Unicode scalars replaced. Works by scalar, not by `Character` as the standard library does:
    /// an accent or a joiner beside a quote makes one `Character` of both, but others still read the quote.
    package func replacing(_ replacements: [Unicode.Scalar: String]) -> String {
        var replaced = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let replacement = replacements[scalar] {
                replaced.append(contentsOf: replacement.unicodeScalars)
            } else {
                replaced.append(scalar)
            }
        }
        return String(replaced)
    }
}
