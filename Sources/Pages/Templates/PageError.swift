/// An error in the templates, style sheet or script of the pages. Event data can't cause one.
public enum PageError: Error, Equatable, CustomStringConvertible {
    /// A template uses a key that its model does not have.
    case unknownKey(String, template: String)
    /// A template, style sheet or script contains something that is not allowed.
    case forbiddenTag(String, template: String)
    /// A template, style sheet or script is missing.
    case missingFile(String)
    /// A template can't be parsed.
    case unreadable(template: String, reason: String)
    /// A folder of templates, or a file in it, can't be read.
    case closed(path: String, reason: String)
    /// A folder contains no template, style sheet or script.
    case nothingToReplace(folder: String)

    /// 66 if a file or folder can't be read, 65 if its content can't be used (sysexits.h).
    public var exitStatus: Int32 {
        switch self {
        case .closed, .nothingToReplace: 66
        default: 65
        }
    }

    /// One sentence that says what is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .unknownKey(let key, let template):
            "Template \(template).mustache asks for {{\(key)}}, which is not available there: see the templates in "
                + "dashboards/ for the keys."
        case .forbiddenTag(let tag, let template):
            "\(template.contains(".") ? template : "Template \(template).mustache") contains \(tag), which is not "
                + "allowed: remove it."
        case .missingFile(let name): "The pages need the file \(name), which is missing: add it."
        case .unreadable(let template, let reason):
            "Template \(template).mustache can't be parsed: \(reason); fix it."
        case .closed(let path, let reason):
            "Can't read the templates in \(path): \(reason); make them readable or give --templates another folder."
        case .nothingToReplace(let folder):
            "\(folder) contains no template: copy page.css, page.js or *.mustache from dashboards/ to it."
        }
    }
}
