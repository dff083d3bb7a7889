public import Foundation

/// Records what happens to notification permissions and notifications of an app, and sends it to a collector.
///
/// All methods can be called from any thread unless they say otherwise. What a method recorded is on the disk when the method
/// returns. Instances with the same folder share one queue.
public final class Bellwether: Sendable {
    let configuration: Configuration
    /// Nil if nothing can be recorded.
    let engine: Engine?

    /// Creates an instance. Does no work: the folder is read at the first record or in `start`.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        engine = Engine.shared(configuration)
    }

    /// Creates an instance with the defaults of `Configuration`.
    public convenience init(url: URL, key: String) {
        self.init(Configuration(url: url, key: key))
    }

    /// Creates an instance in an environment of a test. It shares nothing with others.
    package init(_ configuration: Configuration, _ environment: Environment) {
        self.configuration = configuration
        engine = Engine(configuration, environment)
    }

    /// The id of this installation, for the server that sends the notifications. Waits until the device was unlocked once. Nil
    /// while nothing is collected.
    public var installationID: UUID? {
        get async {
            guard let engine else { return nil }
            while engine.store.isLocked {
                guard (try? await engine.environment.sleep(1_000)) != nil else { return nil }
            }
            return engine.store.installationID
        }
    }

    /// Whether events are recorded.
    public var isCollecting: Bool { engine?.store.isCollecting ?? false }

    /// Begins to collect as a new installation, or stops.
    ///
    /// False ends an upload that is under way and erases the queue, the state and the id before it returns.
    public func setCollecting(_ collects: Bool) async {
        await engine?.uploader.setCollecting(collects)
    }

    /// Sends what is in the queue now. The library does this when it is due, so apps rarely need it.
    @discardableResult public func flush() async -> FlushOutcome {
        await engine?.uploader.flush() ?? .empty
    }
}
