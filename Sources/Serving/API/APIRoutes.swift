import Foundation
import HTTPTypes
import Hummingbird
import JobDocuments
import Jobs

/// The addresses for programs: JSON, events and metrics. `openapi.json` describes them.
struct APIRoutes: Sendable {
    private let farm: Farm
    private let actions: FarmActions
    private let hub: EventHub
    private let options: ServeOptions

    init(_ farm: Farm, _ actions: FarmActions, _ hub: EventHub, _ options: ServeOptions) {
        self.farm = farm
        self.actions = actions
        self.hub = hub
        self.options = options
    }

    private static let root = "/api/v1"

    private struct Words: Encodable { let result: String }
    private struct Jobs: Encodable { let jobs: [JobCard] }
    private struct Queues: Encodable { let queues: [QueueCard] }
    private struct Added: Encodable { let number: Int, name: String, priority: Int }
    private struct Verdict: Encodable { let isValid: Bool, issues: [ManifestIssue] }
    private struct Priority: Decodable { let priority: Int }
    private struct Pause: Decodable { let isPaused: Bool, reason: String? }

    /// Adds the addresses for programs.
    func add(to router: Router<ServedContext>) {
        let root = Self.root
        router.add("/healthz", [(.get, { _, _ in Answer.text("ok\n") })])
        router.add(
            "/metrics",
            [(.get, { _, _ in Answer.text(MetricsText(farm, options.jobFolders).text, MetricsText.mediaType) })]
        )
        router.add(
            root + "/openapi.json",
            [(.get, { _, _ in Answer.bytes(PackageResources.openapi_json, "application/json") })]
        )
        router.add(root + "/jobs", [(.get, { _, _ in try Answer.json(Jobs(jobs: farm.overview().jobs)) })])
        router.add(root + "/jobs/:id", [(.get, { _, context in try Answer.json(context.job(of: farm).card) })])
        router.add(root + "/jobs/:id/events", [(.get, { try events($0, $1) })])
        router.add(
            root + "/jobs/:id/cancel",
            [
                (
                    .post,
                    { _, context in
                        try Answer.json(Words(result: try await actions.cancel(context.job(of: farm).card.id)))
                    }
                )
            ]
        )
        router.add(root + "/events", [(.get, { try overview($0, $1) })])
        addQueues(to: router)
    }

    // MARK: - Events

    /// A stream for those who accept one, otherwise the lines that are there.
    private func events(_ request: Request, _ context: ServedContext) throws -> Response {
        let job = try context.job(of: farm)
        let path = job.directory.paths.journal
        let position = try Self.position(request)
        if Self.wantsStream(request) { return EventStream.answer(hub, journal: path, after: position, context) }
        let journal = JournalReader(path: path)
        let body = ResponseBody { writer in
            var position = journal.checked(position)
            while true {
                let (lines, end) = journal.lines(from: position)
                guard end > position else { break }
                position = end
                var piece = ByteBuffer()
                for line in lines {
                    piece.writeBytes(line.bytes)
                    piece.writeInteger(UInt8(0x0A))
                }
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/x-ndjson"], body: body)
    }

    private func overview(_ request: Request, _ context: ServedContext) throws -> Response {
        if Self.wantsStream(request) { return EventStream.overview(hub, context) }
        return try Answer.json(farm.overview())
    }

    private static func wantsStream(_ request: Request) -> Bool {
        request.headers[.accept]?.contains("text/event-stream") == true
    }

    /// Where a client left off: what its browser remembers, or else what the page says.
    private static func position(_ request: Request) throws -> Int64 {
        let query = FormFields(request.uri.query ?? "")
        let given = try [request.headers.value("Last-Event-ID"), query["after"]].compactMap(\.self).map { text in
            // Programs may keep numbers as floating point.
            guard let position = Int64(text), (0..<1 << 53).contains(position) else {
                throw Problem(.badRequest, "A position in the journal is a number from 0.")
            }
            return position
        }
        return given.first ?? 0
    }

    // MARK: - Queues

    private func addQueues(to router: Router<ServedContext>) {
        let (root, limits) = (Self.root, options.limits)
        router.add(
            root + "/manifests/check",
            [
                (
                    .post,
                    { request, _ in
                        let submission = try await request.value(ManifestSubmission.self, limits)
                        let issues = try submission.issues(in: actions.folders)
                        return try Answer.json(Verdict(isValid: issues.isEmpty, issues: issues))
                    }
                )
            ]
        )
        router.add(root + "/queues", [(.get, { _, _ in try Answer.json(Queues(queues: farm.overview().queues)) })])
        router.add(
            root + "/queues/:number",
            [
                (.get, { _, context in try Answer.json(card(context)) }),
                (
                    .patch,
                    { request, context in
                        let queue = try actions.queue(try context.number("number"))
                        let wanted = try await request.value(Pause.self, limits)
                        if wanted.isPaused || (wanted.reason?.count ?? 0) > 1000 {
                            try actions.pause(queue, reason: wanted.reason)
                        } else {
                            try queue.endPause()
                        }
                        return try Answer.json(card(context))
                    }
                ),
            ]
        )
        router.add(
            root + "/queues/:number/films",
            [
                (
                    .post,
                    { request, context in
                        let queue = try actions.queue(try context.number("number"))
                        let (entry, isNew) = try actions.add(
                            try await request.value(ManifestSubmission.self, limits),
                            to: queue
                        )
                        let added = Added(number: entry.number, name: entry.name, priority: entry.priority)
                        return try Answer.json(added, isNew ? .created : .ok)
                    }
                )
            ]
        )
        router.add(
            root + "/queues/:number/films/:film",
            [
                (
                    .patch,
                    { request, context in
                        let queue = try actions.queue(try context.number("number"))
                        let wanted = try await request.value(Priority.self, limits)
                        try actions.move(try context.number("film"), to: wanted.priority, in: queue)
                        return try Answer.json(card(context))
                    }
                ),
                (
                    .delete,
                    { _, context in
                        let queue = try actions.queue(try context.number("number"))
                        try actions.remove(try context.number("film"), from: queue)
                        return Response(status: .noContent)
                    }
                ),
            ]
        )
    }

    private func card(_ context: ServedContext) throws -> QueueCard {
        let number = try context.number("number")
        guard let queue = farm.queue(number) else { throw Problem(.notFound, "There is no queue \(number).") }
        return QueueCard(queue, number: number)
    }
}
