import Foundation

extension ArraySlice<UInt8> {
    /// Returns the first text with this member name in an event that this library wrote. Does not unescape it.
    ///
    /// Texts of users and apps can't be mistaken for a member, because their quotation marks are escaped.
    func value(of name: String) -> ArraySlice<UInt8>? {
        let range = Data(self).range(of: Data("\"\(name)\":\"".utf8))
        return range.map { self[(startIndex + $0.upperBound)...].prefix { $0 != UInt8(ascii: "\"") } }
    }

    /// Returns the same as a string.
    func text(of name: String) -> String? { value(of: name).map { String(decoding: $0, as: UTF8.self) } }
}
