import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A body did not arrive in time.
struct SlowClient: Error {}

/// Closes connections whose first request does not arrive in time, for example because its head is sent byte by byte;
/// ends requests whose body does not arrive, and answers that are not read in time. Between requests, the server's idle
/// timeout closes connections.
///
/// A late body ends with an error, so that the client can still be answered. Its connection is closed after the answer,
/// or without one if that takes as long again.
final class SlowClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let headTime: TimeAmount
    private let bodyTime: TimeAmount
    private let answerTime: TimeAmount
    /// Closes the connection; nil after the first head.
    private var headTimer: Scheduled<Void>?
    /// When the body must be complete; nil if none is expected.
    private var bodyDeadline: NIODeadline?
    /// When the answer must be written; nil if none is being sent.
    private var answerDeadline: NIODeadline?
    private var timer: Scheduled<Void>?
    private var isLate = false

    init(_ limits: CollectorLimits) {
        headTime = TimeAmount(limits.headTime)
        bodyTime = TimeAmount(limits.bodyTime)
        answerTime = TimeAmount(limits.answerTime)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { awaitHead(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        awaitHead(context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            stopAwaitingHead()
            bodyDeadline = .now() + bodyTime
        case .end: bodyDeadline = nil
        case .body: break
        }
        setTimer(context)
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head:
            answerDeadline = .now() + answerTime
            setTimer(context)
            context.write(data, promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            let written = promise ?? context.eventLoop.makePromise(of: Void.self)
            written.futureResult.assumeIsolated().whenComplete { _ in self.answerDeadline = nil }
            context.write(data, promise: written)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopAwaitingHead()
        timer?.cancel()
        context.fireChannelInactive()
    }

    private func awaitHead(_ context: ChannelHandlerContext) {
        headTimer = context.eventLoop.assumeIsolated().scheduleTask(deadline: .now() + headTime) {
            context.close(promise: nil)
        }
    }

    private func stopAwaitingHead() {
        headTimer?.cancel()
        headTimer = nil
    }

    /// Sets a timer unless one is set already. When it fires, `look` checks both deadlines.
    private func setTimer(_ context: ChannelHandlerContext) {
        guard timer == nil, let next = [bodyDeadline, answerDeadline].compactMap(\.self).min() else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) { self.look(context) }
    }

    private func look(_ context: ChannelHandlerContext) {
        timer = nil
        let now = NIODeadline.now()
        if let answerDeadline, answerDeadline <= now { return context.close(promise: nil) }
        if let bodyDeadline, bodyDeadline <= now {
            guard !isLate else { return context.close(promise: nil) }
            isLate = true
            self.bodyDeadline = now + bodyTime
            context.fireErrorCaught(SlowClient())
            context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        setTimer(context)
    }
}
