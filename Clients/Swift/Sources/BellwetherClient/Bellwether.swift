public import Foundation

/// Records what happens to notification permissions and notifications of an app, and sends it to a collector.
///
/// Methods may be called on any thread unless they are marked `@MainActor`. An event is on disk when the method that
/// records it returns. Instances with the same folder share one queue.
public final class Bellwether: Sendable {
    let configuration: Configuration
    /// Nil if nothing can be recorded.
    let engine: Engine?

    /// Creates an instance. Reads no file yet.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        engine = Engine.shared(configuration)
    }

    /// Creates an instance with a default configuration.
    public convenience init(url: URL, key: String) {
        self.init(Configuration(url: url, key: key))
    }

    /// Creates an instance for a test. It shares nothing with other instances.
    package init(_ configuration: Configuration, _ environment: Environment) {
        self.configuration = configuration
        engine = Engine(configuration, environment)
    }

    /// The id of this installation, a random one, which the server needs to record sent notifications. Nil while collecting is off,
    /// and if the disk is full at the first launch. Waits until the device has been unlocked once.
    public var installationID: UUID? {
        get async {
            guard let engine else { return nil }
            while engine.store.obstacle == .locked {
                guard (try? await engine.environment.sleep(1_000)) != nil else { return nil }
            }
            return engine.store.installationID
        }
    }

    /// Whether events are recorded.
    public var isCollecting: Bool { engine?.store.isCollecting ?? false }

    /// Starts collecting as a new installation, or stops. Returns the id of that installation; nil if there is none yet.
    ///
    /// With true, reads the authorization status at once. With false, cancels a running upload and erases the queue, the state and
    /// the id before it returns. If the device has not been unlocked, erases later, and returns nil.
    @discardableResult public func setCollecting(_ collects: Bool) async -> UUID? {
        let installation = await engine?.uploader.setCollecting(collects)
        if collects { await engine?.observe() }
        return installation
    }

    /// Sends the queue now. Apps rarely need this, because the library sends events when they are due.
    @discardableResult public func flush() async -> FlushOutcome {
        await engine?.uploader.flush() ?? .left(0, .notRecording)
    }
}
