import Mustache

/// What a template can show, by key.
package struct PageModel {
    var values: [String: PageValue]

    /// A model of these values.
    package init(_ values: [String: PageValue]) { self.values = values }

    /// Both models as one; of a key in both, the second's value.
    static func + (first: PageModel, second: PageModel) -> PageModel {
        PageModel(first.values.merging(second.values) { $1 })
    }
}

/// A value of a model. Keys of markup end in `HTML`, and so do the tags that show it unescaped.
package enum PageValue: ExpressibleByStringInterpolation {
    /// Escaped where it is shown.
    case text(String)
    /// Shown as it is.
    case html(SafeHTML)
    /// Whether a section is shown.
    case flag(Bool)
    /// A section for each.
    case list([PageModel])
    /// A section of its own.
    case model(PageModel)

    /// A literal is text.
    package init(stringLiteral value: String) { self = .text(value) }

    /// A section shown only where there is something to show.
    static func optional(_ model: PageModel?) -> PageValue { .list(model.map { [$0] } ?? []) }
}

/// A model as swift-mustache reads it. The library renders an unknown key as nothing and looks for it in outer models;
/// here a key must be in the innermost one, and what is not is written down.
struct RecordedModel: MustacheParent {
    let model: PageModel
    let misses: Misses

    /// Keys that a template asked for in vain, with its mark.
    final class Misses {
        var keys: [String] = []
    }

    /// The value of a key; nil, and written down, where there is none or where markup and text are confused.
    func child(named marked: String) -> Any? {
        let key = TemplateTags.unmarked(marked).key
        guard let value = model.values[key], key.hasSuffix("HTML") == value.isMarkup else {
            misses.keys.append(marked)
            return nil
        }
        switch value {
        case .text(let text): return text
        case .html(let markup): return markup
        case .flag(let flag): return flag
        case .list(let models): return models.map { RecordedModel(model: $0, misses: misses) }
        case .model(let model): return RecordedModel(model: model, misses: misses)
        }
    }
}

extension PageValue {
    /// Whether it is shown as it is.
    var isMarkup: Bool {
        if case .html = self { true } else { false }
    }
}
