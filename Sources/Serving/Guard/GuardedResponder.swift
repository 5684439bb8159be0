import Foundation
import HTTPTypes
package import Hummingbird

/// Answers requests that pass all checks; every answer has the headers that keep pages from harm.
///
/// The checks: the host (a name that leads here by a trick is refused), the rate of the address, the token, for changes
/// the page that they come from, and the size of the body.
package struct GuardedResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context == ServedContext {
    /// What belongs to a request.
    package typealias Context = ServedContext

    private let inner: Inner
    private let options: ServeOptions
    private let requests: RateLimit
    private let changes: RateLimit

    init(_ inner: Inner, _ options: ServeOptions) {
        self.inner = inner
        self.options = options
        let limits = options.limits
        requests = RateLimit(perSecond: limits.requests.perSecond, atOnce: limits.requests.atOnce)
        changes = RateLimit(perSecond: limits.changes.perSecond, atOnce: limits.changes.atOnce)
    }

    /// Answers a request; a refused one with a problem.
    package func respond(to request: Request, context: ServedContext) async throws -> Response {
        var response: Response
        do {
            try check(request, context)
            response = try await inner.respond(to: request, context: context)
            if response.status == .notFound, response.headers[.contentType] == nil {
                throw Problem(.notFound, "There is nothing at this address.")
            }
        } catch {
            response = refusal(Problem.of(error), request)
        }
        Self.protect(&response)
        return response
    }

    // MARK: - Checks

    /// Methods that an address takes, or refuses with those that it takes.
    private static var methods: [HTTPRequest.Method] {
        [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
    }

    private func check(_ request: Request, _ context: ServedContext) throws(Problem) {
        let host = HostName(request.head.authority ?? "")
        guard host.isAddress || host.name == "localhost" || options.hostNames.contains(host.name) else {
            throw Problem(
                .misdirectedRequest,
                "The server does not go by the name \"\(host.name)\".",
                remedy: "Use its address, or start it with --host NAME."
            )
        }
        guard requests.allows(context.address) else { throw Self.tooMany }
        try checkToken(request, context)
        guard Self.methods.contains(request.method) else {
            var problem = Problem(.methodNotAllowed, "The server does not know this method.")
            problem.headers["Allow"] = "GET, HEAD, POST, PATCH, DELETE"
            throw problem
        }
        if ![.get, .head, .options].contains(request.method) {
            try checkOrigin(request)
            guard changes.allows(context.address) else { throw Self.tooMany }
        }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > options.limits.bodyByteCount {
            throw Problem(
                .contentTooLarge,
                "The body has \(length) bytes; the server takes \(options.limits.bodyByteCount)."
            )
        }
    }

    private func checkToken(_ request: Request, _ context: ServedContext) throws(Problem) {
        guard let token = options.token, !Self.isOpen(request.uri.path) else { return }
        if let header = request.headers[.authorization] {
            let parts = header.split(separator: " ")
            if parts.count == 2, parts[0].lowercased() == "bearer", token.matches(String(parts[1])) { return }
        } else if let session = SignIn.session(in: request), token.isSession(session, at: Date().timeIntervalSince1970)
        {
            return
        }
        // Guesses are as rare as changes.
        if request.headers[.authorization] != nil, !changes.allows(context.address) { throw Self.tooMany }
        var problem = Problem(.unauthorized, "The server wants a token.", remedy: "Send Authorization: Bearer TOKEN.")
        problem.headers["WWW-Authenticate"] = "Bearer"
        throw problem
    }

    /// What needs no token: whether the process lives, what pages look like, and the way in.
    private static func isOpen(_ path: String) -> Bool {
        path == "/healthz" || path == SignIn.path || path.hasPrefix("/assets/")
    }

    /// A page of another server can make a browser send a request here. The browser says so in headers that pages
    /// cannot change. A request without them is none of a page, unless it is a form.
    private func checkOrigin(_ request: Request) throws(Problem) {
        let site = request.headers.value("Sec-Fetch-Site")
        let origin = request.headers[.origin]
        let own = request.head.authority ?? ""
        let isOwn = origin.map { $0 == "http://\(own)" || $0 == "https://\(own)" }
        guard site ?? "same-origin" == "same-origin", isOwn ?? true else {
            throw Problem(.forbidden, "The request comes from a page of another server.")
        }
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
        if type == "application/json" || type.isEmpty { return }
        guard type == "application/x-www-form-urlencoded" else {
            throw Problem(
                .unsupportedMediaType,
                "A change is sent as application/json, or by a form of this server's pages."
            )
        }
        guard isOwn == true || site == "same-origin" else {
            throw Problem(.forbidden, "A form must come from a page of this server.", remedy: "Send application/json.")
        }
    }

    private static var tooMany: Problem {
        var problem = Problem(.tooManyRequests, "Too many requests came from this address.", remedy: "Try again later.")
        problem.headers["Retry-After"] = "2"
        return problem
    }

    // MARK: - Answers

    private func refusal(_ problem: Problem, _ request: Request) -> Response {
        let path = request.uri.path
        let isForPrograms = path.hasPrefix("/api/") || path == "/metrics" || path == "/healthz"
        let acceptsPages = request.headers[.accept]?.contains("text/html") == true
        guard !isForPrograms, acceptsPages else { return Answer.problem(problem) }
        if problem.status == .unauthorized, options.token != nil {
            return Answer.page(SignIn.page(after: path, isWrong: false), .unauthorized)
        }
        var response = Answer.page(ProblemPage(problem).frame, problem.status)
        for (name, value) in problem.headers { response.headers.set(name, value) }
        return response
    }

    private static func protect(_ response: inout Response) {
        let fields = [
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            ),
            ("X-Content-Type-Options", "nosniff"),
            // With no-referrer, browsers would hide where forms come from.
            ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
        ]
        for (name, value) in fields where response.headers.value(name) == nil { response.headers.set(name, value) }
    }
}
