import HTTPTypes
import NIOCore
import NIOHTTP1

/// What is wrong with the head of a request in a way that the parser lets pass (RFC 9110 and 9112). Of such a request nobody
/// can say where it ends or whom it is for, so that a proxy may read it otherwise than we do.
enum RequestFault: String {
    /// Transfer-Encoding in HTTP/1.0, which has none (RFC 9112, section 6.1).
    case encodedInOldVersion
    /// A transfer coding beside `chunked` (section 6.1).
    case unknownCoding
    /// None or several Host fields, or one that is no host (section 3.2).
    case host
    /// An expectation other than `100-continue` (RFC 9110, section 10.1.1).
    case expectation

    /// The fault of a head; nil of a sound one.
    init?(of head: HTTPRequestHead) {
        let codings = head.headers["transfer-encoding"].map { $0.lowercased() }
        let hosts = head.headers["host"]
        let isOld = head.version == .http1_0
        if !codings.isEmpty, isOld {
            self = .encodedInOldVersion
        } else if !codings.isEmpty, codings != ["chunked"] {
            self = .unknownCoding
        } else if hosts.count > 1 || hosts.isEmpty && !isOld || !hosts.allSatisfy(\.isHost) {
            self = .host
        } else if head.headers["expect"].contains(where: { $0.lowercased() != "100-continue" }) {
            self = .expectation
        } else {
            return nil
        }
    }

    /// The fault that the handler found in a request.
    init?(in fields: HTTPFields) {
        guard let found = fields[Self.field].flatMap(Self.init(rawValue:)) else { return nil }
        self = found
    }

    /// What its sender is told. The connection ends with it: what follows may be a part of it.
    var problem: Problem {
        switch self {
        case .encodedInOldVersion:
            .malformed("HTTP/1.0 has no Transfer-Encoding: send HTTP/1.1, or a Content-Length.")
        case .unknownCoding:
            Problem(
                status: .notImplemented, code: "unknown_coding",
                detail: "No transfer coding but chunked is read: compress by Content-Encoding: gzip.",
                headers: [.connection: "close"])
        case .host: .malformed("A request has exactly one Host field, which names a host: send one.")
        case .expectation:
            Problem(
                status: .expectationFailed, code: "unknown_expectation",
                detail: "No expectation but 100-continue is met: leave the field Expect out.",
                headers: [.connection: "close"])
        }
    }

    fileprivate static let name = "x-bellwether-fault"
    private static let field = HTTPField.Name(name)!
}

extension Problem {
    /// A request of which nobody can say what it is.
    fileprivate static func malformed(_ detail: String) -> Problem {
        Problem(status: .badRequest, code: "malformed_request", detail: detail, headers: [.connection: "close"])
    }
}

extension String {
    /// Whether it is a host with or without a port, or empty (RFC 9110, section 7.2; the characters of RFC 3986).
    fileprivate var isHost: Bool {
        utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
            }
        }
    }
}

/// Notes in each request that has one which fault it has: the answer must come in the turn of the request, which is known
/// further on alone, and there the version and further Host fields are gone. Ends the connection behind the last request that
/// it may have: what follows is not read.
private final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// For how long a client may read the last answer before the connection is gone, its own bytes unread or not.
    private static let farewell = TimeAmount.milliseconds(500)

    /// Requests that have no whole answer yet.
    private var unanswered = 0
    /// Whether the connection ends once all of these are answered.
    private var isEnding = false
    /// Whether the last request was read to its end.
    private var isRead = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRead else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            unanswered += 1
            head.headers.remove(name: RequestFault.name)
            let fault = RequestFault(of: head)
            if let fault { head.headers.add(name: RequestFault.name, value: fault.rawValue) }
            // Such an expectation is none in HTTP/1.0 (RFC 9110, section 10.1.1).
            if head.version == .http1_0 { head.headers.remove(name: "expect") }
            isEnding = fault != nil || head.isLast
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .end:
            isRead = isEnding
            context.fireChannelRead(data)
        case .body: context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            if head.status.code >= 200, head.headers[canonicalForm: "connection"].contains("close") { isEnding = true }
        case .end:
            unanswered -= 1
            guard isEnding, unanswered == 0 else { break }
            isRead = true
            context.writeAndFlush(data, promise: promise)
            return end(context)
        case .body: break
        }
        context.write(data, promise: promise)
    }

    /// Says that nothing more comes, and lets the client read it.
    private func end(_ context: ChannelHandlerContext) {
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.farewell) { context.close(promise: nil) }
    }
}

extension HTTPRequestHead {
    /// Whether no request can follow on the connection: its sender says so, speaks HTTP/1.0, or wants another protocol, which
    /// the parser then waits for.
    fileprivate var isLast: Bool {
        let options = headers[canonicalForm: "connection"].map { $0.lowercased() }
        if options.contains("close") || options.contains("upgrade") || method == .CONNECT { return true }
        return version == .http1_0 && !options.contains("keep-alive")
    }
}

/// Puts the gate right behind the parser, where a server lets nobody add one, and leaves.
final class RequestGateInstaller: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestGate(), position: .after(parser))
        } catch {
            // Without it requests would be read that must not be.
            context.close(promise: nil)
        }
        pipeline.removeHandler(context: context, promise: nil)
    }
}
