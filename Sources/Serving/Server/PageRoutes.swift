import Foundation
import HTTPTypes
import Hummingbird
import JobDocuments
import Reporting

/// The pages, their forms, and what they are drawn with.
struct PageRoutes: Sendable {
    private let farm: Farm
    private let actions: FarmActions
    private let options: ServeOptions
    private let history: BenchmarkHistory

    init(_ farm: Farm, _ actions: FarmActions, _ options: ServeOptions, _ history: BenchmarkHistory) {
        self.farm = farm
        self.actions = actions
        self.options = options
        self.history = history
    }

    /// A page that was written as one file, with its style in it. Nothing in it runs, and it loads nothing.
    private static let storedPagePolicy =
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'; sandbox allow-top-navigation-by-user-activation"

    /// Adds the addresses of pages.
    func add(to router: Router<ServedContext>) {
        router.add("/", [(.get, { _, _ in Answer.page(page.frame) })])
        router.add("/jobs/:id", [(.get, { _, context in Answer.page(JobPage(try context.job(of: farm)).frame) })])
        router.add("/jobs/:id/report", [(.get, { _, context in try report(context.job(of: farm)) })])
        router.add("/jobs/:id/thumbnail.png", [(.get, { _, context in try thumbnail(context.job(of: farm)) })])
        router.add("/queues/:number", [(.get, { _, context in Answer.page(try queuePage(context).frame) })])
        router.add("/history", [(.get, { _, _ in Answer.page(try await history.page()) })])
        router.add("/history/:run", [(.get, { _, context in try await run(context) })])
        addForms(to: router)
        addAssets(to: router)
    }

    // MARK: - Pages

    private var page: FarmPage { FarmPage(farm.overview(), jobFolders: options.jobFolders) }

    private func queuePage(_ context: ServedContext) throws -> QueuePage {
        let number = try context.number("number")
        guard let queue = farm.queue(number) else { throw Problem(.notFound, "There is no queue \(number).") }
        return QueuePage(
            QueueCard(queue, number: number),
            jobs: Set(farm.jobs().map(\.card.id)),
            folders: actions.folders.isEmpty ? [] : actions.folders.paths
        )
    }

    private func report(_ job: Farm.Job) throws -> Response {
        guard let page = FileManager.default.contents(atPath: job.directory.paths.reportPage) else {
            throw Problem(.notFound, "The job has no report yet.")
        }
        return Self.stored([UInt8](page))
    }

    private func run(_ context: ServedContext) async throws -> Response {
        Self.stored(try await history.report(context.parameters.get("run") ?? ""))
    }

    private static func stored(_ page: [UInt8]) -> Response {
        var response = Answer.bytes(page, "text/html; charset=utf-8")
        response.headers.set("Content-Security-Policy", storedPagePolicy)
        return response
    }

    private func thumbnail(_ job: Farm.Job) throws -> Response {
        guard let png = try Thumbnail.png(of: job.directory) else {
            throw Problem(.notFound, "The job has no picture.")
        }
        return Answer.bytes(png, "image/png")
    }

    // MARK: - Forms

    private func addForms(to router: Router<ServedContext>) {
        let limits = options.limits
        router.add(
            "/jobs/:id/cancel",
            [
                (
                    .post,
                    { _, context in
                        let job = try context.job(of: farm)
                        _ = try await actions.cancel(job.card.id)
                        return Answer.redirect(to: "/jobs/\(job.card.id)")
                    }
                )
            ]
        )
        addQueueForm("pause", to: router) { request, _, queue in
            try actions.pause(queue, reason: try await FormFields(of: request, limits)["reason"])
        }
        addQueueForm("resume", to: router) { _, _, queue in try queue.endPause() }
        addQueueForm("films", to: router) { request, _, queue in
            let form = try await FormFields(of: request, limits)
            _ = try actions.add(
                ManifestSubmission(manifest: form["manifest"] ?? "", folder: form["folder"]),
                to: queue
            )
        }
        addQueueForm("films/:film/priority", to: router) { request, context, queue in
            let text = try await FormFields(of: request, limits)["priority"] ?? ""
            guard let priority = Int(text) else {
                throw Problem(.unprocessableContent, "A priority is a number from 0 to 100.")
            }
            try actions.move(try context.number("film"), to: priority, in: queue)
        }
        addQueueForm("films/:film/remove", to: router) { _, context, queue in
            try actions.remove(try context.number("film"), from: queue)
        }
        guard let token = options.token else { return }
        router.add(
            SignIn.path,
            [
                (.get, { _, _ in Answer.page(SignIn.page(after: "/", isWrong: false)) }),
                (.post, { request, _ in SignIn.answer(try await FormFields(of: request, limits), token) }),
            ]
        )
    }

    private func addQueueForm(
        _ path: String,
        to router: Router<ServedContext>,
        _ action: @escaping @Sendable (Request, ServedContext, JobQueue) async throws -> Void
    ) {
        router.add(
            "/queues/:number/\(path)",
            [
                (
                    .post,
                    { request, context in
                        let number = try context.number("number")
                        try await action(request, context, try actions.queue(number))
                        return Answer.redirect(to: "/queues/\(number)")
                    }
                )
            ]
        )
    }

    // MARK: - Assets

    private func addAssets(to router: Router<ServedContext>) {
        let sheet = Array(PageStyle.sheet.markup.utf8) + PackageResources.granary_css
        let assets: [(name: String, bytes: [UInt8], type: String)] = [
            ("granary.css", sheet, "text/css; charset=utf-8"),
            ("granary.js", PackageResources.granary_js, "text/javascript; charset=utf-8"),
            ("icon.svg", PackageResources.icon_svg, "image/svg+xml"),
        ]
        for asset in assets {
            router.add("/assets/\(asset.name)", [(.get, { _, _ in Answer.bytes(asset.bytes, asset.type) })])
        }
    }
}
