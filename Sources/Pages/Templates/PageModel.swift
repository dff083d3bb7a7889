import Mustache

/// The values that a template can show, by key.
package struct PageModel {
    var values: [String: PageValue]

    /// Creates a model with these values.
    package init(_ values: [String: PageValue]) { self.values = values }

    /// Merges two models. If both have a key, the second's value is used.
    static func + (first: PageModel, second: PageModel) -> PageModel {
        PageModel(first.values.merging(second.values) { $1 })
    }
}

/// A value of a model. Keys of `html` values must end in `HTML`, all other keys must not.
package enum PageValue: ExpressibleByStringInterpolation {
    /// Text; `{{key}}` shows it escaped.
    case text(String)
    /// Markup; `{{{keyHTML}}}` shows it unescaped.
    case html(SafeHTML)
    /// Whether to show the section `{{#key}}`.
    case flag(Bool)
    /// Models; the section `{{#key}}` is shown once for each.
    case list([PageModel])
    /// A model; the section `{{#key}}` is shown once, with its values.
    case model(PageModel)

    /// Makes string literals `text`.
    package init(stringLiteral value: String) { self = .text(value) }

    /// A section that is shown once, or not at all if `model` is nil.
    static func optional(_ model: PageModel?) -> PageValue { .list(model.map { [$0] } ?? []) }
}

/// A model as swift-mustache reads it. By default the library renders an unknown key as nothing, and looks for it in
/// outer models too. This type returns only keys of the innermost model and records all others, so that `PageTemplates`
/// can report them.
struct RecordedModel: MustacheParent {
    let model: PageModel
    let misses: Misses

    /// The keys that were not found, with the mark of the template that asked for them (see `TemplateTags.marked`).
    final class Misses {
        var keys: [String] = []
    }

    /// Returns the value of a marked key; inside of an HTML tag, without the names of cells. If there is none, or if it
    /// is markup but its key does not end in `HTML` or the reverse, records the key and returns nil.
    func child(named marked: String) -> Any? {
        let (key, _, isInTag) = TemplateTags.unmarked(marked)
        guard let value = model.values[key], key.hasSuffix("HTML") == value.isMarkup else {
            misses.keys.append(marked)
            return nil
        }
        switch value {
        case .text(let text): return isInTag ? CellMark.unmarked(text) : text
        case .html(let markup): return markup
        case .flag(let flag): return flag
        case .list(let models): return models.map { RecordedModel(model: $0, misses: misses) }
        case .model(let model): return RecordedModel(model: model, misses: misses)
        }
    }
}

extension PageValue {
    /// Whether the value is markup.
    var isMarkup: Bool {
        if case .html = self { true } else { false }
    }
}
