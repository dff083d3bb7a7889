/// SQL with a name that identifies it in errors.
///
/// The text is a literal in the program or an embedded file. Values are passed separately as parameters and never
/// become part of the text. A few commands take no parameters, such as ANALYZE: their text, built with
/// `init(file:text:)`, includes only names that the program or PostgreSQL made.
public struct Statement: Sendable, Hashable {
    public let name: String
    public let text: String

    /// Creates a statement from literals.
    public init(_ name: StaticString, _ text: StaticString) {
        self.name = "\(name)"
        self.text = "\(text)"
    }

    /// Creates a statement from the text of a file that is compiled into the program, or from a text made of names as
    /// described above.
    public init(file: String, text: String) {
        self.name = file
        self.text = text
    }
}
