public import Foundation
// As in the SDK, where SwiftUI also imports UIKit for those who import it.
@_exported public import UIKit

/// https://developer.apple.com/documentation/swiftui/app
@MainActor public protocol App {
    associatedtype Body: Scene
    @MainActor var body: Body { get }
    @MainActor init()
}

extension App {
    /// https://developer.apple.com/documentation/swiftui/app/main()
    public static func main() {}
}

/// https://developer.apple.com/documentation/swiftui/scene
@MainActor public protocol Scene {}

/// https://developer.apple.com/documentation/swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/scenephase
public enum ScenePhase: Sendable {
    case background
    case inactive
    case active
}

/// https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor
@MainActor @propertyWrapper public struct UIApplicationDelegateAdaptor<Delegate>
where Delegate: NSObject, Delegate: UIApplicationDelegate {
    public init(_ type: Delegate.Type = Delegate.self) {}

    public var wrappedValue: Delegate { fatalError("Nothing runs the app.") }
}
