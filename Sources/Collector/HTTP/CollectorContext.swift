import Hummingbird
import HummingbirdCore
import NIOCore

/// What the server knows about a request besides its head and body.
struct CollectorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the connection's peer; nil if the socket has none.
    let peer: String?
    /// Where the connection's bytes are written.
    let eventLoop: any EventLoop

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        eventLoop = source.channel.eventLoop
        peer = source.channel.remoteAddress?.ipAddress
    }
}
