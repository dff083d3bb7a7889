/// SQL with a name to find it by in errors.
///
/// The text is a literal of the program or one of its embedded files; values travel beside it as parameters and are
/// never part of it, which is why there is no initializer from an interpolated string.
public struct Statement: Sendable, Hashable {
    public let name: String
    public let text: String

    /// A statement written where it is used.
    public init(_ name: StaticString, _ text: StaticString) {
        self.name = "\(name)"
        self.text = "\(text)"
    }

    /// The text of a file that is compiled into the program.
    public init(file: String, text: String) {
        self.name = file
        self.text = text
    }
}
