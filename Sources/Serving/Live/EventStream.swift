import HTTPTypes
import Hummingbird
import JobDocuments
import NIOCore
import ServiceLifecycle

/// Server-sent events (WHATWG HTML, server-sent events): their form, and answers that never end by themselves.
enum EventStream {
    /// What is sent in silence, so that both ends notice a broken connection.
    static let comment = ByteBuffer(string: ":\n\n")

    /// Lines of a journal as events. The id of an event is the position after it.
    static func piece(_ lines: [JournalReader.Line]) -> ByteBuffer {
        var piece = ByteBuffer()
        for line in lines {
            piece.writeString("id: \(line.end)\ndata: ")
            piece.writeBytes(line.bytes)
            piece.writeString("\n\n")
        }
        return piece
    }

    /// A document on one line as an event of a type, without an id.
    static func piece(type: String, data: [UInt8]) -> ByteBuffer {
        var piece = ByteBuffer(string: "event: \(type)\ndata: ")
        piece.writeBytes(data)
        piece.writeString("\n\n")
        return piece
    }

    /// The events of a journal from a position on, first those that are there, then those that come.
    static func answer(_ hub: EventHub, journal path: String, after position: Int64, _ context: ServedContext)
        -> Response
    {
        answer(hub, context) { drop in
            let feed = await hub.follow(path, drop: drop)
            let journal = JournalReader(path: path)
            return (feed, journal, journal.checked(position))
        }
    }

    /// The overview of all jobs and queues, and each change of it.
    static func overview(_ hub: EventHub, _ context: ServedContext) -> Response {
        answer(hub, context) { drop in (try await hub.watch(drop: drop), nil, 0) }
    }

    private typealias Begun = (feed: EventHub.Feed, journal: JournalReader?, position: Int64)

    private static func answer(
        _ hub: EventHub,
        _ context: ServedContext,
        begin: @escaping @Sendable (@escaping @Sendable () -> Void) async throws -> Begun
    ) -> Response {
        let channel = context.channel
        let body = ResponseBody { writer in
            let (feed, journal, first) = try await begin { channel.close(promise: nil) }
            channel.closeFuture.whenComplete { _ in Task { await hub.leave(feed.number) } }
            try await withGracefulShutdownHandler {
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
                // What is there already, up to where the feed begins.
                var position = first
                while let journal, position < feed.position {
                    let (lines, end) = journal.lines(from: position)
                    guard end > position else { break }
                    position = end
                    let missed = lines.filter { $0.end <= feed.position }
                    if !missed.isEmpty { try await writer.write(piece(missed)) }
                }
                for await piece in feed.pieces { try await writer.write(piece) }
            } onGracefulShutdown: {
                Task { await hub.leave(feed.number) }
            }
            await hub.leave(feed.number)
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"],
            body: body
        )
    }
}
