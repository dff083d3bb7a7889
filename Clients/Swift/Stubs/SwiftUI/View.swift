/// https://developer.apple.com/documentation/swiftui/view
@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("A view of the system has no body.") }
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:)
    public nonisolated func task(
        id value: some Equatable, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View { self }

    /// https://developer.apple.com/documentation/swiftui/view/disabled(_:)
    public nonisolated func disabled(_ isDisabled: Bool) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView {
        TupleView()
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("A view of the system has no body.") }
}

/// https://developer.apple.com/documentation/swiftui/tupleview
public struct TupleView: View {
    public var body: Never { fatalError("A view of the system has no body.") }
}

/// https://developer.apple.com/documentation/swiftui/list
public struct List: View {
    public init(@ViewBuilder content: () -> some View) {}

    public var body: Never { fatalError("A view of the system has no body.") }
}

/// https://developer.apple.com/documentation/swiftui/section
public struct Section: View {
    public init(_ title: String, @ViewBuilder content: () -> some View) {}

    public var body: Never { fatalError("A view of the system has no body.") }
}

/// https://developer.apple.com/documentation/swiftui/text
public struct Text: View {
    public init(_ text: String) {}

    public var body: Never { fatalError("A view of the system has no body.") }
}

/// https://developer.apple.com/documentation/swiftui/button
public struct Button: View {
    public init(_ title: String, action: @escaping @MainActor () -> Void) {}

    public var body: Never { fatalError("A view of the system has no body.") }
}

/// https://developer.apple.com/documentation/swiftui/toggle
public struct Toggle: View {
    public init(_ title: String, isOn: Binding<Bool>) {}

    public var body: Never { fatalError("A view of the system has no body.") }
}
