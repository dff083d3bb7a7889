/// A defect in the templates: nothing that data can cause.
public enum PageError: Error, Equatable, CustomStringConvertible {
    /// A template asks for a key that its model does not have.
    case unknownKey(String, template: String)
    /// A template holds a tag that pages do not use.
    case forbiddenTag(String, template: String)
    /// A template or another file of the pages is not there.
    case missingFile(String)
    /// A template can't be parsed.
    case unreadable(template: String, reason: String)

    /// One sentence: what is wrong, and where.
    public var description: String {
        switch self {
        case .unknownKey(let key, let template): "Template \(template) asks for \(key), which its model does not have."
        case .forbiddenTag(let tag, let template): "Template \(template) holds the tag \(tag), which pages may not use."
        case .missingFile(let name): "The pages need the file \(name), which is not among them."
        case .unreadable(let template, let reason): "Template \(template) can't be parsed: \(reason)."
        }
    }
}
