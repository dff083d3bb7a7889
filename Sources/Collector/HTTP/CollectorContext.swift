import Hummingbird
import HummingbirdCore
import NIOCore

/// What the server knows of a request beside the request.
struct CollectorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the connection's peer; nil of a socket without one.
    let peer: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress
    }
}
