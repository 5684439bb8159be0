import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client takes too long: to send the head of a request, to send its body, or to take an
/// answer. Bytes that arrive one by one do not extend a deadline.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServeOptions.Limits
    private var timer: Scheduled<Void>?
    private var isReadingBody = false
    /// Requests whose answer is not written to its end.
    private var openCount = 0
    private var hasBegunAnswer = false
    private var isStream = false

    init(_ limits: ServeOptions.Limits) { self.limits = limits }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { begin(context) } }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isReadingBody = true
            openCount += 1
            begin(context)
        case .body: break
        case .end:
            isReadingBody = false
            begin(context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            hasBegunAnswer = true
            isStream = head.headerFields[.contentType]?.hasPrefix("text/event-stream") == true
            begin(context)
        case .body: break
        case .end:
            openCount -= 1
            (hasBegunAnswer, isStream) = (false, false)
            begin(context)
        }
        context.write(data, promise: promise)
    }

    /// Begins the deadline of what the connection waits for.
    private func begin(_ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        // A stream of events ends when its client does.
        if isStream, !isReadingBody { return }
        let answerOrHead = openCount > 0 ? limits.answerSeconds : limits.headSeconds
        let seconds = isReadingBody ? limits.bodySeconds : answerOrHead
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) {
            let (handler, context) = bound.value
            handler.expire(context)
        }
    }

    private func expire(_ context: ChannelHandlerContext) {
        if isReadingBody, !hasBegunAnswer {
            let head = HTTPResponse(status: .requestTimeout, headerFields: [.connection: "close", .contentLength: "0"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        context.close(promise: nil)
    }
}

@available(*, unavailable)
extension RequestDeadline: Sendable {}
