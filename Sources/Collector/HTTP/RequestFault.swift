import HTTPTypes
import NIOCore
import NIOHTTP1

/// A fault in the head of a request that the HTTP parser does not reject (RFC 9110 and 9112). The first three make the
/// end or the host of a request ambiguous, so a proxy may read it differently than we do (request smuggling).
enum RequestFault: String {
    /// Transfer-Encoding in HTTP/1.0, which does not have it (RFC 9112, section 6.1).
    case encodedInOldVersion
    /// A transfer coding other than a single `chunked` (RFC 9112, section 6.1).
    case unknownCoding
    /// No Host field in HTTP/1.1, more than one, or one with characters that no host has (RFC 9112, section 3.2).
    case host
    /// An expectation other than `100-continue` (RFC 9110, section 10.1.1).
    case expectation

    /// Finds the fault of a head; nil if it has none.
    init?(of head: HTTPRequestHead) {
        let codings = head.headers["transfer-encoding"].map { $0.lowercased() }
        let hosts = head.headers["host"]
        let isOld = head.version == .http1_0
        if !codings.isEmpty, isOld {
            self = .encodedInOldVersion
        } else if !codings.isEmpty, codings != ["chunked"] {
            self = .unknownCoding
        } else if hosts.count > 1 || hosts.isEmpty && !isOld || !hosts.allSatisfy(\.hasOnlyCharactersOfHosts) {
            self = .host
        } else if head.headers["expect"].contains(where: { $0.lowercased() != "100-continue" }) {
            self = .expectation
        } else {
            return nil
        }
    }

    /// Reads the fault that `RequestGate` noted in the request; nil if there is none.
    init?(in fields: HTTPFields) {
        guard let found = fields[Self.field].flatMap(Self.init(rawValue:)) else { return nil }
        self = found
    }

    /// The error response. It closes the connection: the bytes after the head may be a body or another request.
    var problem: Problem {
        switch self {
        case .encodedInOldVersion:
            .malformed("HTTP/1.0 has no Transfer-Encoding: send HTTP/1.1, or a Content-Length.")
        case .unknownCoding:
            Problem(
                status: .notImplemented, code: "unknown_coding",
                detail: "The only supported transfer coding is chunked. To compress, send Content-Encoding: gzip.",
                headers: [.connection: "close"])
        case .host: .malformed("A request must have exactly one valid Host field.")
        case .expectation:
            Problem(
                status: .expectationFailed, code: "unknown_expectation",
                detail: "The only supported expectation is 100-continue. Leave the field Expect out.",
                headers: [.connection: "close"])
        }
    }

    fileprivate static let name = "x-bellwether-fault"
    private static let field = HTTPField.Name(name)!
}

extension Problem {
    /// A request that can't be interpreted safely.
    static func malformed(_ detail: String) -> Problem {
        Problem(status: .badRequest, code: "malformed_request", detail: detail, headers: [.connection: "close"])
    }
}

extension String {
    /// Whether each character can be part of a host or its port (RFC 9110, section 7.2; RFC 3986).
    fileprivate var hasOnlyCharactersOfHosts: Bool {
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

/// Writes a request's fault into an extra header field, from which a later handler makes the response. The gate can't
/// respond itself, because responses to earlier requests of the connection come first. The later handler can't find the
/// fault itself, because it no longer sees the HTTP version and repeated Host fields. After a faulty request, or the
/// last one of a connection, the gate reads nothing more, and it closes the connection once all responses are sent.
private final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long a client has to read the last response. Closing at once while bytes of the client are unread would
    /// reset the connection, and the response could be lost.
    private static let farewell = TimeAmount.milliseconds(500)

    /// The number of requests whose responses are not complete.
    private var unanswered = 0
    /// Whether the connection closes once `unanswered` is 0.
    private var isEnding = false
    /// Whether the last request has been read, so that what follows is ignored.
    private var isRead = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRead else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            unanswered += 1
            head.headers.remove(name: RequestFault.name)
            let fault = RequestFault(of: head)
            if let fault { head.headers.add(name: RequestFault.name, value: fault.rawValue) }
            // HTTP/1.0 has no 100-continue; it must be ignored (RFC 9110, section 10.1.1).
            if head.version == .http1_0 { head.headers.remove(name: "expect") }
            if fault != nil || head.isLast { isEnding = true }
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

    /// Closes our side of the connection and gives the client time to read the answer.
    private func end(_ context: ChannelHandlerContext) {
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.farewell) { context.close(promise: nil) }
    }
}

extension HTTPRequestHead {
    /// Whether no request can follow on this connection: the client asks to close it, uses HTTP/1.0 without keep-alive,
    /// or asks for another protocol or a tunnel, after which the parser stops.
    fileprivate var isLast: Bool {
        let options = headers[canonicalForm: "connection"].map { $0.lowercased() }
        if options.contains("close") || options.contains("upgrade") || method == .CONNECT { return true }
        return version == .http1_0 && !options.contains("keep-alive")
    }
}

/// Inserts `RequestGate` directly after the parser, where the server's configuration can't add a handler, and removes
/// itself.
final class RequestGateInstaller: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestGate(), position: .after(parser))
        } catch {
            // Without the gate, nobody would notice a fault.
            context.close(promise: nil)
        }
        pipeline.removeHandler(context: context, promise: nil)
    }
}
